import { CLUSTER_ZONE_RULES } from "../../../../../config/sites/aws-eks/cluster/zone-rules";
import { sample, type Change } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";
import { ec2Groups } from "../../../../../config/sites/aws-eks/nodes/ec2-groups";

const network = (...zones: string[]) => ({ network: { zones } });
const cluster = (...zones: string[]) => ({ cluster: { zones } });
const three = network("us-east-1a", "us-east-1b", "us-east-1c");
const elsewhere = (region: string, ...letters: string[]) => ({
  region,
  nodeGroups: { h100: null },
  slurm: null,
  ...network(...letters.map((letter) => `${region}${letter}`)),
});

ruleCases(CLUSTER_ZONE_RULES, {
  "cluster/zones-in-network": {
    severity: "error",
    trips: [
      {
        change: cluster("us-east-1a", "us-east-1c"),
        at: ["cluster", "zones", 1],
        message: ["us-east-1c has no private subnet", "us-east-1a, us-east-1b"],
      },
      {
        change: {
          ...network("us-east-1a", "us-east-1b", "us-east-1-dfw-2a"),
          ...cluster("us-east-1a", "us-east-1-dfw-2a"),
        },
        at: ["cluster", "zones", 1],
        message: ["us-east-1-dfw-2a is a Local Zone"],
      },
      { change: cluster("us-east-1a", "us-east-1a"), at: ["cluster", "zones", 1], message: ["twice"] },
    ],
    passes: [
      { change: cluster("us-east-1b", "us-east-1a") },
      { change: { ...three, ...cluster("us-east-1a", "us-east-1c") } },
    ],
  },
  "cluster/zones-unsaid": {
    severity: "warning",
    trips: [
      {
        change: three,
        at: ["cluster", "zones"],
        message: ["in us-east-1a and us-east-1b; us-east-1c holds nodes alone"],
        fix: ['["us-east-1a", "us-east-1b"]', '["us-east-1a", "us-east-1b", "us-east-1c"]'],
      },
    ],
    passes: [
      { change: { ...three, ...cluster("us-east-1a", "us-east-1b") } },
      { change: network("us-east-1a", "us-east-1b", "us-east-1-dfw-2a") },
    ],
  },
  "cluster/excluded-zone": {
    severity: "error",
    trips: [
      {
        change: network("us-east-1a", "us-east-1e"),
        at: ["network", "zones", 1],
        message: ["use1-az3", "us-east-1e"],
        fix: ["describe-availability-zones"],
      },
      {
        change: { ...network("us-east-1a", "us-east-1b", "us-east-1e"), ...cluster("us-east-1a", "us-east-1e") },
        at: ["cluster", "zones", 1],
        message: ["us-east-1e"],
      },
      {
        when: "every zone of a Region of which one is left out",
        change: { ...elsewhere("us-west-1", "a", "b", "c"), ...cluster("us-west-1a", "us-west-1b", "us-west-1c") },
        at: ["cluster", "zones", 2],
        message: ["all zones of us-west-1", "usw1-az2"],
      },
    ],
    passes: [
      {
        when: "nodes in it, and the control plane elsewhere",
        change: network("us-east-1a", "us-east-1b", "us-east-1e"),
      },
      { change: elsewhere("us-east-2", "a", "b") },
    ],
  },
  "cluster/excluded-zone-unknown": {
    severity: "warning",
    trips: [
      {
        change: elsewhere("us-west-1", "a", "b"),
        at: ["network", "zones", 0],
        message: ["usw1-az2", "unknown"],
        fix: ["describe-availability-zones --region us-west-1"],
      },
    ],
    passes: [{ change: {} }, { change: elsewhere("us-west-2", "a", "b") }],
  },
});

describe("zones of the cluster", () => {
  const of = (change: Change) => sample(change).env;

  test("are the first two, whatever zones come after them", () => {
    expect(of(three).network.clusterZones).toEqual(of({}).network.clusterZones);
    expect(of(network("us-east-1-dfw-2a", "us-east-1c", "us-east-1a", "us-east-1b")).network.clusterZones).toEqual([
      "us-east-1c",
      "us-east-1a",
    ]);
  });

  test("are those of groups that name none, so that no later zone replaces them", () => {
    const zones = (change: Change) => ec2Groups(of(change)).find(({ name }) => name === "cpu")?.machines.zones;
    expect(zones(three)).toEqual(zones({}));
    expect(zones({ ...three, nodeGroups: { cpu: { zone: "us-east-1c" } } })).toEqual(["us-east-1c"]);
  });
});
