import { z } from "zod";
import type { InstanceType } from "../../facts/instance-types";
import type { FabricKind, ResolvedFabric } from "../fabric";

export const noneSchema = z.strictObject({ kind: z.literal("none") });

/** The one interface that every machine has: nodes reach each other over TCP. */
export const NONE: FabricKind<typeof noneSchema> = {
  kind: "none",
  title: "Ethernet",
  schema: noneSchema,
  health: null,
  isDefault: () => true,
  resolve: (_written, machine) => resolveNone(machine),
  rules: [],
  judgesMixedPartitions: false,
};

export const resolveNone = (machine: InstanceType): ResolvedFabric => plainNetwork(interfaceGbps(machine));

/** Nodes that reach each other over TCP alone. @param gbps what one interface carries; null: unknown */
export function plainNetwork(gbps: number | null): ResolvedFabric {
  return {
    kind: "none",
    title: NONE.title,
    config: { kind: "none" },
    devices: 0,
    gbps,
    podRequests: {},
    podAnnotations: {},
    claim: null,
    hugepagesMiB: 0,
    topology: { layers: null, oneZone: false, close: false },
    ncclEnv: {},
    nodeSetup: { interfaces: [] },
    cards: [["ip"]],
    lnet: null,
    charts: { "device-plugin": [], dra: [] },
    jobImageNeeds: null,
    health: null,
    rdma: null,
  };
}

/**
 * Bandwidth of the one interface on card 0, Gbps. The listed figure of types with several cards is that of all cards
 * together, and would be false. Null: no document says.
 */
function interfaceGbps({ network, efa }: InstanceType): number | null {
  if (network.cards === 1) return network.gbps ?? network.baselineGbps;
  return efa.layouts.saveIp?.enaGbps ?? null;
}
