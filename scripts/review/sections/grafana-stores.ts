import { logSubjects } from "../../../config/logs/logs";
import { grafanaLogs, grafanaTraces } from "../../../config/monitoring/grafana-stores";
import { loginSecret } from "../../../config/outbound/login-schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { newReaders, readersOf, type Readers } from "./grafana-readers";
import { andList } from "./words";

type Key = "logs" | "traces";

/** What Grafana asks; null: nothing. */
const READ = { logs: grafanaLogs, traces: grafanaTraces } as const;

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

const newIn = (was: readonly string[], now: readonly string[]): string[] => now.filter((one) => !was.includes(one));

/** Parts of logs that were left out, of subjects that were shown before. */
function opened({ logs: was }: SiteEnvironment, { logs: now }: SiteEnvironment): string[] {
  const spaces = was.pods && now.pods ? newIn(now.exceptNamespaces, was.exceptNamespaces) : [];
  const files = was.jobFiles.length > 0 ? newIn(was.jobFiles, now.jobFiles) : [];
  return [
    ...(spaces.length > 0 ? [`logs of pods of ${andList(spaces)}`] : []),
    ...(files.length > 0 ? [`logs of jobs in ${andList(files)}`] : []),
  ];
}

const OF_ALL_TEAMS =
  "Of all teams: Grafana knows no rights within a store, and viewers may ask for more than dashboards show.";

/** What people read by Grafana from now on: who could not read it before must be meant, unless it is who has the administrator's password. */
export function grafanaShows({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const all = readersOf(after);
  const others = newReaders(before, after);
  return KEYS.flatMap((key) => {
    const [was, now] = [SHOWN[key](before), SHOWN[key](after)];
    if (!now) return [];
    const isKnown = was?.where === now.where && now.what.every((one) => was.what.includes(one));
    const more = key === "logs" && was ? opened(before, after) : [];
    if (isKnown && others.length === 0 && more.length === 0) return [];
    const found = (people: Readers, what: readonly string[]): SectionFinding =>
      findingOn("security", people.isKept ? "warning" : "danger", configAddress(after, "platform", keyOf(key)), {
        title: `${people.title} ${andList(what)} in ${now.where} by Grafana.`,
        details: [
          OF_ALL_TEAMS,
          what !== more && more.length > 0
            ? `From now on also ${andList(more)}, which config left out until now.`
            : null,
          ...people.details,
        ],
        about: [keyOf(key)],
      });
    if (!isKnown) return all.map((people) => found(people, now.what));
    return others.length > 0
      ? others.map((people) => found(people, now.what))
      : all.map((people) => found(people, more));
  });
}

/** The Secret of a login, and where it goes; null: there is none. */
function sent(key: Key, env: SiteEnvironment): { secret: string; host: string; isClear: boolean } | null {
  const read = READ[key](env);
  if (!read || read.kind === "cloudwatch") return null;
  const { host, protocol } = new URL(read.url);
  const secret = loginSecret(read.login);
  return secret === null ? null : { secret, host, isClear: protocol === "http:" };
}

/** What proves who Grafana is goes to another host, or in clear where it was encrypted. */
export function grafanaTells({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return KEYS.flatMap((key) => {
    const [was, now] = [READ[key](before), sent(key, after)];
    if (!was || was.kind === "cloudwatch" || !now) return [];
    const old = new URL(was.url);
    const isElsewhere = old.host !== now.host;
    const wasClear = old.protocol === "http:";
    if (!isElsewhere && (wasClear || !now.isClear)) return [];
    return [
      findingOn("security", "danger", configAddress(after, "platform", `${keyOf(key)}.url`), {
        title: `What is in the Secret ${now.secret} goes to ${now.host} from now on${now.isClear ? ", in clear" : ""}.`,
        details: [
          isElsewhere
            ? `Grafana read ${key} at ${old.host}. Whoever has ${now.host} can read ${key} as Grafana does wherever that login is taken.`
            : `It was encrypted: whoever is on the way reads it from now on.`,
        ],
        about: [keyOf(key)],
      }),
    ];
  });
}

/** How Grafana asks otherwise than before, a sentence for each. */
function askedOtherwise(key: Key, before: SiteEnvironment, after: SiteEnvironment): string[] {
  const [was, now] = [READ[key](before), READ[key](after)];
  if (!was || !now) return [];
  if (was.kind === "cloudwatch" || now.kind === "cloudwatch")
    return was.kind === now.kind ? [] : [`Grafana reads ${key} elsewhere: in ${SHOWN[key](after)?.where ?? ""}.`];
  return [
    ...(was.url === now.url ? [] : [`Grafana reads ${key} elsewhere: at ${now.url}.`]),
    ...(was.tenant === now.tenant ? [] : [`Grafana reads ${key} of ${tenantText(now.tenant)}.`]),
    ...(JSON.stringify(was.login) === JSON.stringify(now.login) ? [] : [`Grafana reads ${key} as somebody else.`]),
  ];
}

const tenantText = (tenant: string | null): string => (tenant === null ? "no tenant" : `the tenant ${tenant}`);

/** What Grafana shows no more, or asks for otherwise. */
export function grafanaHides({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  if (!after.monitoring.enabled) return [];
  return KEYS.flatMap((key) => {
    if (!SHOWN[key](before)) return [];
    const hidden = (title: string, detail: string): SectionFinding =>
      findingOn("stops", "warning", configAddress(after, "platform", keyOf(key)), {
        title,
        details: [detail],
        about: [keyOf(key)],
      });
    if (!SHOWN[key](after))
      return [hidden(`Grafana shows no ${key} any more.`, "They are where they were, for whoever may read there.")];
    return askedOtherwise(key, before, after).map((title) =>
      hidden(
        title,
        "Railyard does not ask the store whether it answers: look at the dashboard of a job after the apply.",
      ),
    );
  });
}
