import { podSamples, type PodSamplesProps } from "../../../constructs/platform/pod-samples";
import type { Json } from "../../helpers/synth";

const PROPS: PodSamplesProps = {
  nodes: {
    nodeSelector: { "railyard.dev/node-group": "l40s" },
    taints: [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
    gpus: 4,
    gpu: { kind: "resource", resource: "nvidia.com/gpu" },
    podResources: { "nvidia.com/gpu": "4", "vpc.amazonaws.com/efa": "1" },
    deviceClaims: [],
    maxNodes: 8,
  },
  namespace: "vision",
  image: "nvcr.io/nvidia/pytorch:25.06-py3",
};
const CLAIMS: PodSamplesProps = {
  ...PROPS,
  nodes: {
    ...PROPS.nodes,
    gpu: { kind: "claim", deviceClass: "gpu.nvidia.com" },
    podResources: {},
    deviceClaims: [{ name: "gpus", deviceClass: "gpu.nvidia.com" }],
  },
};
const of = (props: PodSamplesProps) => podSamples(props) as Record<string, Json[]>;
const podOf = (objects: Json[] | undefined): Json => objects!.find(({ kind }) => kind === "Job").spec.template.spec;

test("pods run on the nodes, tolerate their taints, and are in the team's namespace", () => {
  for (const objects of Object.values(of(PROPS))) {
    expect(podOf(objects)).toMatchObject({
      nodeSelector: { "railyard.dev/node-group": "l40s" },
      tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
    });
    for (const { metadata } of objects) expect(metadata.namespace).toBe("vision");
  }
});

test("one GPU is one, and a node is all that it has", () => {
  const samples = of(PROPS);
  const limits = (name: string) => podOf(samples[name]).containers[0].resources.limits as Json;
  expect(limits("one-gpu.yaml")).toEqual({ "nvidia.com/gpu": "1" });
  expect(limits("one-node.yaml")).toEqual(PROPS.nodes.podResources);
  expect(limits("pytorch.yaml")).toEqual(PROPS.nodes.podResources);
});

test("where GPUs are claimed, each file has the template of its claims", () => {
  for (const [name, objects] of Object.entries(of(CLAIMS))) {
    const pod = podOf(objects);
    const templates = objects
      .filter(({ kind }) => kind === "ResourceClaimTemplate")
      .map(({ metadata }) => metadata.name);
    expect([name, pod.resourceClaims.map((claim: Json) => claim.resourceClaimTemplateName)]).toEqual([name, templates]);
    expect(pod.containers[0].resources.claims).toHaveLength(1);
  }
  const [template] = of(CLAIMS)["one-gpu.yaml"]!;
  expect(template.spec.spec.devices.requests[0].exactly).toEqual({
    deviceClassName: "gpu.nvidia.com",
    allocationMode: "ExactCount",
    count: 1,
  });
});

test("pods of several nodes find the first by its name", () => {
  const objects = of(PROPS)["pytorch.yaml"]!;
  const service = objects.find(({ kind }) => kind === "Service");
  const job = objects.find(({ kind }) => kind === "Job");
  expect(job.spec).toMatchObject({ completionMode: "Indexed", completions: 2, parallelism: 2 });
  expect(job.spec.template.spec.subdomain).toBe(service.metadata.name);
  expect(job.spec.template.metadata.labels).toMatchObject(service.spec.selector);
  expect(job.spec.template.spec.containers[0].command).toContain("--master-addr=pytorch-0.pytorch");
  expect(of({ ...PROPS, nodes: { ...PROPS.nodes, maxNodes: 1 } })).not.toHaveProperty(["pytorch.yaml"]);
});

test("what torchrun starts is in the same file: no image has it", () => {
  const using = Object.entries(of(PROPS)).filter(([, objects]) => JSON.stringify(objects).includes("torchrun"));
  expect(using.map(([name]) => name)).toEqual(["one-node.yaml", "pytorch.yaml"]);
  for (const [name, objects] of using) {
    const program = objects.find(({ kind }) => kind === "ConfigMap");
    expect([name, program.metadata.namespace, Object.keys(program.data)]).toEqual([name, "vision", ["train.py"]]);
    const { containers, volumes } = podOf(objects);
    expect(containers[0].command.at(-1)).toBe("/opt/train/train.py");
    expect(containers[0].volumeMounts).toContainEqual({ name: "program", mountPath: "/opt/train", readOnly: true });
    expect(volumes).toContainEqual({ name: "program", configMap: { name: program.metadata.name } });
  }
});
