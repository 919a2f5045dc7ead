import { natAlerts } from "../alerts/nat";
import { nat } from "../dashboards/nat";
import type { PlatformComponent } from "./component";

/** Alerts and a dashboard of NAT gateways that the environment makes; the exporter of CloudWatch's metrics asks for them. */
export const natOverview: PlatformComponent = {
  id: "nat-overview",
  after: ["cloudwatch-exporter"],
  when: ({ env }) => env.network.natZones.length > 0 || "the environment makes no NAT gateway",
  alerts: { id: "nat-alerts", release: "railyard-nat-alerts", groups: () => natAlerts() },
  dashboards: () => [nat()],
};
