import { awsDomain } from "../../../facts/regions";
import type { AwsConfig } from "../schema";
import type { ResolvedNetwork } from "./resolve";

/** Services whose names are not `<service>.<region>.<domain>`. */
const OTHER_NAMES: Readonly<Record<string, (region: string, domain: string) => string>> = {
  "ecr.api": (region, domain) => `api.ecr.${region}.${domain}`,
  "ecr.dkr": (region, domain) => `.dkr.ecr.${region}.${domain}`,
  // dual-stack from the start, and outside of China under a domain of its own
  "eks-auth": (region, domain) =>
    domain.endsWith(".cn") ? `eks-auth.${region}.api.amazonwebservices.com.cn` : `eks-auth.${region}.api.aws`,
};

/**
 * What lies in the network of an environment in AWS: nodes and pods, services of the cluster, its API, networks on premises
 * that join it, and services of AWS that have an endpoint there. The API server is called by name, and a block matches no name.
 */
export function withoutProxy(
  config: AwsConfig,
  { cidr, subnets, s3Endpoint, interfaceEndpoints }: ResolvedNetwork,
): string[] {
  const { region, cluster } = config;
  const domain = awsDomain(region);
  return [
    cidr,
    // subnets of an existing network may lie in further blocks of its VPC
    ...subnets.filter(({ id }) => id !== null).map((subnet) => subnet.cidr),
    cluster.serviceCidr,
    ...(cluster.hybrid ? [...cluster.hybrid.nodeCidrs, ...cluster.hybrid.podCidrs] : []),
    `.eks.${domain}`,
    ".internal",
    // the gateway serves buckets of this Region alone, under both forms of their names
    ...(s3Endpoint ? [`s3.${region}.${domain}`, `.s3.${region}.${domain}`] : []),
    ...interfaceEndpoints.map((service) => OTHER_NAMES[service]?.(region, domain) ?? `${service}.${region}.${domain}`),
  ];
}
