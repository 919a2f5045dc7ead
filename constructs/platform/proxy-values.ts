import type { ChartName } from "../../config/facts/versions";
import type { ResolvedProxy } from "../../config/outbound/outbound";
import type { HelmValues } from "../core/helm-values";
import { proxyVariables } from "../nodes/outbound-boot";

/**
 * By which values charts take a proxy: those whose pods call services outside of the cluster, which are AWS's and authorities of
 * certificates. Drivers of volumes have no such value; they call AWS by endpoints of the network.
 * @see https://github.com/aws/eks-charts/blob/5239609/stable/aws-load-balancer-controller/templates/deployment.yaml
 * @see https://github.com/cert-manager/cert-manager/blob/v1.21.1/deploy/charts/cert-manager/values.yaml
 * @see https://github.com/prometheus-community/helm-charts/blob/cf408a2/charts/prometheus-yet-another-cloudwatch-exporter/templates/deployment.yaml
 */
const BY_CHART: Readonly<Partial<Record<ChartName, (variables: Readonly<Record<string, string>>) => HelmValues>>> = {
  "aws-load-balancer-controller": (variables) => ({ env: { ...variables } }),
  "cert-manager": ({ HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" }) => ({
    http_proxy: HTTP_PROXY,
    https_proxy: HTTPS_PROXY,
    no_proxy: NO_PROXY,
  }),
  "prometheus-yet-another-cloudwatch-exporter": (variables) => ({
    extraEnv: Object.entries(variables).map(([name, value]) => ({ name, value })),
  }),
};

/** Values of a chart with which its pods go through the proxy; nothing where it knows none. */
export function proxyValues(chart: ChartName, proxy: ResolvedProxy | null): HelmValues {
  const { HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" } = proxy ? proxyVariables(proxy) : {};
  return (proxy && BY_CHART[chart]?.({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY })) ?? {};
}
