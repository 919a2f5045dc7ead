import { hostCommands, markEnv, nicTemplate } from "../../../config/fabrics/roce/host-settings";
import type { ChecklistItem, SwitchChecklist } from "../../../config/fabrics/roce/switch-checklist";
import { trafficClass, type RoceTraffic } from "../../../config/fabrics/roce/traffic";
import { table } from "../../lib/terminal/table";

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** What hosts have. */
export function hostText(traffic: RoceTraffic): string {
  const { roceOptimized, rawNvConfig } = nicTemplate(traffic);
  return [
    `Hosts: RDMA has DSCP ${traffic.dscp} (type of service ${trafficClass(traffic)}), priority ${traffic.priority} is paused`,
    "",
    "In jobs:",
    ...indented(Object.entries(markEnv(traffic)).map(([name, value]) => `${name}=${value}`)),
    "",
    "Each network card, where NIC Configuration Operator keeps it so:",
    ...indented([
      `roceOptimized: { enabled: true, qos: { trust: dscp, pfc: "${roceOptimized.qos.pfc}", tos: ${roceOptimized.qos.tos} } }`,
      ...rawNvConfig.map(({ name, value }) => `rawNvConfig: ${name}=${value}`),
    ]),
    "",
    "or by hand, after each boot and each time that its driver is loaded:",
    ...indented(hostCommands(traffic)),
  ].join("\n");
}

const VERDICTS = new Map<ChecklistItem["matches"], string>([
  [true, "as it should be"],
  [false, "SET IT"],
  [null, "look"],
]);

/** What the network team does. */
export function checklistText({ title, state, items, commands, notes, source, asOf }: SwitchChecklist): string {
  const rows = items.map(({ what, wanted, byDefault, matches }) => [what, wanted, byDefault, VERDICTS.get(matches)!]);
  return [
    `${title}, ${state}`,
    "",
    ...indented(table(["", "wanted", "by default", ""], rows)),
    "",
    ...indented(commands),
    "",
    ...notes.map((note) => `- ${note}`),
    `- ${source} (${asOf})`,
  ].join("\n");
}
