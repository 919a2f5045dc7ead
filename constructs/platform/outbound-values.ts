import type { ChartName } from "../../config/facts/versions";
import type { ResolvedOutbound } from "../../config/outbound/outbound";
import type { HelmValues } from "../core/helm-values";
import type { EnvVar } from "../kubernetes/objects";
import { proxyVariables } from "../nodes/outbound-boot";
import { authorityFolder, trustVariables, type AuthorityFolder } from "./authorities";

/** What pods of a chart are given to reach what lies outside of the cluster. Empty where the environment says nothing of it. */
export interface WayOut {
  /** Variables of the proxy, in upper case and in lower case. */
  readonly proxy: Readonly<Record<string, string>>;
  /** Authorities as a folder; null: there are none. */
  readonly authorities: AuthorityFolder | null;
}

/** A chart whose pods call services outside of the cluster. */
interface Leaves {
  /** What they call. A part of a sentence: "they call …". */
  readonly calls: string;
  /** Values by which the chart takes it. */
  readonly values: (way: WayOut) => HelmValues;
}

/** The upper case alone: what Go and Python read. */
const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"] as const;

/** Variables of a container written in Go. */
export function goVariables({ proxy, authorities }: WayOut): Readonly<Record<string, string>> {
  const set = VARIABLES.flatMap((name) => (proxy[name] === undefined ? [] : [[name, proxy[name]] as const]));
  return { ...Object.fromEntries(set), ...(authorities && trustVariables(authorities)) };
}

/** Variables as a list of a container. */
export const envList = (variables: Readonly<Record<string, string>>): EnvVar[] =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));

/** Volume and mount of the authorities, under the names that a chart has for them; nothing where there are none. */
const filesUnder = (volumes: string, mounts: string, { authorities }: WayOut): HelmValues =>
  authorities === null ? {} : { [volumes]: [authorities.volume], [mounts]: [authorities.mount] };

/** Drivers are built or fetched by package managers of Ubuntu, which read the lower case; certificates by a ConfigMap's name. */
export const driverContainer = ({ proxy, authorities }: WayOut) => ({
  ...(Object.keys(proxy).length > 0 && { env: envList(proxy) }),
  ...(authorities && { certConfig: { name: authorities.configMap } }),
});

/** Alertmanager reads no variables: its configuration has the proxy, for all who are told. */
function alertmanager(way: WayOut): HelmValues {
  const { HTTPS_PROXY: url, NO_PROXY: direct } = way.proxy;
  const { authorities } = way;
  return {
    alertmanager: {
      ...(url !== undefined && {
        config: { global: { http_config: { proxy_url: url, no_proxy: direct ?? "" } } },
      }),
      ...(authorities && {
        alertmanagerSpec: {
          volumes: [authorities.volume],
          volumeMounts: [authorities.mount],
          // merged into the container of the operator by its name
          containers: [{ name: "alertmanager", env: envList(trustVariables(authorities)) }],
        },
      }),
    },
  };
}

/**
 * How pods of each chart reach what lies outside of the cluster. Each key was read in the templates of the chart at the version
 * that is pinned. A chart without a row calls the API of the cluster, Prometheus, or file systems in the network: docs/offline.md says of
 * those that could be thought to leave why they do not.
 * @see https://github.com/aws/eks-charts/blob/5239609/stable/aws-load-balancer-controller/templates/deployment.yaml
 * @see https://github.com/cert-manager/cert-manager/blob/v1.21.1/deploy/charts/cert-manager/templates/deployment.yaml
 * @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/charts/karpenter/templates/deployment.yaml
 * @see https://github.com/prometheus-community/helm-charts/blob/cf408a2/charts/prometheus-yet-another-cloudwatch-exporter/templates/deployment.yaml
 * @see https://github.com/prometheus-community/helm-charts/blob/cf408a2/charts/kube-prometheus-stack/templates/alertmanager/alertmanager.yaml
 * @see https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/deployments/gpu-operator/templates/clusterpolicy.yaml
 * @see https://github.com/NVIDIA/topograph/blob/v1.0.0/charts/topograph/templates/deployment.yaml
 * @see https://github.com/Mellanox/network-operator/blob/v26.4.1/api/v1alpha1/nicclusterpolicy_types.go
 */
export const WAYS_OUT: Readonly<Partial<Record<ChartName, Leaves>>> = {
  "aws-load-balancer-controller": {
    calls: "AWS, to make load balancers",
    values: (way) => ({ env: { ...goVariables(way) }, ...filesUnder("extraVolumes", "extraVolumeMounts", way) }),
  },
  "cert-manager": {
    calls: "authorities that issue certificates",
    values: (way) => ({
      ...(way.proxy["HTTPS_PROXY"] !== undefined && {
        http_proxy: way.proxy["HTTP_PROXY"] ?? "",
        https_proxy: way.proxy["HTTPS_PROXY"],
        no_proxy: way.proxy["NO_PROXY"] ?? "",
      }),
      ...(way.authorities && { extraEnv: envList(trustVariables(way.authorities)) }),
      ...filesUnder("volumes", "volumeMounts", way),
    }),
  },
  karpenter: {
    calls: "AWS, to start nodes and to learn their prices",
    // variables stand beside its Region: `karpenterValues` writes both
    values: (way) => ({
      ...(way.authorities && {
        extraVolumes: [way.authorities.volume],
        controller: { extraVolumeMounts: [way.authorities.mount] },
      }),
    }),
  },
  "prometheus-yet-another-cloudwatch-exporter": {
    calls: "CloudWatch",
    values: (way) => ({
      extraEnv: envList(goVariables(way)),
      ...filesUnder("extraVolumes", "extraVolumeMounts", way),
    }),
  },
  "kube-prometheus-stack": {
    calls: "whoever is told of alarms (Alertmanager), and what Grafana reads outside; it asks its makers nothing",
    values: alertmanager,
  },
  "gpu-operator": {
    calls: "repositories of packages, where the operator brings the driver",
    values: (way) => ({ driver: driverContainer(way) }),
  },
  topograph: {
    calls: "the API of the cloud that its provider is",
    values: (way) => ({ env: { ...goVariables(way) }, ...filesUnder("volumes", "volumeMounts", way) }),
  },
  "network-operator": {
    calls: "repositories of packages, where the operator brings the driver of network cards",
    // the chart has no key for it: the policy has
    values: () => ({}),
  },
};

/** Whether pods of a chart call what lies outside, so that its namespace has the authorities. */
export const leaves = (chart: ChartName): boolean => WAYS_OUT[chart] !== undefined;

/** The way out as pods have it. */
export const wayOut = ({ proxy, authorities }: Pick<ResolvedOutbound, "proxy" | "authorities">): WayOut => ({
  proxy: proxy ? proxyVariables(proxy) : {},
  authorities: authorityFolder(authorities),
});

/** Values of a chart with which its pods reach what lies outside; nothing where it is open, or they call nothing. */
export function outboundValues(
  chart: ChartName,
  outbound: Pick<ResolvedOutbound, "proxy" | "authorities">,
): HelmValues {
  const row = WAYS_OUT[chart];
  const way = wayOut(outbound);
  const isOpen = way.authorities === null && Object.keys(way.proxy).length === 0;
  return isOpen || !row ? {} : row.values(way);
}
