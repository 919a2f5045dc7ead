import { gangSamples, type GangSamplesProps } from "../../../../constructs/platform/kueue/gang-samples";
import { mpiJobKind } from "../../../../constructs/platform/kueue/mpi-job-kind";
import { mpiOperatorObjects } from "../../../../constructs/platform/kueue/mpi-operator";
import type { Json } from "../../../helpers/synth";

const PROPS: GangSamplesProps = {
  nodes: {
    nodeSelector: { "railyard.dev/node-group": "h100" },
    taints: [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
    gpus: 8,
    gpu: { kind: "resource", resource: "nvidia.com/gpu" },
    podResources: { "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "32" },
    deviceClaims: [],
    maxNodes: 4,
  },
  namespace: "vision",
  image: "r.example.com/torch:1",
  mpiImage: "r.example.com/nccl:1",
  operators: ["jobset", "trainer", "mpi", "kuberay", "lws"],
  rayClusters: true,
  near: "topology.k8s.aws/network-node-layer-3",
  podAnnotations: { "k8s.v1.cni.cncf.io/networks": "rail-0" },
};
const of = (change: Partial<GangSamplesProps> = {}) => gangSamples({ ...PROPS, ...change }) as Record<string, Json[]>;

/** Pod templates of an object, wherever its kind has them. */
function podsOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(podsOf);
  if (typeof value !== "object" || value === null) return [];
  const { spec, ...more } = value as Json;
  return Array.isArray(spec?.containers) ? [value as Json] : [...podsOf(spec), ...podsOf(Object.values(more))];
}
const gpusOf = (pod: Json): number => Number(pod.spec.containers[0].resources?.limits?.["nvidia.com/gpu"] ?? 0);

test("there is one of each operator that is installed, and none of others", () => {
  expect(Object.keys(of())).toEqual([
    "jobset.yaml",
    "trainjob.yaml",
    "mpijob.yaml",
    "rayjob.yaml",
    "raycluster.yaml",
    "leaderworkerset.yaml",
  ]);
  expect(Object.keys(of({ operators: ["mpi"] }))).toEqual(["mpijob.yaml"]);
  expect(Object.keys(of({ operators: ["kuberay"], rayClusters: false }))).toEqual(["rayjob.yaml"]);
  expect(of({ nodes: { ...PROPS.nodes, maxNodes: 1 } })).toEqual({});
});

test.each(Object.entries(of()))(
  "%s names the queue of the team, and its pods hold whole nodes near each other",
  (_, all) => {
    const queued = all.filter(({ metadata }) => metadata.labels?.["kueue.x-k8s.io/queue-name"] === "default");
    expect(queued).toHaveLength(1);
    for (const { metadata } of all) expect(metadata.namespace).toBe("vision");
    const pods = podsOf(all);
    expect(pods.length).toBeGreaterThan(0);
    for (const { spec } of pods)
      expect(spec).toMatchObject({
        nodeSelector: PROPS.nodes.nodeSelector,
        tolerations: [{ key: "nvidia.com/gpu", operator: "Exists" }],
      });
    const withGpus = pods.filter((pod) => gpusOf(pod) > 0);
    expect(withGpus.map(gpusOf)).toEqual([8]);
    expect(withGpus[0]!.metadata.annotations).toEqual({
      ...PROPS.podAnnotations,
      "kueue.x-k8s.io/podset-preferred-topology": PROPS.near,
    });
  },
);

test("nodes that do not tell where they stand are not asked for a place", () =>
  expect(JSON.stringify(of({ near: null }))).not.toContain("podset-preferred-topology"));

test("operators find their containers by name, and ranks are those of all GPUs", () => {
  const { "trainjob.yaml": [, runtime, job] = [], "mpijob.yaml": [mpi] = [], "rayjob.yaml": [ray] = [] } = of();
  expect(podsOf(runtime)[0]!.spec.containers[0].name).toBe("node");
  expect(job!.spec).toMatchObject({
    runtimeRef: { kind: "TrainingRuntime", name: runtime!.metadata.name },
    trainer: { numNodes: 2, numProcPerNode: 8 },
  });
  expect(mpi!.spec.slotsPerWorker).toBe(8);
  expect(mpi!.spec.mpiReplicaSpecs.Launcher.template.spec.containers[0].command.join(" ")).toContain("-np 16 -N 8");
  // a cluster of Ray that changed its size would use what Kueue has not admitted
  expect(ray!.spec.rayClusterSpec.workerGroupSpecs[0]).toMatchObject({ replicas: 2, minReplicas: 2, maxReplicas: 2 });
});

test("the definition of MPIJob has every field that its sample writes", () => {
  const { openAPIV3Schema } = (mpiJobKind().spec.versions[0] as Json).schema;
  const unknown = (schema: Json, value: unknown, at: string): string[] => {
    if (schema["x-kubernetes-preserve-unknown-fields"] || typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, one]) => {
      const inner = schema.properties?.[key] ?? schema.additionalProperties;
      return inner ? unknown(inner, one, `${at}.${key}`) : [`${at}.${key}`];
    });
  };
  const [mpi] = of()["mpijob.yaml"]!;
  expect(unknown(openAPIV3Schema.properties.spec, mpi!.spec, "spec")).toEqual([]);
  expect(unknown(openAPIV3Schema.properties.spec, { slots: 1 }, "spec")).toEqual(["spec.slots"]);
});

test("the MPI operator runs twice on nodes of controllers, by its own rights alone", () => {
  const objects = mpiOperatorObjects({ nodeSelector: { "railyard.dev/system": "yes" }, tolerations: [] }) as Json[];
  const deployment = objects.find(({ kind }) => kind === "Deployment")!;
  expect(deployment.spec.replicas).toBe(2);
  expect(deployment.spec.template.spec.nodeSelector).toEqual({ "railyard.dev/system": "yes" });
  expect(deployment.spec.template.spec.containers[0].image).toMatch(/^docker\.io\/mpioperator\/mpi-operator:\d/);
  const rules = objects.filter(({ kind }) => kind === "ClusterRole").flatMap((role) => role.rules as Json[]);
  expect(rules.flatMap(({ verbs, resources }) => [...verbs, ...resources])).not.toContain("*");
});

test("what torchrun starts is in the same file: no image has it", () => {
  const using = Object.entries(of()).filter(([, all]) => JSON.stringify(all).includes("torchrun"));
  expect(using.map(([name]) => name)).toEqual(["jobset.yaml", "trainjob.yaml", "leaderworkerset.yaml"]);
  for (const [name, [program, ...more]] of using) {
    expect([name, program!.kind, Object.keys(program!.data)]).toEqual([name, "ConfigMap", ["train.py"]]);
    for (const { spec } of podsOf(more)) {
      expect(spec.containers[0].command.at(-1)).toBe("/opt/train/train.py");
      expect(spec.containers[0].volumeMounts).toContainEqual({
        name: "program",
        mountPath: "/opt/train",
        readOnly: true,
      });
      expect(spec.volumes).toContainEqual({ name: "program", configMap: { name: program!.metadata.name } });
    }
  }
});
