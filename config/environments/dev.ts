import { defineEnvironment } from "../index";

/** One small GPU group on spot capacity: cheap, and everything but the fabric is there. */
export default defineEnvironment({
  name: "dev",
  account: "111122223333",
  region: "us-east-1",
  profile: "development",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  network: { kind: "create", cidr: "10.10.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: { kind: "eks", admins: ["arn:aws:iam::111122223333:role/platform-admin"], systemNodes: { count: 2 } },
  nodeGroups: {
    l40s: {
      instanceType: "g6e.12xlarge",
      nodes: 1,
      capacity: { kind: "spot" },
      fabric: { kind: "none" },
      zone: "us-east-1a",
    },
  },
  lustre: { deployment: "scratch-2", capacityGiB: 1200 },
  slurm: {
    partitions: { gpu: { nodeGroups: ["l40s"], default: true }, cpu: { nodeGroups: ["l40s"], cpusPerNode: 4 } },
  },
});
