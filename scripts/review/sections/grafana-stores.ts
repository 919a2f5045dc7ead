import { logStore, logStoreTitle, logSubjects } from "../../../config/logs/logs";
import { grafanaLogs } from "../../../config/monitoring/grafana-stores";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const KEY = "monitoring.grafana.logs";

/** What Grafana shows of logs, and of whom; null: nothing. */
function shownBy(env: SiteEnvironment): { readonly subjects: readonly string[]; readonly where: string } | null {
  const store = logStore(env.logs);
  const read = grafanaLogs(env);
  if (!store || !read) return null;
  const tenant = read.kind === "loki" && read.tenant !== null ? `, tenant ${read.tenant}` : "";
  const title = read.kind === "loki" ? `Loki at ${read.url}` : logStoreTitle(store);
  return { subjects: logSubjects(env.logs), where: `${title}${tenant}` };
}

/** Who may log in, as far as config says it: the beginning of a sentence. */
function readers({ monitoring: { grafana } }: SiteEnvironment): string {
  const { login } = grafana;
  if (login.kind === "password") return "Whoever has the administrator's password reads";
  if (login.viewers === "everybody") return "Everybody whom the provider of logins lets in reads";
  return `Members of ${andList([...new Set([...login.admins, ...login.editors, ...login.viewers])])} read`;
}

/** Logs that people read by Grafana from now on. */
export function grafanaShowsLogs({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, now] = [shownBy(before), shownBy(after)];
  if (!now) return [];
  const known = was?.where === now.where ? was.subjects : [];
  const more = now.subjects.filter((subject) => !known.includes(subject));
  const people = readers(after);
  if (more.length === 0 && people === readers(before)) return [];
  return [
    findingOn("security", "warning", configAddress(after, "platform", KEY), {
      title: `${people} logs of ${andList(now.subjects)} in ${now.where} by Grafana.`,
      details: [
        "Of all teams: Grafana knows no rights within a store, and viewers may ask for more than dashboards show.",
      ],
      about: [KEY],
    }),
  ];
}

/** Logs that Grafana shows no more, or asks for as somebody else. */
export function grafanaHidesLogs({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  if (!shownBy(before) || !after.monitoring.enabled) return [];
  const hidden = (title: string, detail: string): SectionFinding[] => [
    findingOn("stops", "warning", configAddress(after, "platform", KEY), { title, details: [detail], about: [KEY] }),
  ];
  if (!shownBy(after))
    return hidden("Grafana shows no logs any more.", "They are where they were, for whoever may read there.");
  return loginOf(before) === loginOf(after)
    ? []
    : hidden(
        "Grafana reads logs as somebody else.",
        "Railyard does not ask the store whether it takes that: look at the dashboard of a node after the apply.",
      );
}

const loginOf = ({ monitoring: { grafana } }: SiteEnvironment): string => JSON.stringify(grafana.logs);
