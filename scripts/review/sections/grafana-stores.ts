import { logSubjects } from "../../../config/logs/logs";
import { grafanaLogs, grafanaTraces } from "../../../config/monitoring/grafana-stores";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

type Key = "logs" | "traces";

/** What Grafana shows, and where it has it from. */
interface Shown {
  readonly what: readonly string[];
  readonly where: string;
}

const inTenant = (where: string, tenant: string | null): string =>
  tenant === null ? where : `${where}, tenant ${tenant}`;

/** Null: nothing. */
const SHOWN: Readonly<Record<Key, (env: SiteEnvironment) => Shown | null>> = {
  logs: (env) => {
    const read = grafanaLogs(env);
    if (!read) return null;
    const what = logSubjects(env.logs).map((subject) => `logs of ${subject}`);
    return { what, where: read.kind === "loki" ? inTenant(`Loki at ${read.url}`, read.tenant) : "CloudWatch" };
  },
  traces: (env) => {
    const read = grafanaTraces(env);
    return read && { what: ["traces"], where: inTenant(`Tempo at ${read.url}`, read.tenant) };
  },
};

const KEYS = Object.keys(SHOWN) as Key[];
const keyOf = (key: Key): string => `monitoring.grafana.${key}`;

/** Who may log in, as far as config says it: the beginning of a sentence. */
function readers({ monitoring: { grafana } }: SiteEnvironment): string {
  const { login } = grafana;
  if (login.kind === "password") return "Whoever has the administrator's password reads";
  if (login.viewers === "everybody") return "Everybody whom the provider of logins lets in reads";
  return `Members of ${andList([...new Set([...login.admins, ...login.editors, ...login.viewers])])} read`;
}

/** What people read by Grafana from now on. */
export function grafanaShows({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const people = readers(after);
  return KEYS.flatMap((key) => {
    const [was, now] = [SHOWN[key](before), SHOWN[key](after)];
    if (!now) return [];
    const known = was?.where === now.where ? was.what : [];
    if (now.what.every((one) => known.includes(one)) && people === readers(before)) return [];
    return [
      findingOn("security", "warning", configAddress(after, "platform", keyOf(key)), {
        title: `${people} ${andList(now.what)} in ${now.where} by Grafana.`,
        details: [
          "Of all teams: Grafana knows no rights within a store, and viewers may ask for more than dashboards show.",
        ],
        about: [keyOf(key)],
      }),
    ];
  });
}

/** What Grafana shows no more, or asks for as somebody else. */
export function grafanaHides({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  if (!after.monitoring.enabled) return [];
  return KEYS.flatMap((key) => {
    if (!SHOWN[key](before)) return [];
    const hidden = (title: string, detail: string): SectionFinding[] => [
      findingOn("stops", "warning", configAddress(after, "platform", keyOf(key)), {
        title,
        details: [detail],
        about: [keyOf(key)],
      }),
    ];
    if (!SHOWN[key](after))
      return hidden(`Grafana shows no ${key} any more.`, "They are where they were, for whoever may read there.");
    const [was, now] = [before, after].map(({ monitoring }) => JSON.stringify(monitoring.grafana[key]));
    return was === now
      ? []
      : hidden(
          `Grafana reads ${key} elsewhere, or as somebody else.`,
          "Railyard does not ask the store whether it answers: look at the dashboard of a job after the apply.",
        );
  });
}
