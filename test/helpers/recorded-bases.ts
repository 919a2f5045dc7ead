import type { AwsEksInput } from "../../config/environment-input";

/** Production: reserved p5 nodes, an open Capacity Block, CPU nodes by an autoscaler, Lustre over EFA that is linked to checkpoints, Slurm, teams. */
export const PRODUCTION = {
  name: "lab",
  account: "111122223333",
  region: "us-east-1",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  network: { kind: "create", cidr: "10.20.0.0/16", zones: ["us-east-1a", "us-east-1b"], nat: "per-zone" },
  cluster: {
    kind: "eks",
    version: "1.35",
    admins: ["arn:aws:iam::111122223333:role/platform-admin"],
    viewers: ["arn:aws:iam::111122223333:role/support"],
  },
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      nodes: 16,
      image: { kind: "al2023", release: "1.35.7-20260820" },
      capacity: { kind: "reservation", target: "cr-0a1b2c3d4e5f60718", zone: "us-east-1a" },
    },
    h200: {
      instanceType: "p5en.48xlarge",
      nodes: 8,
      capacity: {
        kind: "capacity-block",
        id: "cr-00112233445566778",
        zone: "us-east-1a",
        start: "2026-11-10",
        end: "2026-12-08",
      },
    },
    cpu: { instanceType: "m7i.16xlarge", nodes: { min: 0, max: 8 }, zone: "us-east-1a" },
  },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 57600, throughput: 250, efa: true },
  checkpoints: { warm: { keepLast: 20 }, cold: { expireAfterDays: 365 } },
  slurm: {
    partitions: {
      train: { nodeGroups: ["h100"], default: true },
      burst: { nodeGroups: ["h200"], maxHours: 72 },
      prep: { nodeGroups: ["cpu"] },
    },
  },
  teams: { vision: { gpus: 64, users: ["ada", "grace"] }, language: { share: 200 } },
} as const satisfies AwsEksInput;

/** Development: one GPU group on demand, Lustre over TCP, no tiers, one NAT gateway, no monitoring. */
export const DEVELOPMENT = {
  name: "bench",
  account: "111122223333",
  region: "us-east-1",
  profile: "development",
  owner: { team: "ml-platform", costCenter: "cc-1042" },
  network: { kind: "create", cidr: "10.10.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: {
    kind: "eks",
    admins: ["arn:aws:iam::111122223333:role/platform-admin"],
    endpoint: { kind: "public-and-private", allowedCidrs: ["198.18.0.0/28"] },
    systemNodes: { count: 2 },
  },
  nodeGroups: {
    l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" }, zone: "us-east-1a" },
  },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 2400, throughput: 250 },
  monitoring: { enabled: false },
  slurm: { partitions: { gpu: { nodeGroups: ["l40s"], default: true } }, login: { kind: "none" } },
} as const satisfies AwsEksInput;
