import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import type { Destination } from "../../config/monitoring/remote-write-schema";
import { workspaceOf, workspaces, writeUrl } from "../../config/monitoring/remote-write";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { HelmValues } from "../core/helm-values";
import type { MetricsWriterPlace, PlatformContext } from "./component";
import { envList, goVariables, type WayOut } from "./outbound-values";

/** Account of Prometheus' pods: the chart calls it after its release. */
export const PROMETHEUS_ACCOUNT = "kube-prometheus-stack-prometheus";

/** Name of the metric, as relabelling sees it. */
const METRIC = "__name__";

export interface RemoteWriteProps {
  /** Name of the environment: series of other clusters lie beside these. */
  readonly cluster: string;
  /** Stores, by name. */
  readonly destinations: Readonly<Record<string, Destination>>;
  readonly wayOut: WayOut;
}

/** Of `prometheusSpec`: what is sent where; nothing where metrics stay in the cluster. */
export function remoteWriteValues({ cluster, destinations, wayOut }: RemoteWriteProps): HelmValues {
  const stores = Object.entries(destinations);
  if (stores.length === 0) return {};
  const { authorities } = wayOut;
  const variables = goVariables(wayOut);
  return {
    remoteWrite: stores.map(([name, store]) => ({
      name,
      url: writeUrl(store),
      ...credentials(store),
      ...(Object.keys(wayOut.proxy).length > 0 && { proxyFromEnvironment: true }),
      writeRelabelConfigs: [...filtered(store), ...named(cluster)],
    })),
    ...(authorities && { volumes: [authorities.volume], volumeMounts: [authorities.mount] }),
    // merged into the container of the operator by its name
    ...(Object.keys(variables).length > 0 && { containers: [{ name: "prometheus", env: envList(variables) }] }),
  };
}

/** How a store knows who writes. Secrets stay references: the operator of Prometheus reads them in the cluster. */
function credentials(store: Destination): HelmValues {
  if (store.kind === "amp") return { sigv4: { region: workspaceOf(store.workspace).region } };
  const { login, tenant } = store;
  return {
    ...(tenant && { headers: { [tenant.header]: tenant.id } }),
    ...(login.kind === "basic" && {
      basicAuth: {
        username: { name: login.secretName, key: login.usernameKeyName },
        password: { name: login.secretName, key: login.passwordKeyName },
      },
    }),
    ...(login.kind === "bearer" && {
      authorization: { type: "Bearer", credentials: { name: login.secretName, key: login.secretKeyName } },
    }),
  };
}

/** Names may have no other sign of regular expressions than the star at their end. */
const anyOf = (names: readonly string[]): string => names.map((name) => name.replace(/\*$/, ".*")).join("|");

const filtered = ({ metrics, except }: Destination): HelmValues[] => [
  ...(metrics ? [{ sourceLabels: [METRIC], regex: anyOf(metrics), action: "keep" }] : []),
  ...(except ? [{ sourceLabels: [METRIC], regex: anyOf(except), action: "drop" }] : []),
];

/** A label of the same name that a series has by itself is kept under another, as Prometheus does where it scrapes. */
const named = (cluster: string): HelmValues[] => [
  { sourceLabels: ["cluster"], regex: "(.+)", targetLabel: "exported_cluster", action: "replace" },
  { targetLabel: "cluster", replacement: cluster, action: "replace" },
];

export interface MetricsWriterProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  /** Namespace of Prometheus. */
  readonly namespace: string;
  /** Workspaces that it writes to. At least one. */
  readonly workspaceArns: readonly string[];
}

/** Lets Prometheus write to workspaces, and nothing else. */
export class MetricsWriter extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: MetricsWriterProps) {
    super(scope, id);
    const { workspaceArns, ...role } = props;
    this.dependables = new PodIdentityRole(this, "role", {
      ...role,
      serviceAccount: PROMETHEUS_ACCOUNT,
      statements: [{ sid: "Write", actions: ["aps:RemoteWrite"], resources: [...workspaceArns] }],
    }).dependables;
  }
}

/** The right to write to workspaces of metrics; null where none is written to. */
export function metricsWriter(
  { env, partition, cluster }: PlatformContext,
  scope: Construct,
  namespace: string,
): MetricsWriterPlace | null {
  const workspaceArns = [...new Set(workspaces(env.monitoring.remoteWrite).map(([, { arn }]) => arn))];
  if (workspaceArns.length === 0) return null;
  const roleName = env.names.role("prometheus");
  const { dependables } = new MetricsWriter(scope, "metrics-writer", {
    partition,
    clusterName: cluster.clusterName,
    roleName,
    namespace,
    workspaceArns,
  });
  return { roleName, dependables };
}
