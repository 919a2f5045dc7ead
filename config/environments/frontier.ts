import { defineEnvironment } from "../index";

const [a, zone, c] = ["us-east-1a", "us-east-1b", "us-east-1c"];

/** 64 p5en nodes in a Capacity Block and 32 p6-b200 in a reservation: full tiering, a partition each. */
export default defineEnvironment({
  name: "frontier",
  account: "444455556666",
  region: "us-east-1",
  owner: { team: "frontier-models", costCenter: "cc-2001", run: "llm-405b" },
  network: { kind: "create", cidr: "10.64.0.0/16", zones: [a, zone, c], nat: "per-zone" },
  cluster: { admins: ["arn:aws:iam::444455556666:role/platform-admin"], tier: "tier-xl", zones: [a, zone, c] },
  nodeGroups: {
    h200: {
      instanceType: "p5en.48xlarge",
      nodes: 64,
      capacity: { kind: "capacity-block", id: "cr-0f1e2d3c4b5a69788", zone, start: "2026-12-07", end: "2027-02-01" },
    },
    b200: {
      instanceType: "p6-b200.48xlarge",
      nodes: 32,
      capacity: { kind: "reservation", target: "cr-00112233445566778", zone },
    },
  },
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 96000, throughput: 500, efa: true },
  checkpoints: { warm: { keepLast: 24, keepEvery: 5000 }, archive: {} },
  slurm: { partitions: { h200: { nodeGroups: ["h200"], default: true }, b200: { nodeGroups: ["b200"] } } },
});
