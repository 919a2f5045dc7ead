import { defineEnvironment } from "../index";

const [a, b, dallas] = ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"];

/** One GB200 UltraServer: 18 nodes and 72 GPUs of one NVLink domain. */
const ultraServer = (id: string) => ({
  instanceType: "p6e-gb200.36xlarge" as const,
  nodes: 18,
  capacity: { kind: "capacity-block" as const, id, zone: dallas, start: "2026-12-07", end: "2027-02-01", count: 18 },
});

/** Two GB200 UltraServers in the Local Zone of Dallas: 144 GPUs, NVLink within each, EFA between them, homes on OpenZFS. */
export default defineEnvironment({
  name: "ultra",
  account: "444455556666",
  region: "us-east-1",
  owner: { team: "frontier-models", costCenter: "cc-2001", run: "moe-2t" },
  network: { kind: "create", cidr: "10.72.0.0/16", zones: [a, b, dallas], nat: "per-zone" },
  cluster: { admins: ["arn:aws:iam::444455556666:role/platform-admin"], zones: [a, b] },
  nodeGroups: { nvl1: ultraServer("cr-0a1b2c3d4e5f60719"), nvl2: ultraServer("cr-0a1b2c3d4e5f60720") },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 96000, throughput: 250 },
  storage: { home: { kind: "fsx-openzfs", deployment: "single-az-ha-2", throughputMBps: 640, capacityGiB: 4096 } },
  checkpoints: {},
  slurm: { partitions: { ultra: { nodeGroups: ["nvl1", "nvl2"], default: true } } },
});
