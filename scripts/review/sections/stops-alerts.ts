import { plannedAbsences } from "../../../config/monitoring/planned-absence";
import type { AlertSeverity } from "../../../config/monitoring/route-schema";
import { hearersOfAll, topicIsHeard } from "../../../config/monitoring/routes";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** One thing that a receiver hears of. */
interface Heard {
  readonly to: string;
  readonly severity: AlertSeverity;
  /** Null: of all. */
  readonly team: string | null;
  readonly alert: string | null;
}

const ROUTES = "monitoring.routes";

/** Who stops being told of alerts, and who is told instead. */
export function untold({ both }: ChangeSet): SectionFinding[] {
  if (!both || !both.before.monitoring.enabled || !both.after.monitoring.enabled) return [];
  const { before, after } = both;
  return [
    ...lostRoutes(before, after),
    ...otherPlaces(before, after),
    ...nobody(before, after),
    ...mutedFromNow(before, after),
  ];
}

const allHeard = ({ alerting: { routes, receivers } }: SiteEnvironment): Heard[] =>
  routes.flatMap(({ to, severities, teams, alerts }) =>
    to
      .filter((name) => Object.hasOwn(receivers, name))
      .flatMap((name) =>
        severities.flatMap((severity) =>
          (teams ?? [null]).flatMap((team) => (alerts ?? [null]).map((alert) => ({ to: name, severity, team, alert }))),
        ),
      ),
  );

const covers = (one: Heard, other: Heard): boolean =>
  one.to === other.to &&
  one.severity === other.severity &&
  (one.team === null || one.team === other.team) &&
  (one.alert === null || one.alert === other.alert);

function lostRoutes(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const now = allHeard(after);
  const lost = allHeard(before).filter((was) => !now.some((one) => covers(one, was)));
  return [...new Set(lost.map(({ to }) => to))].map((to) => {
    const of = lost.filter((one) => one.to === to);
    return findingOn("stops", "warning", configAddress(after, "platform", `${ROUTES} ${to}`), {
      title: `${to} is no longer told of ${andList([...new Set(of.map(words))])}.`,
      details: [Object.hasOwn(after.alerting.receivers, to) ? null : "The receiver itself goes."],
      about: ["monitoring"],
    });
  });
}

const words = ({ severity, team, alert }: Heard): string =>
  `${alert ?? `${severity} alerts`}${alert === null ? "" : ` (${severity})`}${team === null ? "" : ` of ${team}`}`;

/** The same name may be another place. */
function otherPlaces(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return Object.entries(after.alerting.receivers).flatMap(([name, receiver]) => {
    const was = before.alerting.receivers[name];
    if (was === undefined || JSON.stringify(was) === JSON.stringify(receiver)) return [];
    const path = `monitoring.receivers.${name}`;
    return [
      findingOn("stops", "warning", configAddress(after, "platform", path), {
        title: `What ${name} is told of goes to another place, or in another way.`,
        details: ["Railyard asks nobody whether it takes alerts: send one by hand (amtool alert add) after the apply."],
        about: [path],
      }),
    ];
  });
}

/** What nobody is told of while it is planned. */
function mutedFromNow(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  // where nobody hears anything, this is no news
  if (after.alerting.routes.length === 0 && !topicIsHeard(after)) return [];
  const was = new Set(plannedAbsences(before).map(({ name }) => name));
  return plannedAbsences(after)
    .filter(({ name }) => !was.has(name))
    .map(({ name, what, allNodes }) =>
      findingOn("stops", "info", configAddress(after, "platform", `monitoring.mutePlanned ${name}`), {
        title: `Nobody is told of ${allNodes ? "nodes that go, or of how many are left" : "how many nodes take jobs"} for ${what}.`,
        details: ["What still holds half an hour later is told then; everything else is told as ever."],
        about: ["monitoring", "schedule", "slurm", "nodeGroups"],
      }),
    );
}

function nobody(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const heard = (env: SiteEnvironment) => topicIsHeard(env) || hearersOfAll(env, "critical").length > 0;
  if (!heard(before) || heard(after)) return [];
  return [
    findingOn("stops", "danger", configAddress(after, "platform", `${ROUTES} critical`), {
      title: "Nobody is told of every critical alert any more.",
      details: ["They stand in Grafana and in Alertmanager, and whoever looks there sees them."],
      about: ["monitoring", "alarms"],
    }),
  ];
}
