import { defineEnvironment } from "../index";

const server = { like: "l40s-4", coresPerSocket: 32, threadsPerCore: 2, memoryGiB: 512 } as const;
const onsite = { kind: "hybrid", os: "ubuntu-24.04", server } as const;
const routed = { nodeCidrs: ["10.200.0.0/22"], podCidrs: ["10.201.0.0/16"], podRoutes: { kind: "network" as const } };
const connection = { kind: "transit-gateway", id: "tgw-0a1b2c3d4e5f60718" } as const;
const prep = { nodeGroups: ["cpu"] };

/** Servers with L40S on premises in a cluster of EKS, whole and shared, beside CPU nodes in AWS; Slurm over both, checkpoints in S3. */
export default defineEnvironment({
  name: "hybrid",
  account: "111122223333",
  region: "us-east-1",
  owner: { team: "ml-platform", costCenter: "cc-4001" },
  network: { kind: "create", cidr: "10.30.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: {
    admins: ["arn:aws:iam::111122223333:role/platform-admin"],
    hybrid: { ...routed, credentials: { kind: "ssm" }, connection },
  },
  nodeGroups: {
    l40s: { ...onsite, nodes: 24 },
    notebooks: { ...onsite, nodes: 2, sharing: { kind: "time-slicing", replicas: 8 } },
    inference: { ...onsite, nodes: 2, sharing: { kind: "mps", replicas: 4 } },
    cpu: { instanceType: "m7i.16xlarge", nodes: { max: 4 }, scaledBy: { kind: "karpenter" } },
  },
  checkpoints: {},
  slurm: {
    partitions: { onsite: { nodeGroups: ["l40s"], default: true }, small: { nodeGroups: ["notebooks"] }, prep },
  },
});
