import type { Change } from "../../../helpers/environment";
import { updated } from "../../../helpers/plan";
import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const asked = (given: Reviewed) =>
  findingsOf("capacity", given)
    .filter(({ safer }) => safer?.some(({ command = "" }) => command.includes(" verify ")))
    .map(({ severity, title, details, safer }) => ({
      severity,
      text: [title, ...details].join("\n"),
      command: safer?.at(-1)?.command,
    }));

const h100 = (change: Change): Change => ({ nodeGroups: { h100: change } });

test.each<[string, Change, RegExp]>([
  ["another image", h100({ image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }), /h100: its image/],
  ["another machine", h100({ instanceType: "p5en.48xlarge" }), /h100: its machines/],
  ["another fabric", { ...h100({ fabric: { kind: "none" } }), lustre: { efa: false, capacityGiB: 38400 } }, /fabric/],
  ["hosts that are set up in another way", h100({ tuning: { purpose: "inference" } }), /how its hosts are set up/],
])("%s: what was measured holds no longer", (_, after, why) =>
  expect(asked({ after })).toContainEqual({
    severity: "warning",
    text: expect.stringMatching(why),
    command: "npx railyard verify sample --pool h100",
  }),
);

const release = (name: string, values: unknown, version = "1.0.0") => ({
  name,
  chart: name,
  version,
  values: [JSON.stringify(values)],
});
const upgraded = (name: string, was: unknown, now: unknown, version = "1.0.0"): Reviewed => ({
  plans: {
    platform: [updated(`helm_release.${name.replaceAll("-", "_")}`, release(name, was), release(name, now, version))],
  },
});

test.each<[string, Reviewed, RegExp]>([
  [
    "the driver of the GPU Operator",
    upgraded("gpu-operator", { driver: { version: "580" } }, { driver: { version: "595" } }),
    /the GPU Operator changes/,
  ],
  ["its release", upgraded("gpu-operator", {}, {}, "1.1.0"), /the GPU Operator changes/],
  [
    "the plugin of the fabric",
    upgraded("aws-efa-k8s-device-plugin", {}, {}, "1.1.0"),
    /aws-efa-k8s-device-plugin changes/,
  ],
  [
    "the image of slurmd",
    upgraded(
      "slurm",
      { nodesets: { h100: { slurmd: { image: { tag: "26.05.1" } } } } },
      { nodesets: { h100: { slurmd: { image: { tag: "26.05.2" } } } } },
    ),
    /the image of slurmd changes/,
  ],
  [
    "nodes that are made anew",
    {
      plans: {
        nodes: [
          updated(
            "aws_eks_node_group.h100",
            { node_group_name: "sample-h100", release_version: "1.36.1-20260901", labels: {} },
            { release_version: "1.36.4-20261003" },
          ),
        ],
      },
    },
    /h100: its nodes are made anew/,
  ],
])("%s: it is measured again, though config is the same", (_, given, why) =>
  expect(asked(given)).toEqual([expect.objectContaining({ severity: "warning", text: expect.stringMatching(why) })]),
);

test("a pool that comes is not proved, and one without GPUs is never asked for", () => {
  const more = { nodeGroups: { h200: { instanceType: "p5en.48xlarge", nodes: 2, capacity: { kind: "on-demand" } } } };
  expect(asked({ after: more })).toEqual([
    {
      severity: "info",
      text: "Nothing is proved yet of pool h200.",
      command: "npx railyard verify sample --pool h200",
    },
  ]);
  expect(asked({ after: { nodeGroups: { cpu: { instanceType: "m7i.8xlarge" } } } })).toEqual([]);
});

test("a volume with another speed is measured again", () =>
  expect(asked({ after: { lustre: { throughput: 500 } } })).toEqual([
    expect.objectContaining({ command: "npx railyard verify sample --only volume-lustre" }),
  ]));

test.each<[string, Reviewed]>([
  ["nothing", {}],
  ["the number of nodes", { after: h100({ nodes: 8 }) }],
  ["hours of maintenance of a file system", { after: { lustre: { maintenance: "6:04:00" } } }],
  ["a team", { after: { teams: { audio: { gpus: 8 } } } }],
  ["a release that carries nothing of a fabric", upgraded("kueue", {}, {}, "1.1.0")],
  ["values of the GPU Operator that no job feels", upgraded("gpu-operator", { x: 1 }, { x: 2 })],
  ["slurmctld", upgraded("slurm", { controller: { slurmctld: {} } }, { controller: { slurmctld: { x: 1 } } })],
])("%s changes: what was measured holds", (_, given) => expect(asked(given)).toEqual([]));

test("an environment that goes asks for nothing", () => expect(asked({ after: null })).toEqual([]));
