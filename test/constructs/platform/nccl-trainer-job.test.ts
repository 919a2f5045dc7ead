import { efaFabric } from "../../helpers/fabrics";
import {
  launcherScript,
  ncclTrainerJob,
  type NcclTrainerJobProps,
} from "../../../constructs/platform/nccl-trainer-job";
import { GB200, runScript } from "../../helpers/slurm";
import type { Json } from "../../helpers/synth";

const PROPS: NcclTrainerJobProps = {
  group: "h100",
  nodeSelector: { "railyard.dev/node-group": "h100" },
  deviceClaims: [],
  namespace: "default",
  nodes: 4,
  gpusPerNode: 8,
  fabric: efaFabric(),
  sizeGiB: 16,
  floorGBps: 320,
  podResources: { "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "32", "hugepages-2Mi": "5120Mi" },
  taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
  image: "tests@sha256:1",
};

const [runtime, job] = [...ncclTrainerJob(PROPS)] as Json[];
const replicated = (name: string): Json => runtime.spec.template.spec.replicatedJobs.find((j: Json) => j.name === name);
const podOf = (name: string): Json => replicated(name).template.spec.template.spec;

describe("ncclTrainerJob", () => {
  test("is a job that names the runtime beside it", () => {
    expect(job.spec.runtimeRef).toEqual({
      apiGroup: "trainer.kubeflow.org",
      kind: "TrainingRuntime",
      name: runtime.metadata.name,
    });
    expect(job.metadata).toEqual({ name: "fabric-h100", namespace: "default" });
  });

  test("holds every GPU and every EFA device of its nodes", () => {
    expect(runtime.spec.mlPolicy).toMatchObject({
      numNodes: 4,
      mpi: { numProcPerNode: 8, mpiImplementation: "OpenMPI" },
    });
    expect(podOf("node").containers[0].resources).toEqual({
      limits: PROPS.podResources,
      requests: { cpu: "1", ...PROPS.podResources },
    });
  });

  test("goes to the group's nodes, whatever the value of their taints", () => {
    expect(podOf("node")).toMatchObject({
      nodeSelector: { "railyard.dev/node-group": "h100" },
      tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
    });
  });

  test("claims devices that nobody counts, each by a template beside it", () => {
    const { podResources, deviceClaims } = GB200;
    const claimed = [...ncclTrainerJob({ ...PROPS, podResources, deviceClaims, name: "nvlink-gb200" })] as Json[];
    expect(claimed.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      "ResourceClaimTemplate nvlink-gb200-gpus",
      "ResourceClaimTemplate nvlink-gb200-efa",
      "ComputeDomain nvlink-gb200-imex",
      "TrainingRuntime nvlink-gb200",
      "TrainJob nvlink-gb200",
    ]);
    const { resourceClaims, containers } = claimed[3].spec.template.spec.replicatedJobs[0].template.spec.template.spec;
    expect(resourceClaims).toEqual(
      ["gpus", "efa", "imex"].map((name) => ({ name, resourceClaimTemplateName: `nvlink-gb200-${name}` })),
    );
    expect(containers[0].resources).toEqual({
      limits: { "hugepages-2Mi": "5120Mi" },
      requests: { cpu: "1", "hugepages-2Mi": "5120Mi" },
      claims: [{ name: "gpus" }, { name: "efa" }, { name: "imex" }],
    });
  });

  test("launches when the nodes are ready, and takes no GPU for it", () => {
    expect(replicated("launcher").dependsOn).toEqual([{ name: "node", status: "Ready" }]);
    expect(podOf("launcher").containers[0]).not.toHaveProperty("resources");
  });

  test("does not try again: a second run would hide the first", () => {
    for (const name of ["node", "launcher"]) {
      expect(replicated(name).template.spec.backoffLimit).toBe(0);
      expect(podOf(name).restartPolicy).toBe("Never");
    }
  });
});

describe("the launcher", () => {
  const row = " 17179869184 4294967296 float sum -1 71000 241.97 400.5 0 71000 241.97 400.5 0";
  const provider = "NET/OFI Selected provider is efa, fabric is efa-direct (found 32 nics)";
  const run = (log: string) =>
    runScript(launcherScript(PROPS).replaceAll("/tmp/fabric.log", "fabric.log"), {
      stubs: { mpirun: `cat <<'END'\n${log}\nEND` },
    });

  test("runs a rank for each GPU and reads the log behind mpirun's tags", () => {
    const result = run(`[1,0]<stderr>: ${provider}\n[1,0]<stdout>:${row}`);
    expect(result).toMatchObject({ status: 0 });
    expect(result.calls[0]).toMatch(/^mpirun .*-n 32 -N 8 .*-x FI_PROVIDER=efa .*all_reduce_perf -b 16G/);
  });

  test("fails when the log does not show EFA, and when mpirun fails", () => {
    expect(run(`[1,0]<stdout>:${row}`).status).toBe(1);
    const broken = runScript(launcherScript(PROPS).replaceAll("/tmp/fabric.log", "fabric.log"), {
      stubs: { mpirun: "exit 3" },
    });
    expect(broken.status).not.toBe(0);
  });
});
