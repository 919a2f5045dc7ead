import { XIDS, type XidAction } from "../../config/facts/xids";
import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule, byNode } from "./alert";
import { loggedSinceBoot, recentlyLogged, TOLD_SECONDS } from "./kernel-log";

export interface XidAlertsProps {
  /** Whether the DCGM exporter runs, which knows the index of a GPU and its UUID. */
  readonly dcgm: boolean;
}

/** The exporter counts what came in the last five minutes, and counts it in each. */
const byDcgm = (numbers: string): string =>
  byNode(`sum by (hostname, gpu, UUID, xid) (DCGM_EXP_XID_ERRORS_COUNT{xid=~"${numbers}"}) > 0`);

/** What a new start of the node, or another board, ends is told until the node has started anew. */
const STAYS: ReadonlySet<XidAction> = new Set<XidAction>(["replace", "reboot"]);

const byLog = (action: XidAction, seconds: number): string => {
  const logged = STAYS.has(action) ? loggedSinceBoot : recentlyLogged;
  const series = logged("xid", `{xid=~"${XIDS[action].join("|")}"}`, seconds);
  return `sum by (node, gpu, xid) (label_replace(${series}, "gpu", "$1", "pci", "(.+)"))`;
};

/** The log is asked for what DCGM does not tell of the node: of a GPU that has left the bus, for example. */
const xid = (action: XidAction, { dcgm }: XidAlertsProps): string =>
  dcgm
    ? // the log is silent first: what both tell of is one alert until it ends
      `${byDcgm(XIDS[action].join("|"))} or on (node, xid) ${byLog(action, TOLD_SECONDS - 60)}`
    : byLog(action, TOLD_SECONDS);

const SAYS = "GPU {{ $labels.gpu }} of {{ $labels.node }} says XID {{ $labels.xid }}";

const description = (action: XidAction, { dcgm }: XidAlertsProps): string => {
  if (dcgm)
    return "{{ $value }}: in the last five minutes, where DCGM tells of it; of a GPU that is named by its PCI address, in the kernel's log.";
  return STAYS.has(action)
    ? "{{ $value }} in the kernel's log. It is told until the node has started anew."
    : "{{ $value }} in the kernel's log, the newest in the last five minutes.";
};

/** What the driver says of GPUs, by what has to be done. */
export function xidAlerts(props: XidAlertsProps): RuleGroup[] {
  const of = (action: XidAction) => ({ expr: xid(action, props), description: description(action, props) });
  const alerts: Alert[] = [
    { name: "GpuWantsReplacement", ...of("replace"), summary: `${SAYS}: the board or its links are broken` },
    { name: "GpuWantsReboot", ...of("reboot"), summary: `${SAYS}: its node must be started anew` },
    { name: "GpuWantsReset", ...of("reset"), summary: `${SAYS}: it must be reset` },
    {
      name: "GpuProgramFault",
      ...of("program"),
      summary: `${SAYS}: a program has failed, the GPU is well`,
    },
  ];
  return [{ name: "railyard-xids", rules: alerts.map(alertRule) }];
}
