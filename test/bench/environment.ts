import type { AwsEksInput } from "../../config/environment-input";

/** An environment with so many EFA node groups of 32 interfaces, and Lustre and checkpoints beside them. */
export function benchEnvironment(name: string, index: number, groups: number): AwsEksInput {
  const group = {
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 2 },
    capacity: { kind: "on-demand" },
  } as const;
  return {
    name,
    account: "111122223333",
    region: "us-east-1",
    profile: "development",
    owner: { team: "bench", costCenter: "bench" },
    network: {
      kind: "create",
      cidr: `${10 + Math.floor(index / 256)}.${index % 256}.0.0/16`,
      zones: ["us-east-1a", "us-east-1b"],
    },
    cluster: {
      kind: "eks",
      admins: ["arn:aws:iam::111122223333:role/admin"],
      // thousands of nodes want a large Prometheus
      systemNodes: { instanceType: "m7i.16xlarge" },
    },
    nodeGroups: Object.fromEntries(Array.from({ length: groups }, (_, i) => [`g${i}`, group])),
    lustre: { deployment: "persistent-2-ssd", capacityGiB: 38400, throughput: 125 },
    checkpoints: {},
    // what a thousand node groups break on purpose: quotas and address budgets are not what is measured
    ignoreRules: ["network/ip-budget"].map((id) => ({
      id,
      reason: "a benchmark",
      until: "2999-12-31",
    })),
  };
}
