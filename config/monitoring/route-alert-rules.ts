import { distance } from "fastest-levenshtein";
import { didYouMean, orList } from "../kernel/nearest";
import type { Rule, Violation } from "../kernel/rule";
import type { SiteEnvironment } from "../sites/environment";
import { alertsOfValues, knownAlerts } from "./alerts";

const ROUTE = "https://prometheus.io/docs/alerting/latest/configuration/#route";
const RULES = "https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/";

/** Letters by which a slip differs from what was meant. */
const SLIP = 2;

/** Each name of an alert that a route has, and where. */
function* named({ monitoring }: SiteEnvironment) {
  for (const [index, route] of monitoring.routes.entries())
    for (const [at, name] of (route.alerts ?? []).entries())
      yield { name, route, path: ["monitoring", "routes", index, "alerts", at] };
}

interface Stranger {
  readonly name: string;
  readonly path: Violation["path"];
  readonly hint: string | undefined;
  /** Whether it differs by a slip from a name that is known: somebody's own alert does by more. */
  readonly slip: boolean;
}

/** Names that nobody here knows. */
function* strangers(env: SiteEnvironment): Iterable<Stranger> {
  const known = [...knownAlerts(env).keys(), ...alertsOfValues(env.platform.helmValues)];
  for (const { name, path } of named(env)) {
    if (known.includes(name)) continue;
    const slip = known.some((one) => distance(one.toLowerCase(), name.toLowerCase()) <= SLIP);
    yield { name, path, hint: didYouMean(name, known), slip };
  }
}

const misspelt: Rule = {
  id: "monitoring/misspelt-alert",
  title: "Names of alerts in routes are spelt as the alerts are.",
  severity: "error",
  why: "No alert has the name, so the route tells nobody of anything: people find out by the job that dies.",
  source: ROUTE,
  *check({ env }) {
    for (const { name, path, hint, slip } of strangers(env))
      if (slip)
        yield {
          path,
          message: `there is no alert "${name}"`,
          fix: hint ?? "name one of docs/monitoring.md",
        };
  },
};

const unknownAlert: Rule = {
  id: "monitoring/unknown-alert",
  title: "Routes name alerts that can sound.",
  severity: "warning",
  why: "An alert that is not there, or whose subject the environment lacks, never sounds: whoever counts on the route hears nothing.",
  source: RULES,
  *check({ env }) {
    const known = knownAlerts(env);
    for (const { name, path, hint, slip } of strangers(env))
      if (!slip)
        yield {
          path,
          message: `neither Railyard nor kube-prometheus-stack has an alert "${name}"`,
          fix: `${hint ?? "name one of docs/monitoring.md"}; ignore this rule if a PrometheusRule of your own has it`,
        };
    for (const { name, path } of named(env)) {
      const missing = known.get(name)?.missing ?? null;
      if (missing === null) continue;
      yield {
        path,
        message: `${name} never sounds here: there is ${missing}`,
        fix: "take it out of the route, or the route with it",
      };
    }
  },
};

const otherSeverity: Rule = {
  id: "monitoring/severity-of-alert",
  title: "A route for an alert is for its severity, too.",
  severity: "error",
  why: "Both must fit: the route tells nobody of the alert, however often it names it.",
  source: ROUTE,
  *check({ env }) {
    const known = knownAlerts(env);
    for (const { name, path, route } of named(env)) {
      const { severities } = known.get(name) ?? { severities: route.severities };
      if (severities.some((one) => route.severities.some((wanted) => wanted === one))) continue;
      const heard = severities.filter((one) => one !== "none");
      yield {
        path,
        message: `${name} is ${orList(severities)}, and the route is for ${orList(route.severities)}`,
        fix:
          heard.length === 0
            ? "take it out of the route: it tells of nothing that is wrong"
            : `write severities: [${heard.map((one) => `"${one}"`).join(", ")}], or take it out of the route`,
      };
    }
  },
};

/** Which alerts routes are for. */
export const ROUTE_ALERT_RULES: readonly Rule[] = [misspelt, unknownAlert, otherSeverity];
