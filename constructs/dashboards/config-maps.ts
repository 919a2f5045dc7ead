import type { ConfigMap } from "../kubernetes/objects";
import { uidOf, type Dashboard } from "./dashboard";
import { grafanaJson } from "./grafana-json";

/**
 * Label of ConfigMaps that Grafana's sidecar loads as dashboards, from all namespaces, and its value: as the chart has them.
 * @see https://github.com/prometheus-community/helm-charts/blob/main/charts/kube-prometheus-stack/values.yaml (grafana.sidecar.dashboards)
 */
export const DASHBOARD_LABEL = { grafana_dashboard: "1" } as const;

/**
 * Objects from which Grafana has its dashboards.
 * @throws Error for two of one name, of which Grafana would load one, now this and now that
 */
export function dashboardConfigMaps(dashboards: readonly Dashboard[], namespace: string): ConfigMap[] {
  const names = dashboards.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two dashboards have the name "${twice}"`);
  return dashboards.map((dashboard) => {
    const uid = uidOf(dashboard.name);
    return {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: uid, namespace, labels: DASHBOARD_LABEL },
      data: { [`${uid}.json`]: JSON.stringify(grafanaJson(dashboard, names)) },
    };
  });
}
