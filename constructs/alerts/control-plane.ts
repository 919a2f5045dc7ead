import { OF_API_SERVER as OF_API } from "../../config/facts/control-plane-metrics";
import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

export interface WatchedControlPlane {
  /** GB (10^9 bytes) that etcd holds; null: somebody else runs it, and nobody says. */
  readonly databaseGB: number | null;
}

/** Shares of what etcd holds: at the first there is time to look, from the second on only to act. */
const FILLS_UP = 0.75;
const ALMOST_FULL = 0.9;

/** Every API server tells of the same etcd. */
const share = (databaseGB: number): string => `max(apiserver_storage_size_bytes{${OF_API}}) / ${databaseGB * 1e9}`;

const ofEtcd = (databaseGB: number): Alert[] => [
  {
    name: "EtcdFillsUp",
    expr: `${share(databaseGB)} > ${FILLS_UP}`,
    for: "15m",
    summary: "etcd of the cluster is {{ $value | humanizePercentage }} full",
    description: `It holds ${databaseGB} GB: beyond them nothing in the cluster can be changed.`,
  },
  {
    name: "EtcdAlmostFull",
    expr: `${share(databaseGB)} > ${ALMOST_FULL}`,
    for: "5m",
    summary: "etcd of the cluster is {{ $value | humanizePercentage }} full",
    description: `It holds ${databaseGB} GB: beyond them the API takes no change, no pod starts, and no node joins.`,
  },
];

/** What keeps the API of Kubernetes from working. */
export function controlPlaneAlerts({ databaseGB }: WatchedControlPlane): RuleGroup[] {
  const alerts: Alert[] = [
    {
      name: "ApiRequestsRefused",
      expr: `sum by (priority_level) (rate(apiserver_flowcontrol_rejected_requests_total{${OF_API}}[5m])) > 0`,
      for: "15m",
      summary:
        "The API of Kubernetes refuses requests of {{ $labels.priority_level }}: {{ $value | humanize }} a second",
      description: "More is asked at a time than it has seats for: programs try again, and everything takes longer.",
    },
    ...(databaseGB === null ? [] : ofEtcd(databaseGB)),
  ];
  return [{ name: "railyard-control-plane", rules: alerts.map(alertRule) }];
}
