import { XIDS, type XidAction } from "../../config/facts/xids";
import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule, byNode } from "./alert";
import { recentlyLogged, TOLD_SECONDS } from "./kernel-log";

export interface XidAlertsProps {
  /** Whether the DCGM exporter runs, which knows the index of a GPU and its UUID. */
  readonly dcgm: boolean;
}

/** The exporter counts what came in the last five minutes, and counts it in each. */
const byDcgm = (numbers: string): string =>
  byNode(`sum by (hostname, gpu, UUID, xid) (DCGM_EXP_XID_ERRORS_COUNT{xid=~"${numbers}"}) > 0`);

const byLog = (numbers: string, seconds: number): string =>
  `sum by (node, gpu, xid) (label_replace(${recentlyLogged("xid", `{xid=~"${numbers}"}`, seconds)}, "gpu", "$1", "pci", "(.+)"))`;

/** The log is asked for what DCGM does not tell of the node: of a GPU that has left the bus, for example. */
const xid = (action: XidAction, { dcgm }: XidAlertsProps): string => {
  const numbers = XIDS[action].join("|");
  // the log is silent first: what both tell of is one alert until it ends
  return dcgm
    ? `${byDcgm(numbers)} or on (node, xid) ${byLog(numbers, TOLD_SECONDS - 60)}`
    : byLog(numbers, TOLD_SECONDS);
};

const SAYS = "GPU {{ $labels.gpu }} of {{ $labels.node }} says XID {{ $labels.xid }}";

const description = ({ dcgm }: XidAlertsProps): string =>
  dcgm
    ? "{{ $value }}: in the last five minutes, where DCGM tells of it; of a GPU that is named by its PCI address, in the kernel's log."
    : "{{ $value }} in the kernel's log, the newest in the last five minutes.";

/** What the driver says of GPUs, by what has to be done. */
export function xidAlerts(props: XidAlertsProps): RuleGroup[] {
  const text = description(props);
  const alerts: Alert[] = [
    {
      name: "GpuWantsReplacement",
      expr: xid("replace", props),
      summary: `${SAYS}: the board or its links are broken`,
      description: text,
    },
    {
      name: "GpuWantsReboot",
      expr: xid("reboot", props),
      summary: `${SAYS}: its node must be started anew`,
      description: text,
    },
    { name: "GpuWantsReset", expr: xid("reset", props), summary: `${SAYS}: it must be reset`, description: text },
    {
      name: "GpuProgramFault",
      expr: xid("program", props),
      summary: `${SAYS}: a program has failed, the GPU is well`,
      description: text,
    },
  ];
  return [{ name: "railyard-xids", rules: alerts.map(alertRule) }];
}
