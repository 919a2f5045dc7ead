import { HARMLESS_SXIDS, SXIDS } from "../../config/facts/sxids";
import type { RuleGroup } from "../platform/prometheus-rules";
import { alertRule } from "./alert";
import { loggedSinceBoot, recentlyLogged } from "./kernel-log";

const RESET = SXIDS.reset.join("|");

const bySwitch = (series: string): string => `sum by (node, pci, sxid) (${series})`;
const logged = (of: string): string => bySwitch(recentlyLogged("sxid", of));

const SAYS = "NVSwitch {{ $labels.pci }} of {{ $labels.node }} says SXid {{ $labels.sxid }}";
const description = "{{ $value }} in the kernel's log, the newest in the last five minutes.";

/** What the driver says of NVSwitches. */
export const sxidAlerts = (): RuleGroup[] => [
  {
    name: "railyard-sxids",
    rules: [
      alertRule({
        name: "NvswitchWantsReset",
        expr: logged(`{sxid=~"${RESET}"}`),
        summary: `${SAYS}: all GPUs of the node must be reset`,
        description,
      }),
      alertRule({
        name: "NvswitchWantsReboot",
        expr: bySwitch(loggedSinceBoot("sxid", `{severity="fatal",sxid!~"${RESET}"}`)),
        summary: `${SAYS}, which is fatal: its node must be started anew`,
        description: "{{ $value }} in the kernel's log. It is told until the node has started anew.",
      }),
      alertRule({
        name: "NvswitchErrors",
        expr: logged(`{severity!="fatal",sxid!~"${RESET}|${HARMLESS_SXIDS.join("|")}"}`),
        summary: SAYS,
        description,
      }),
    ],
  },
];
