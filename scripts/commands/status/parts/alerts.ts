import { listed } from "../../../../config/kernel/listed";
import { ExpectedError } from "../../../lib/errors/expected-error";
import { parseJson } from "../../../lib/files/read-json";
import { askMonitoring } from "../../../lib/kubernetes/prometheus";
import { momentText } from "../moments";
import type { StatusPart } from "../part";

interface Alert {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly startsAt?: string;
  readonly status?: { readonly state?: string };
}

/** Always sounds: without it nobody would hear of any other. @see https://runbooks.prometheus-operator.dev/runbooks/general/watchdog/ */
const HEARTBEAT = "Watchdog";
/** Says only that others are for information. */
const SILENT = new Set([HEARTBEAT, "InfoInhibitor"]);

const SEVERITIES = ["critical", "warning", "info"];
const rank = (alert: Alert): number => {
  const at = SEVERITIES.indexOf(alert.labels?.["severity"] ?? "");
  return at === -1 ? SEVERITIES.length : at;
};

/** What tells of where an alert is, most telling first. */
const PLACES = ["node", "Hostname", "instance", "partition", "team", "slo", "pod", "namespace"];

/** Alerts that sound, as Alertmanager has them. */
export const ALERTS: StatusPart = {
  id: "alerts",
  title: "Alerts",
  absent: ({ monitoring }) => (monitoring.enabled ? null : "monitoring is off"),
  ask: async ({ kubectl }) => askMonitoring(await kubectl(), "alertmanager", "/api/v2/alerts"),
  read: (answer) => {
    const all = parseJson(answer, { name: "The answer of Alertmanager" });
    if (!Array.isArray(all)) throw new ExpectedError(`Alertmanager did not answer: ${answer.slice(0, 120)}`);
    const alerts = (all as Alert[]).filter(({ labels }) => !SILENT.has(labels?.["alertname"] ?? ""));
    const sounding = alerts
      .filter(({ status }) => status?.state !== "suppressed")
      .toSorted((a, b) => rank(a) - rank(b));
    const hushed = alerts.length - sounding.length;
    const beats = (all as Alert[]).some(({ labels }) => labels?.["alertname"] === HEARTBEAT);
    const counts = SEVERITIES.map((name, at) => [sounding.filter((one) => rank(one) === at).length, name] as const);
    const words = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
    const other = sounding.filter((one) => rank(one) === SEVERITIES.length).length;
    const line = [...words, ...(other > 0 ? [`${other} of no severity`] : [])].join(", ") || "none sounds";
    const loud = sounding.some((one) => SEVERITIES[rank(one)] !== "info");
    return {
      state: loud ? "attention" : beats ? "well" : "unknown",
      line: `${line}${hushed > 0 ? `; ${hushed} silenced or kept down` : ""}`,
      details: [
        ...(beats
          ? []
          : [
              `${HEARTBEAT}, which always sounds, does not: Prometheus tells Alertmanager nothing, and no alert would come`,
            ]),
        ...byName(sounding),
      ],
    };
  },
};

/** Equal alerts are one line: their number, and where the first one is. */
function byName(alerts: readonly Alert[]): string[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const { labels = {} } = alert;
    const key = `${labels["severity"] ?? "no severity"} ${labels["alertname"] ?? "an alert without a name"}`;
    groups.set(key, [...(groups.get(key) ?? []), alert]);
  }
  return [...groups].map(([name, group]) => {
    const places = group.flatMap(({ labels = {} }) => PLACES.flatMap((key) => labels[key] ?? []).slice(0, 1));
    const since = group.flatMap(({ startsAt }) => startsAt ?? []).toSorted()[0] ?? null;
    const at = listed([...new Set(places)], 3);
    const words = group[0]!.annotations?.["summary"] ?? group[0]!.annotations?.["description"];
    return [
      `${name}${at === "" ? (group.length > 1 ? ` (${group.length})` : "") : `: ${at}`}`,
      `since ${momentText(since)}`,
      ...(words === undefined ? [] : [words]),
    ].join("; ");
  });
}
