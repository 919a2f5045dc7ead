import type { z } from "zod";
import type { InstanceType, InterfaceLayout, InterfaceType, LayoutName } from "../../facts/instance-types";
import { NCCL_FLOORS, NCCL_TESTS_EFA } from "../../facts/nccl";
import type { CardPort, FabricHealth, ResolvedFabric } from "../fabric";
import { layoutFor, writtenLayout } from "./layouts";
import type { efaSchema } from "./schema";

/** EFA, with what only its own rules look at. */
export interface EfaFabric extends ResolvedFabric {
  readonly kind: "efa";
  /** Layout of the interfaces, as the facts name it. */
  readonly layout: LayoutName;
}

export const isEfa = (fabric: ResolvedFabric): fabric is EfaFabric => fabric.kind === "efa";

export const EFA_TITLE = "EFA";

/**
 * Huge pages that a pod with EFA asks for: AWS's NCCL examples request 5120 MiB of 2 MiB pages.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html
 */
const HUGEPAGES_MIB = 5120;

/** @see https://github.com/aws/aws-ofi-nccl */
export const EFA_HEALTH: FabricHealth = {
  key: "efa",
  sysfs: "class/infiniband",
  counters: "node_amazonefa",
  nccl: {
    uses: "NET/OFI .*Selected provider is efa",
    devices: ".*Selected provider is efa.*found ([0-9]+) nics.*",
    names: "the EFA provider",
    floors: NCCL_FLOORS,
    image: NCCL_TESTS_EFA,
  },
};

/**
 * EFA of a group; null where its type has none. A layout that the type does not have falls back to its default; a rule
 * (`efa/layout-offered`) tells.
 */
export function resolveEfa(written: z.output<typeof efaSchema> | undefined, facts: InstanceType): EfaFabric | null {
  const fallback = facts.efa.defaultLayout;
  if (!facts.efa.supported || !fallback) return null;
  const name = (written && layoutFor(facts, written.layout)) ?? fallback;
  const layout = facts.efa.layouts[name];
  if (!layout) return null;
  const devices = layout.interfaces.filter(([, , type]) => type !== "interface").length;
  return {
    kind: "efa",
    title: EFA_TITLE,
    config: { kind: "efa", layout: writtenLayout(name) },
    layout: name,
    devices,
    gbps: layout.efaGbps ?? facts.network.efaMaxGbps ?? facts.network.gbps,
    // fewer devices would be fewer Gbps
    podRequests: { "vpc.amazonaws.com/efa": String(devices) },
    podAnnotations: {},
    claim: { name: "efa", deviceClass: "efa.networking.k8s.aws" },
    hugepagesMiB: HUGEPAGES_MIB,
    topology: { layers: facts.topologyLayers, oneZone: true, close: true },
    ncclEnv: { FI_PROVIDER: "efa" },
    nodeSetup: { interfaces: layout.interfaces },
    cards: cardsOf(layout),
    lnet: "efa",
    charts: { "device-plugin": ["aws-efa-k8s-device-plugin"], dra: ["aws-dranet"] },
    jobImageNeeds: "efa-installer",
    health: EFA_HEALTH,
    rdma: null,
  };
}

const PORTS: Readonly<Record<InterfaceType, CardPort>> = { interface: "ip", efa: "both", "efa-only": "fabric" };

function cardsOf({ interfaces }: InterfaceLayout): CardPort[][] {
  const cards: CardPort[][] = [];
  for (const [card, , type] of interfaces) (cards[card] ??= []).push(PORTS[type]);
  return Array.from(cards, (ports) => ports ?? []);
}
