import type { InstanceType, InterfaceLayout, LayoutName } from "../facts/instance-types";
import type { NodeGroupConfig } from "../schema/environment";

export type ResolvedFabric =
  | { readonly kind: "none" }
  | {
      readonly kind: "efa";
      readonly layout: LayoutName;
      readonly interfaces: InterfaceLayout["interfaces"];
      readonly efaDevices: number;
      /** EFA bandwidth of a node, Gbps; null when AWS does not say. */
      readonly gbps: number | null;
    };

const LAYOUTS: Record<string, LayoutName> = {
  "save-ip": "saveIp",
  "primary-efa": "primaryEfa",
  "max-ena": "maxEna",
  "eight-efa": "eightEfa",
};

/** Layouts that a type offers, as config spells them. */
export function offeredLayouts(facts: InstanceType): string[] {
  return Object.keys(LAYOUTS).filter((name) => layoutFor(facts, name) !== undefined);
}

/** On types with one card, EFA on the primary interface is called `singleEfa` in the facts. */
export function layoutFor(facts: InstanceType, name: string): LayoutName | undefined {
  const layout = LAYOUTS[name];
  if (layout === "primaryEfa" && facts.efa.layouts.singleEfa) return "singleEfa";
  return layout && facts.efa.layouts[layout] ? layout : undefined;
}

/**
 * The fabric of a group. Where config says nothing, GPU groups get EFA if their type has it, however many nodes they
 * have: a fabric that came and went with the number of nodes would make the group anew.
 * A layout that the type does not have falls back to its default; a rule (`efa/layout-offered`) tells.
 */
export function resolveFabric(group: NodeGroupConfig, facts: InstanceType): ResolvedFabric {
  const wantsEfa = group.fabric ? group.fabric.kind === "efa" : facts.gpu !== null;
  const fallback = facts.efa.defaultLayout;
  if (!wantsEfa || !facts.efa.supported || !fallback) return { kind: "none" };
  const asked = group.fabric?.kind === "efa" ? layoutFor(facts, group.fabric.layout) : undefined;
  const name = asked ?? fallback;
  const layout = facts.efa.layouts[name];
  if (!layout) return { kind: "none" };
  return {
    kind: "efa",
    layout: name,
    interfaces: layout.interfaces,
    efaDevices: layout.interfaces.filter(([, , type]) => type !== "interface").length,
    gbps: layout.efaGbps ?? facts.network.efaMaxGbps ?? facts.network.gbps,
  };
}

/**
 * Bandwidth of a node, Gbps: of the fabric with EFA, else that of the one interface on card 0 which a node has without. The
 * listed figure of types with several cards is that of all cards together, and would be false. Null: no document says.
 */
export function nodeGbps(fabric: ResolvedFabric, { network, efa }: InstanceType): number | null {
  if (fabric.kind === "efa") return fabric.gbps;
  if (network.cards === 1) return network.gbps ?? network.baselineGbps;
  return efa.layouts.saveIp?.enaGbps ?? null;
}

/** Private IPv4 addresses that a node takes for its interfaces. */
export function interfaceAddresses(fabric: ResolvedFabric): number {
  return fabric.kind === "efa" ? fabric.interfaces.filter(([, , type]) => type !== "efa-only").length : 1;
}
