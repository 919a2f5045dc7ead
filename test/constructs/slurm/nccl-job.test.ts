import { efaFabric } from "../../helpers/fabrics";
import { enrootImage, ncclArguments, ncclJob } from "../../../constructs/slurm/nccl-job";
import { runScript } from "../../helpers/slurm";

const JOB = ncclJob({
  group: "h100",
  partition: "train",
  nodes: 4,
  gpusPerNode: 8,
  fabric: efaFabric(2),
  sizeGiB: 16,
  floorGBps: 320,
  image: "public.ecr.aws/hpc-cloud/nccl-tests:latest",
});

const LOG = `NET/OFI Selected provider is efa, fabric is efa-direct (found 2 nics)
 17179869184 4294967296 float sum -1 71000 241.97 400.5 0 71000 241.97 400.5 0`;

const run = (log: string, devices = 2) =>
  runScript(JOB, {
    files: Object.fromEntries(Array.from({ length: devices }, (_, i) => [`sys/class/infiniband/${i}`, ""])),
    stubs: { srun: 'while [ "$1" != bash ]; do shift; done; "$@"', launcher: `cat <<'END'\n${log}\nEND` },
    env: { SLURM_JOB_ID: "7", RAILYARD_SRUN: "launcher", RAILYARD_SYSFS: "$FOLDER/sys" },
  });

describe("ncclJob", () => {
  test("asks for every GPU of its nodes, alone on them", () => {
    for (const line of ["--partition=train", "--constraint=h100", "--nodes=4", "--gpus-per-node=8", "--exclusive"])
      expect(JOB).toContain(`#SBATCH ${line}\n`);
    expect(JOB).toContain("#SBATCH --ntasks-per-node=8\n");
    // nothing measures beside it
    expect(JOB).toMatch(/^export .* NCCL_PROFILER_PLUGIN=none/m);
  });

  test("launches in the order of the network, in the image, and keeps the log", () => {
    const result = run(LOG);
    expect(result).toMatchObject({ status: 0 });
    expect(result.output).toContain("FABRIC OK: 400.5 GB/s");
    expect(result.calls.at(-1)).toBe(
      "launcher --mpi=pmix --container-image=docker://public.ecr.aws#hpc-cloud/nccl-tests:latest /opt/nccl-tests/build/all_reduce_perf -b 16G -e 16G -f 2 -g 1 -c 1 -n 20",
    );
    expect(result.file("fabric-h100-7.log")).toContain("Selected provider");
  });

  test("fails before it measures when a node lacks a device", () => {
    const result = run(LOG, 1);
    expect(result.status).not.toBe(0);
    expect(result.output).toContain("has 1 EFA devices, not 2");
    expect(result.calls.join()).not.toContain("launcher");
  });

  test("fails when the log does not show EFA", () => {
    expect(run(LOG.replace("is efa", "is tcp")).status).toBe(1);
  });

  test("leaves algorithm and protocol to the tuner", () => {
    expect(JOB).not.toMatch(/NCCL_ALGO|NCCL_PROTO/);
    expect(JOB).toContain("FI_PROVIDER=efa");
  });
});

test("an image is written as enroot reads it", () => {
  expect(enrootImage("public.ecr.aws/a/b@sha256:1")).toBe("docker://public.ecr.aws#a/b@sha256:1");
  expect(enrootImage("ubuntu")).toBe("docker://ubuntu");
});

test("all_reduce_perf measures one size and checks its results", () => {
  expect(ncclArguments(2)).toEqual(["-b", "2G", "-e", "2G", "-f", "2", "-g", "1", "-c", "1", "-n", "20"]);
});
