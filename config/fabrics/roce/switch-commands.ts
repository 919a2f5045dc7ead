import { classOf, type SwitchDefaults, type SwitchSystem } from "../../facts/roce";
import { cnpPriority, type RoceTraffic } from "./traffic";

/** Marks that the switch puts elsewhere, and the class that they belong to. */
function moved(facts: SwitchDefaults, traffic: RoceTraffic): [dscp: number, to: number][] {
  const wanted: [number, number][] = [
    [traffic.dscp, traffic.priority],
    [traffic.cnpDscp, cnpPriority(traffic)],
  ];
  return wanted.filter(([dscp, to]) => classOf(facts, dscp) !== to);
}

type Commands = (facts: SwitchDefaults, traffic: RoceTraffic) => string[];

/** @see https://docs.nvidia.com/networking-ethernet-software/cumulus-linux-514/Layer-1-and-Switch-Ports/Quality-of-Service/RDMA-over-Converged-Ethernet-RoCE */
const cumulus: Commands = (facts, traffic) => {
  const { priority } = traffic;
  const maps = moved(facts, traffic);
  // the lossless class of the profile keeps its queue: another priority is led to it
  const queue = facts.pfc[0]!;
  return [
    "nv set qos roce",
    ...(priority === queue
      ? []
      : [
          `nv set qos pfc default-global switch-priority ${priority}`,
          `nv set qos egress-queue-mapping default-global switch-priority ${priority} traffic-class ${queue}`,
          `nv set qos egress-queue-mapping default-global switch-priority ${queue} traffic-class 0`,
        ]),
    ...(maps.length > 0 ? ["nv set qos mapping default-global trust both"] : []),
    ...maps.map(([dscp, to]) => `nv set qos mapping default-global dscp ${dscp} switch-priority ${to}`),
    "nv config apply",
    "nv show qos roce",
  ];
};

/** @see https://www.arista.com/en/um-eos/eos-quality-of-service */
const eos: Commands = (facts, traffic) => [
  ...moved(facts, traffic).map(([dscp, to]) => `qos map dscp ${dscp} to traffic-class ${to}`),
  "interface <every port of the fabric>",
  `   mtu ${facts.mtu}`,
  "   qos trust dscp",
  "   priority-flow-control on",
  `   priority-flow-control priority ${traffic.priority} no-drop`,
  ...(traffic.ecn
    ? [
        `   ! ECN for the queue of class ${traffic.priority}: start with 256 to 512 KB on leaves, 512 to 768 KB on spines`,
      ]
    : []),
];

/** @see https://github.com/sonic-net/SONiC/wiki/Configuration */
const sonic: Commands = (facts, traffic) => {
  const maps = moved(facts, traffic);
  return [
    ...(maps.length > 0
      ? [
          `{ "DSCP_TO_TC_MAP": { "AZURE": { ${maps.map(([dscp, to]) => `"${dscp}": "${to}"`).join(", ")} } } }`,
          "# into config_db.json of every switch; `config qos reload` writes the map anew, so change its template, too",
        ]
      : []),
    `# PORT_QOS_MAP of every port: "pfc_enable": "${traffic.priority}"`,
  ];
};

const COMMANDS: Readonly<Record<SwitchSystem, Commands>> = { cumulus, eos, sonic };

/** What people type or write on a switch, where documents say it. */
export const switchCommands = (system: SwitchSystem, facts: SwitchDefaults, traffic: RoceTraffic): string[] =>
  COMMANDS[system](facts, traffic);
