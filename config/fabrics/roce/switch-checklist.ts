import { classOf, NIC_ROCE_DEFAULTS, SWITCH_DEFAULTS, type SwitchDefaults, type SwitchSystem } from "../../facts/roce";
import { switchCommands } from "./switch-commands";
import { cnpPriority, type RoceTraffic } from "./traffic";

/** One setting that a switch must have, and what it does by itself. */
export interface ChecklistItem {
  readonly what: string;
  readonly wanted: string;
  readonly byDefault: string;
  /** Whether its default is what is wanted; null: no document says. */
  readonly matches: boolean | null;
}

/** What the network team sets up: Railyard prints it, and touches no switch. */
export interface SwitchChecklist {
  readonly system: SwitchSystem;
  readonly title: string;
  /** State of the switch that `byDefault` tells of. */
  readonly state: string;
  readonly items: readonly ChecklistItem[];
  /** What makes the switch so, where documents say it. */
  readonly commands: readonly string[];
  /** What holds for all switches of the way. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly asOf: string;
}

/** Heads of a frame around an IP packet, with the tag of a VLAN. */
const FRAME = 14 + 4 + 4;

/** What of a switch's defaults is as the traffic needs it, and what is not. */
export function switchChecklist(system: SwitchSystem, traffic: RoceTraffic): SwitchChecklist {
  const facts = SWITCH_DEFAULTS[system];
  const items = [marks, pauses, congestion, notifications, trust, frames].map((item) => item(facts, traffic));
  return {
    system,
    title: facts.title,
    state: facts.state,
    items,
    commands: switchCommands(system, facts, traffic),
    notes: [
      "PFC is the same on every hop, spines too: one switch that drops is enough to slow all jobs down.",
      "Queues are marked (ECN) well before senders are paused (PFC), or senders never slow down by themselves.",
      `Network cards that NIC Configuration Operator sets up by its defaults mark congestion with DSCP ${NIC_ROCE_DEFAULTS.cnpDscp}, which is in class ${classOf(facts, NIC_ROCE_DEFAULTS.cnpDscp)} here${paused(facts, classOf(facts, NIC_ROCE_DEFAULTS.cnpDscp))}: it is told ${traffic.cnpDscp} by CNP_DSCP_P1.`,
    ],
    source: facts.source,
    asOf: facts.asOf,
  };
}

const isLossless = ({ pfc }: SwitchDefaults, one: number): boolean => pfc.includes(one);
const paused = (facts: SwitchDefaults, one: number): string => (isLossless(facts, one) ? ", which is paused" : "");

type Item = (facts: SwitchDefaults, traffic: RoceTraffic) => ChecklistItem;

const marks: Item = (facts, { dscp, priority }) => {
  const own = classOf(facts, dscp);
  return {
    what: `DSCP ${dscp}, RDMA`,
    wanted: `class ${priority}, lossless`,
    byDefault: `class ${own}, ${isLossless(facts, own) ? "lossless" : "lossy"}`,
    matches: own === priority && isLossless(facts, own),
  };
};

const pauses: Item = ({ pfc }, { priority }) => ({
  what: "PFC",
  wanted: `on class ${priority} alone`,
  byDefault: pfc.length === 0 ? "off" : `on class ${pfc.join(" and ")}`,
  matches: pfc.length === 1 && pfc[0] === priority,
});

const congestion: Item = ({ ecn }, { ecn: wanted, priority }) => ({
  what: "ECN",
  wanted: wanted ? `on class ${priority}` : "off",
  byDefault: ecn === null ? "unknown" : ecn.length === 0 ? "off" : `on class ${ecn.join(" and ")}`,
  matches: ecn === null ? null : wanted === ecn.includes(priority),
});

/** They come from the receiver: behind the traffic that they tell of they would come too late. */
const notifications: Item = (facts, traffic) => {
  const own = classOf(facts, traffic.cnpDscp);
  return {
    what: `DSCP ${traffic.cnpDscp}, CNP`,
    wanted: `class ${cnpPriority(traffic)}, strict and lossy`,
    byDefault: `class ${own}, ${isLossless(facts, own) ? "lossless" : "lossy"}`,
    // nor may they wait in the class of all that has no mark
    matches: own === cnpPriority(traffic) && own !== facts.otherClass && !isLossless(facts, own),
  };
};

const trust: Item = ({ trust: what, trustsDscp }) => ({
  what: "trust",
  wanted: "DSCP on every port",
  byDefault: what,
  matches: trustsDscp,
});

const frames: Item = ({ mtu, hasMtu }, { mtu: wanted }) => ({
  what: "MTU",
  wanted: `at least ${wanted + FRAME}`,
  byDefault: hasMtu === null ? `unknown; ${mtu} can be set` : String(mtu),
  matches: mtu < wanted + FRAME ? false : hasMtu,
});
