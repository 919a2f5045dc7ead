import { SLO_SERIES } from "../../../../constructs/slos/slo";
import { askPrometheusAt, readSamples } from "../../../lib/kubernetes/prometheus";
import type { StatusPart } from "../part";

/** What is left of the budgets of errors that `monitoring.slos` promises. */
export const SLOS: StatusPart = {
  id: "slos",
  title: "Promises",
  absent: ({ monitoring }) => (monitoring.enabled ? null : "monitoring is off"),
  ask: async ({ kubectl, now }) => askPrometheusAt(await kubectl(), SLO_SERIES.left, Math.floor(now.getTime() / 1000)),
  read: (answer) => {
    const left = readSamples(answer)
      .map(({ metric, value }) => ({ name: metric["slo"] ?? "unknown", value }))
      .toSorted((one, other) => one.value - other.value);
    const broken = left.filter(({ value }) => value < 0);
    const unread = left.filter(({ value }) => Number.isNaN(value));
    if (left.length === 0) return { state: "unknown", line: "Prometheus has measured none yet", details: [] };
    return {
      state: broken.length > 0 ? "attention" : unread.length > 0 ? "unknown" : "well",
      line: left.map(({ name, value }) => `${name} ${leftText(value)}`).join("; "),
      details: [],
    };
  },
};

function leftText(share: number): string {
  if (Number.isNaN(share)) return "unknown";
  if (share < 0) return `broken: ${(1 - share).toFixed(1)} times its budget is spent`;
  return `${Math.floor(share * 100)} % of its budget left`;
}
