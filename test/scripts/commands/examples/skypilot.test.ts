import { parse } from "yaml";
import { samplesOf, type Samples } from "../../../../scripts/commands/examples/samples";
import { clusterSample } from "../../../helpers/cluster";
import { sample, type Change } from "../../../helpers/environment";
import type { Json } from "../../../helpers/synth";

const IMAGES = { asked: null, usual: "nvcr.io/nvidia/pytorch:25.06-py3", nccl: null };
const queued = (kueue: Change = {}): Change => ({ slurm: null, kueue: { nodeGroups: ["h100"], ...kueue } });
const read = ({ files }: Samples, name: string): Json => parse(files[`skypilot/${name}`] ?? "null");
const AWS = samplesOf(sample(queued()).env, IMAGES);

test("the configuration names one context, the namespace of a team and its queue", () => {
  const { kubernetes, allowed_clouds } = read(AWS, "config.yaml");
  const context = "arn:aws:eks:us-east-1:111122223333:cluster/sample";
  expect([allowed_clouds, kubernetes.allowed_contexts]).toEqual([["kubernetes"], [context]]);
  expect(kubernetes.context_configs[context]).toMatchObject({
    namespace: "vision",
    kueue: { local_queue_name: "default", admission_timeout: -1 },
    pod_config: { spec: { tolerations: [{ key: "nvidia.com/gpu", operator: "Exists" }] } },
  });
});

test("the job asks for all that a whole node has, and for its GPUs by SkyPilot's own name", () => {
  const { resources, num_nodes, config, workdir } = read(AWS, "train.yaml");
  expect([workdir, AWS.files["skypilot/train.py"]]).toEqual([".", expect.stringContaining("def main")]);
  expect([resources.accelerators, num_nodes]).toEqual(["H100-80GB:8", 2]);
  const [container] = config.kubernetes.pod_config.spec.containers;
  expect(container.resources.limits).toMatchObject({ "vpc.amazonaws.com/efa": "32" });
  expect(container.resources.limits).not.toHaveProperty(["nvidia.com/gpu"]);
});

test("models whose memory SkyPilot does not say go without it", () => {
  const l40s = { l40s: { instanceType: "g6e.12xlarge", nodes: 1, fabric: { kind: "none" } } };
  const { env } = sample({ nodeGroups: l40s, kueue: { nodeGroups: ["l40s"] } });
  const task = read(samplesOf(env, IMAGES), "train.yaml");
  expect([task.resources.accelerators, task.num_nodes]).toEqual(["L40S:4", 1]);
});

test("there are none without queues, and a note where no plain pod waits in them", () => {
  const none = samplesOf(sample({ slurm: null }).env, IMAGES);
  expect([Object.keys(none.files).filter((name) => name.startsWith("skypilot")), none.notes.join()]).toEqual([
    [],
    expect.not.stringContaining("SkyPilot"),
  ]);
  const { files, notes } = samplesOf(sample(queued({ jobs: ["job"] })).env, IMAGES);
  expect(files).not.toHaveProperty(["skypilot/config.yaml"]);
  expect(notes.join()).toContain('kueue.jobs names "pod"');
});

test("of a cluster that exists, the context is the one of config", () => {
  const { env } = clusterSample({ slurm: null, kueue: { nodeGroups: ["dgx"] }, teams: { vision: {} } });
  expect(read(samplesOf(env, IMAGES), "config.yaml").kubernetes.allowed_contexts).toHaveLength(1);
});
