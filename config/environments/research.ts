import { defineEnvironment } from "../index";

/** Sixteen p5 nodes in a reservation, CPU nodes beside them, Lustre over EFA, checkpoints tiered to S3, two partitions, two teams. */
export default defineEnvironment({
  name: "research",
  account: "111122223333",
  region: "us-east-1",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  network: { kind: "create", cidr: "10.20.0.0/16", zones: ["us-east-1a", "us-east-1b"], nat: "per-zone" },
  cluster: { kind: "eks", admins: ["arn:aws:iam::111122223333:role/platform-admin"] },
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      nodes: 16,
      capacity: { kind: "reservation", target: "cr-0a1b2c3d4e5f60718", zone: "us-east-1a", count: 16 },
    },
    cpu: { instanceType: "m7i.16xlarge", nodes: 2, zone: "us-east-1a" },
  },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 38400, throughput: 250, efa: true },
  checkpoints: {},
  slurm: { partitions: { train: { nodeGroups: ["h100"], default: true }, prep: { nodeGroups: ["cpu"] } } },
  teams: { vision: { gpus: 64 }, language: { share: 200 } },
});
