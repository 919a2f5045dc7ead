import { dashboardConfigMaps } from "../../../constructs/dashboards/config-maps";
import type { Dashboard } from "../../../constructs/dashboards/dashboard";

const dashboard = (name: Dashboard["name"]): Dashboard => ({ name, title: name, description: "", rows: [] });

test("each dashboard is a ConfigMap that the sidecar of Grafana's chart looks for", () => {
  const [fleet, gpu, ...more] = dashboardConfigMaps([dashboard("gpu-fleet"), dashboard("gpu")], "monitoring");
  expect(more).toEqual([]);
  expect(fleet!.metadata).toEqual({
    name: "railyard-gpu-fleet",
    namespace: "monitoring",
    labels: { grafana_dashboard: "1" },
  });
  expect(JSON.parse(fleet!.data!["railyard-gpu-fleet.json"]!)).toMatchObject({ uid: "railyard-gpu-fleet" });
  expect(gpu!.metadata.name).toBe("railyard-gpu");
});

test("two dashboards of one name are refused: Grafana would show one of them", () => {
  expect(() => dashboardConfigMaps([dashboard("gpu"), dashboard("gpu")], "monitoring")).toThrow(
    'two dashboards have the name "gpu"',
  );
});
