import { valuesOf } from "./release";
import type { Json } from "./synth";

/** Values of Grafana's own variables, and of those that readers choose, as Grafana would write them. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/\$__rate_interval/g, "5m"],
  [/\$__range/g, "3h"],
  [/\$[a-z_]+/g, "one"],
];

/** A query of a dashboard, as Prometheus gets it. */
export interface DashboardQuery {
  readonly dashboard: string;
  readonly panel: string;
  readonly expr: string;
}

/** Dashboards that Grafana loads, from the synthesized platform stack of an environment. */
export function dashboardsOf(platform: Json): Json[] {
  const release = Object.values<Json>(platform.resource.helm_release).find(
    ({ name }) => name === "railyard-dashboards",
  );
  if (!release) return [];
  return valuesOf(release).objects.flatMap(({ data }: Json) =>
    Object.values<string>(data).map((text) => JSON.parse(text)),
  );
}

/** Kinds and uids of data sources that Grafana has, that of the chart among them. */
export function dataSourcesOf(platform: Json): string[] {
  const release = Object.values<Json>(platform.resource.helm_release).find(
    ({ name }) => name === "kube-prometheus-stack",
  );
  const own: Json[] = valuesOf(release).grafana.additionalDataSources ?? [];
  return ["prometheus prometheus", ...own.map(({ type, uid }) => `${type} ${uid}`)];
}

/** Panels, those of closed rows among them; rows are none. */
export const panelsOf = ({ panels }: Json): Json[] =>
  panels.flatMap((panel: Json) => (panel.type === "row" ? panel.panels : [panel]));

/** What they ask Prometheus, the values of their variables among it. */
export function queriesOf(dashboards: readonly Json[]): DashboardQuery[] {
  return dashboards.flatMap((dashboard) => {
    const { uid, templating } = dashboard;
    const ofPanels = panelsOf(dashboard)
      .filter(({ datasource }) => datasource?.type === "prometheus")
      .flatMap(({ title, targets }) =>
        targets.map(({ expr }: Json) => ({ dashboard: uid, panel: title, expr: asked(expr) })),
      );
    const ofVariables = templating.list.map(({ name, query }: Json) => {
      const [, series] = /^label_values\((.*), \w+\)$/.exec(query.query)!;
      return { dashboard: uid, panel: `$${name}`, expr: asked(series!) };
    });
    return [...ofVariables, ...ofPanels];
  });
}

const asked = (expr: string): string =>
  VARIABLES.reduce((text, [variable, value]) => text.replaceAll(variable, value), expr);

/** What alerts and recordings of an environment ask. */
export const alertsOf = (platform: Json): DashboardQuery[] =>
  rulesOf(platform).map(({ of, alert, record, expr }) => ({ dashboard: of, panel: alert ?? record, expr }));

/** What Prometheus computes by itself: names, and labels that follow from the queries. */
export const recordingsOf = (platform: Json): { record: string; expr: string; labels: readonly string[] }[] =>
  rulesOf(platform).flatMap(({ record, expr, labels = {} }) =>
    record === undefined ? [] : [{ record, expr, labels: Object.keys(labels) }],
  );

/** Rules of all kinds, with the object that they are in. */
function rulesOf(platform: Json): Json[] {
  return Object.values<Json>(platform.resource.helm_release)
    .filter(({ chart }) => chart.startsWith("./assets/"))
    .flatMap((release) => valuesOf(release).objects)
    .filter(({ kind }) => kind === "PrometheusRule")
    .flatMap(({ metadata, spec }) =>
      spec.groups.flatMap(({ rules }: Json) => rules.map((rule: Json) => ({ ...rule, of: metadata.name }))),
    );
}
