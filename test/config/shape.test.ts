import { LEGAL } from "../helpers/environment";
import { problemsWith } from "../helpers/loading";

describe("what is wrong with the shape, in words", () => {
  test.each([
    ["an unknown key, with the nearest", { lustr: {} }, 'sample lustr: unknown key "lustr" | did you mean lustre?'],
    [
      "an unknown key in a choice, by the keys of that choice",
      { lustre: { deployment: "scratch-2", capacityGiB: 1200, througput: 5 } },
      'sample lustre.througput: unknown key "througput" | allowed here: deployment, capacityGiB, zone, mountPath, compression, rootSquash, maintenance, logLevel',
    ],
    [
      "an unknown instance type, with the nearest",
      { nodeGroups: { g: { instanceType: "p5e.48large", nodes: 2 } } },
      'sample nodeGroups.g.instanceType: unknown value "p5e.48large" | did you mean p5e.48xlarge?',
    ],
    [
      "an unknown kind of a choice",
      { nodeGroups: { g: { instanceType: "p5.48xlarge", nodes: 2, capacity: { kind: "ondemand" } } } },
      'sample nodeGroups.g.capacity.kind: unknown value "ondemand" | did you mean on-demand?',
    ],
    [
      "a kind of another place, without telling it as what was meant",
      {
        nodeGroups: {
          onsite: { kind: "hybrid", nodes: 2, os: "rhel-9", server: "dgx-h100", fabric: { kind: "efa" } },
        },
      },
      'sample nodeGroups.onsite.fabric.kind: unknown value "efa" | allowed: none, infiniband or roce',
    ],
    ["a wrong type", { region: 7 }, 'sample region: must be a string, but is 7 | AWS region. Example: "us-east-1"'],
    [
      "a missing key, with what it is for and an example",
      { account: undefined },
      'sample account: is missing; it must be a string | AWS account id. Terraform refuses to run with credentials of another account. Example: "111122223333"',
    ],
    [
      "an account that is a short one",
      { account: "123" },
      'sample account: must be an AWS account id: 12 digits in quotes, but is "123" | AWS account id. Terraform refuses to run with credentials of another account. Example: "111122223333"',
    ],
    [
      "an account that is a number",
      { account: 111122223333 },
      'sample account: must be a string, but is 111122223333 | put it in quotes: "111122223333"',
    ],
    [
      "a tag without a value, and why",
      { extraTags: { note: "" } },
      'sample extraTags.note: must have a value, such as "none": Terraform plans resources wrongly where a tag of all of them is empty, but is "" | Further tags for every resource.',
    ],
    [
      "a number that is none of the allowed ones",
      { lustre: { ...LEGAL.lustre, throughput: 300 } },
      "sample lustre.throughput: unknown value 300 | allowed: 125, 250, 500 or 1000",
    ],
    [
      "a text in place of one of the allowed numbers",
      { lustre: { ...LEGAL.lustre, throughput: "fast" } },
      'sample lustre.throughput: unknown value "fast" | allowed: 125, 250, 500 or 1000',
    ],
    [
      "one of the allowed numbers that is missing",
      { lustre: { ...LEGAL.lustre, throughput: undefined } },
      "sample lustre.throughput: is missing | allowed: 125, 250, 500 or 1000",
    ],
    [
      "a name that is too long",
      { nodeGroups: { ["g".repeat(21)]: { instanceType: "p5.48xlarge", nodes: 2 } } },
      `sample nodeGroups.${"g".repeat(21)}: the name "${"g".repeat(21)}" must have at most 20 characters | `,
    ],
    [
      "a list in place of names",
      { nodeGroups: [] },
      "sample nodeGroups: must be an object with names as keys, but is [] | Groups of equal nodes, by name: those that EC2 starts, and servers on premises.",
    ],
    [
      "a fraction",
      { lustre: { ...LEGAL.lustre, capacityGiB: 1200.5 } },
      "sample lustre.capacityGiB: must be a whole number, but is 1200.5 | a whole number 1200 or more: Size of the file system, in the steps that deployment, throughput and EFA allow. Example: 38400",
    ],
    [
      "a mistyped key that is required: one problem",
      { nodeGroups: { g: { instanceTyp: "p5.48xlarge", nodes: 2 } } },
      'sample nodeGroups.g.instanceTyp: unknown key "instanceTyp" | did you mean instanceType?',
    ],
    [
      "a mistyped key that says which kind is meant",
      { nodeGroups: { g: { instanceType: "p5.48xlarge", nodes: 2, capacity: { kindd: "spot" } } } },
      'sample nodeGroups.g.capacity.kindd: unknown key "kindd" | did you mean kind?',
    ],
    [
      "a choice that is no object",
      { nodeGroups: { g: { instanceType: "p5.48xlarge", nodes: 2, capacity: "spot" } } },
      'sample nodeGroups.g.capacity: must be an object, but is "spot" | write { kind: "spot" }',
    ],
    [
      "a mistyped chart",
      { platform: { helmValues: { "gpu-operatr": {} } } },
      'sample platform.helmValues.gpu-operatr: unknown key "gpu-operatr" | did you mean gpu-operator?',
    ],
    [
      "a list that is empty",
      { slurm: { partitions: { p: { nodeGroups: [], default: true } } } },
      'sample slurm.partitions.p.nodeGroups: must have at least 1 entry, but is [] | Node groups whose nodes the partition has. Example: ["h100"]',
    ],
    [
      "a number that is too small",
      { cluster: { ...LEGAL.cluster, systemNodes: { count: 1 } } },
      "sample cluster.systemNodes.count: must be at least 2, but is 1 | a whole number from 2 to 50: How many system nodes; spread over the zones.",
    ],
    [
      "a list that is too short",
      { network: { ...LEGAL.network, zones: ["us-east-1a"] } },
      'sample network.zones: must have at least 2 entries, but is ["us-east-1a"] | Zones, in order: availability zones, of which EKS needs two, and Local Zones. Add zones at the end: the place in the list fixes the subnet. Example: ["us-east-1a","us-east-1b"]',
    ],
    [
      "a Capacity Block without its dates",
      {
        nodeGroups: {
          g: {
            instanceType: "p5.48xlarge",
            nodes: 2,
            capacity: {
              kind: "capacity-block",
              id: "cr-0123456789abcdef0",
              zone: "us-east-1a",
              count: 2,
              start: "2026-12-01T11:30:00Z",
            },
          },
        },
      },
      'sample nodeGroups.g.capacity.end: is missing; it must be a string | When the block ends: a day, since it is always 11:30 UTC. AWS begins to terminate nodes 30 minutes earlier (60 for UltraServers). Example: "2026-12-15"',
    ],
    [
      "a name that Kubernetes would not take",
      { nodeGroups: { GPU_1: { instanceType: "p5.48xlarge", nodes: 2 } } },
      'sample nodeGroups.GPU_1: the name "GPU_1" must be lower-case letters, digits and single dashes, and start with a letter | write "gpu-1"',
    ],
    [
      "neither a number nor a range",
      { nodeGroups: { g: { instanceType: "p5.48xlarge", nodes: "two" } } },
      'sample nodeGroups.g.nodes: must be a number of nodes (0 to 450), or { min, max }, but is "two" | How many nodes: a number that Terraform keeps, or a range within which an autoscaler chooses. Example: 16',
    ],
    [
      "a date that is none",
      { ignoreRules: [{ id: "efa/one", reason: "because it is so", until: "soon" }] },
      'sample ignoreRules.0.until: must be a date, such as 2027-01-31, but is "soon" | Last day on which the rule is silent.',
    ],
  ])("%s", (_, change, expected) => expect(problemsWith({ slurm: undefined, ...change })).toEqual([expected]));
});

test("mount paths may have capital letters, as Linux has them", () =>
  expect(problemsWith({ lustre: { ...LEGAL.lustre, mountPath: "/mnt/FSx" } })).toEqual([]));
