import type { Change } from "./environment";

/** Nodes of the pools of `FLEET`, each a whole number of leaves. */
const POOLS = { a: 448, b: 448, c: 448, d: 448, e: 256 };

/** Nodes at each of its leaves. */
export const FLEET_LEAF = 32;

/** 2,048 nodes with 16,384 GPUs in one partition, whose jobs wait for as few leaves as they need. */
export const FLEET = {
  nodeGroups: {
    h100: null,
    ...Object.fromEntries(
      Object.entries(POOLS).map(([name, nodes]) => [
        `h100-${name}`,
        {
          instanceType: "p5.48xlarge",
          nodes,
          capacity: { kind: "reservation", target: `cr-0123456789abcdef${name}`, zone: "us-east-1a" },
        },
      ]),
    ),
  },
  slurm: {
    partitions: {
      train: {
        nodeGroups: Object.keys(POOLS).map((name) => `h100-${name}`),
        default: true,
        maxHours: 48,
        defaultHours: 2,
      },
    },
    submit: { leaves: { train: { nodes: FLEET_LEAF } } },
  },
} satisfies Change;

/** Nodes of an UltraServer, which is one NVLink domain. */
const ULTRA_SERVER = 18;

const ultraServer = (id: string) => ({
  instanceType: "p6e-gb200.36xlarge",
  nodes: ULTRA_SERVER,
  capacity: {
    kind: "capacity-block",
    id,
    zone: "us-east-1-dfw-2a",
    start: "2026-12-07",
    end: "2027-02-01",
    count: ULTRA_SERVER,
  },
});

/** Two UltraServers: 36 nodes with 144 GPUs in two NVLink domains. */
export const DOMAINS = {
  nodeGroups: {
    h100: null,
    nvl1: ultraServer("cr-0a1b2c3d4e5f60719"),
    nvl2: ultraServer("cr-0a1b2c3d4e5f60720"),
  },
  slurm: {
    partitions: {
      train: null,
      prep: null,
      ultra: { nodeGroups: ["nvl1", "nvl2"], default: true, maxHours: 48, defaultHours: 2 },
    },
    submit: {},
  },
} satisfies Change;
