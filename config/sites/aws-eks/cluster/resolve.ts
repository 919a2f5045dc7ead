import { INSTANCE_TYPES } from "../../../facts/instance-types";
import { type ADDON_VERSIONS, addonVersion, AMI_RELEASES, KUBERNETES_VERSIONS } from "../../../facts/versions";
import type { AwsConfig } from "../schema";

/** EKS add-ons that every cluster has. */
export const CLUSTER_ADDONS = [
  "vpc-cni",
  "kube-proxy",
  "eks-pod-identity-agent",
  "coredns",
  "aws-ebs-csi-driver",
  "eks-node-monitoring-agent",
] as const satisfies readonly (keyof typeof ADDON_VERSIONS)[];
export type ClusterAddon = (typeof CLUSTER_ADDONS)[number];

export type ResolvedCluster = AwsConfig["cluster"] & {
  readonly deletionProtection: boolean;
  readonly endpoint: {
    /** Blocks that may call the private endpoint, each once. */
    readonly privateCidrs: readonly string[];
  };
  /** Pinned version by add-on; null: none is known for the minor, and EKS's own default is taken at deployment. */
  readonly addons: Readonly<Record<ClusterAddon, string | null>>;
  /** Short name → ARN, for access entries with a stable id. */
  readonly adminsByName: Readonly<Record<string, string>>;
  readonly viewersByName: Readonly<Record<string, string>>;
  readonly auditorsByName: Readonly<Record<string, string>>;
  /** Whether the version is past its standard support, and costs six times as much. */
  readonly extendedSupport: boolean;
  readonly systemImage: { readonly amiType: string; readonly release: string | null };
};

/** What follows from config and the life of the Kubernetes version for a cluster of EKS. */
export function resolveCluster({ cluster, network, profile }: AwsConfig, now: Date): ResolvedCluster {
  const standardEnd = KUBERNETES_VERSIONS[cluster.version].standardSupportUntil;
  const callers = cluster.endpoint.kind === "public" ? [] : (writtenCallers({ cluster }) ?? [network.cidr]);
  const { arch } = INSTANCE_TYPES[cluster.systemNodes.instanceType];
  return {
    ...cluster,
    endpoint: { ...cluster.endpoint, privateCidrs: [...new Set(callers)] },
    deletionProtection: cluster.deletionProtection ?? profile === "production",
    addons: Object.fromEntries(
      CLUSTER_ADDONS.map((addon) => [addon, addonVersion(addon, cluster.version)]),
    ) as ResolvedCluster["addons"],
    adminsByName: byName(cluster.admins),
    viewersByName: byName(cluster.viewers),
    auditorsByName: byName(cluster.auditors),
    extendedSupport: standardEnd !== null && now.toISOString().slice(0, 10) > standardEnd,
    systemImage: {
      amiType: arch === "arm64" ? "AL2023_ARM_64_STANDARD" : "AL2023_x86_64_STANDARD",
      release: pinnedRelease(cluster.version),
    },
  };
}

/** Blocks that config writes for the private endpoint; null where it writes none, or where there is no such endpoint. */
export const writtenCallers = ({ cluster: { endpoint } }: Pick<AwsConfig, "cluster">): readonly string[] | null =>
  endpoint.kind === "public" ? null : (endpoint.privateCidrs ?? null);

/** Blocks of the internet that config lets call the Kubernetes API. */
export const internetCidrs = ({ cluster: { endpoint } }: Pick<AwsConfig, "cluster">): readonly string[] =>
  endpoint.kind === "private" ? [] : endpoint.allowedCidrs;

/** Release of the Amazon Linux 2023 images for a Kubernetes minor, as the versions file pins it. */
export function pinnedRelease(version: AwsConfig["cluster"]["version"]): string | null {
  return AMI_RELEASES.al2023[version].release;
}

function byName(arns: readonly string[]): Record<string, string> {
  return Object.fromEntries(arns.map((arn) => [principalName(arn), arn]));
}

/** `arn:aws:iam::111122223333:role/teams/admin` → `role-teams-admin`: the order of a list does not matter. */
export function principalName(arn: string): string {
  return arn
    .split(":")
    .slice(5)
    .join("-")
    .replace(/[^\w-]+/g, "-");
}
