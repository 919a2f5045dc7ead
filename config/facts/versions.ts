import charts from "./charts.json";

/** The one place of versions: Kubernetes, add-ons, machine images, charts. Newest that was read by 2026-11-21. */

export interface KubernetesVersion {
  /** Day EKS began to offer it. */
  readonly releasedOn: string;
  /** Standard support ends, and extended support is billed, from 00:00 UTC of this day. null: not read. */
  readonly standardSupportUntil: string | null;
  /** Extended support ends; EKS then upgrades the cluster by itself. null: not read. */
  readonly extendedSupportUntil: string | null;
  /** Key of {@link VERSION_SOURCES}. */
  readonly source: keyof typeof VERSION_SOURCES;
}

const docs = "https://docs.aws.amazon.com/eks/latest/userguide";

/** Where versions are told, and when they were read. Unverified: not on that page, but in what clusters in public code run. */
export const VERSION_SOURCES = {
  calendar: { at: `${docs}/kubernetes-versions.html`, asOf: "2026-08" },
  "1.37": {
    at: "https://aws.amazon.com/about-aws/whats-new/2026/10/amazon-eks-distro-kubernetes-version-1-37/ (unverified: cited elsewhere, the page itself was not read)",
    asOf: "2026-10-05",
  },
  "kube-proxy": {
    at: `${docs}/managing-kube-proxy.html; builds unverified`,
    asOf: "2026-10",
  },
  coredns: { at: `${docs}/managing-coredns.html; builds unverified`, asOf: "2026-10" },
  "vpc-cni": {
    at: `${docs}/managing-vpc-cni.html; builds unverified`,
    asOf: "2026-10",
  },
  "pod-identity": { at: `${docs}/pod-id-agent-setup.html; unverified`, asOf: "2026-10" },
  "ebs-csi": { at: `${docs}/ebs-csi.html; unverified`, asOf: "2026-10" },
  "node-monitoring": {
    at: "https://github.com/aws/eks-node-monitoring-agent/tree/51af549 (has image v1.7.0); unverified",
    asOf: "2026-09",
  },
  "s3-csi": {
    at: "https://github.com/awslabs/mountpoint-s3-csi-driver/tree/v2.7.0 (its chart asks for Kubernetes 1.31); unverified",
    asOf: "2026-09",
  },
  "fsx-csi": {
    at: "https://github.com/kubernetes-sigs/aws-fsx-csi-driver/tree/5b22712 (its chart asks for Kubernetes 1.20); unverified",
    asOf: "2026-09",
  },
  "ami-releases": { at: "https://github.com/awslabs/amazon-eks-ami/releases", asOf: "2026-10-23" },
} as const;

/**
 * Kubernetes minors that EKS offers, oldest first. The calendar was read in August; 1.37 came after it.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html
 */
export const KUBERNETES_VERSIONS = {
  "1.31": kubernetes("2024-09-26", "2025-11-26", "2026-11-26"),
  "1.32": kubernetes("2025-01-23", "2026-03-23", "2027-03-23"),
  "1.33": kubernetes("2025-05-29", "2026-07-29", "2027-07-29"),
  "1.34": kubernetes("2025-10-02", "2026-12-02", "2027-12-02"),
  "1.35": kubernetes("2026-01-27", "2027-03-27", "2028-03-27"),
  "1.36": kubernetes("2026-06-02", "2027-08-02", "2028-08-02"),
  "1.37": { releasedOn: "2026-10-01", standardSupportUntil: null, extendedSupportUntil: null, source: "1.37" },
} as const satisfies Record<string, KubernetesVersion>;

type Minor = keyof typeof KUBERNETES_VERSIONS;

/**
 * The newest minor for which everything has evidence: NVIDIA machine images, GPU Operator 26.7 (validated on 1.33 to
 * 1.36), Karpenter 1.13 and later, pinned add-ons, dated support. 1.37 lacks the second, fourth and fifth; 1.34 leaves
 * standard support on 2026-12-02.
 * @see NVIDIA/cloud-native-docs@52dcb7b gpu-operator/platform-support.rst
 */
export const DEFAULT_KUBERNETES_VERSION = "1.36" satisfies Minor;

export interface AddonVersions {
  /** Newest version by Kubernetes minor, as EKS spells it; a minor that is missing is unknown. */
  readonly versions: Readonly<Partial<Record<Minor, string>>>;
  readonly source: keyof typeof VERSION_SOURCES;
  /** `high`: AWS's own page says so for each minor. `medium`: clusters in public code run it. `low`: minor inferred. */
  readonly confidence: "high" | "medium" | "low";
}

/** EKS add-ons. Where a version is unknown, EKS's default for the minor is resolved at deployment. */
export const ADDON_VERSIONS = {
  "vpc-cni": {
    versions: {
      ...each(["1.31", "1.32", "1.33", "1.34"], "v1.23.1-eksbuild.1"),
      ...each(["1.35", "1.36"], "v1.23.2-eksbuild.1"),
    },
    source: "vpc-cni",
    confidence: "medium",
  },
  "kube-proxy": {
    versions: {
      "1.31": "v1.31.14-eksbuild.36",
      "1.32": "v1.32.13-eksbuild.28",
      "1.33": "v1.33.10-eksbuild.29",
      "1.34": "v1.34.6-eksbuild.29",
      "1.35": "v1.35.3-eksbuild.29",
      "1.36": "v1.36.0-eksbuild.45",
    },
    source: "kube-proxy",
    confidence: "medium",
  },
  coredns: {
    versions: {
      ...each(["1.31", "1.32"], "v1.11.4-eksbuild.53"),
      ...each(["1.33", "1.34"], "v1.13.2-eksbuild.31"),
      "1.35": "v1.14.6-eksbuild.4",
      "1.36": "v1.14.7-eksbuild.11",
    },
    source: "coredns",
    confidence: "medium",
  },
  "eks-pod-identity-agent": {
    versions: { "1.34": "v1.3.10-eksbuild.3", ...each(["1.35", "1.36"], "v1.4.0-eksbuild.3") },
    source: "pod-identity",
    confidence: "medium",
  },
  "aws-ebs-csi-driver": {
    versions: each(["1.33", "1.34", "1.35", "1.36"], "v1.66.0-eksbuild.1"),
    source: "ebs-csi",
    confidence: "medium",
  },
  "eks-node-monitoring-agent": {
    versions: { "1.36": "v1.6.7-eksbuild.1" },
    source: "node-monitoring",
    confidence: "medium",
  },
  "aws-mountpoint-s3-csi-driver": {
    versions: each(["1.31", "1.32", "1.33", "1.34", "1.35", "1.36"], "v2.7.0-eksbuild.1"),
    source: "s3-csi",
    confidence: "low",
  },
  "aws-fsx-csi-driver": {
    versions: each(["1.31", "1.32", "1.33", "1.34", "1.35", "1.36"], "v1.9.0-eksbuild.1"),
    source: "fsx-csi",
    confidence: "low",
  },
} as const satisfies Record<string, AddonVersions>;

/** Version to pin for an add-on, or null: let EKS resolve its default. */
export function addonVersion(addon: keyof typeof ADDON_VERSIONS, minor: Minor): string | null {
  const known: AddonVersions["versions"] = ADDON_VERSIONS[addon].versions;
  return known[minor] ?? null;
}

/**
 * Newest release of the EKS Amazon Linux 2023 images by minor, `<kubernetes patch>-<date>`. One release has one version
 * for all its images, NVIDIA and arm64 among them (CHANGELOG.md). Later releases exist (v20261012, v20261023), but the
 * patch they carry was read for 1.37 only. Bottlerocket's were not found in the form that node groups take.
 */
export const AMI_RELEASES = {
  al2023: {
    "1.31": {
      release: "1.31.14-20260917",
      source: "https://github.com/awslabs/amazon-eks-ami/releases/tag/v20260917; patch unverified",
    },
    "1.32": { release: "1.32.13-20260714", source: "awslabs/amazon-eks-ami@81fec2e CHANGELOG.md" },
    "1.33": { release: "1.33.13-20260714", source: "awslabs/amazon-eks-ami@81fec2e CHANGELOG.md" },
    "1.34": {
      release: "1.34.10-20260903",
      source: "https://github.com/awslabs/amazon-eks-ami/releases/tag/v20260903; patch unverified",
    },
    "1.35": {
      release: "1.35.8-20260923",
      source: "https://github.com/awslabs/amazon-eks-ami/releases/tag/v20260923; patch unverified",
    },
    "1.36": {
      release: "1.36.4-20261003",
      source: "https://github.com/awslabs/amazon-eks-ami/releases/tag/v20261003; patch unverified",
    },
    "1.37": { release: "1.37.1-20261023", source: "notes of release v20261023" },
  },
  /** Newest tag; the release that a node group takes also has a hash, which was not found. */
  bottlerocket: { tag: "v1.68.0", release: null, source: "notes of release v1.68.0 (pre-release when read)" },
} as const satisfies {
  al2023: Record<Minor, { release: string | null; source: string }>;
  bottlerocket: { tag: string; release: string | null; source: string };
};

export interface BadAmiRelease {
  /** Date of the release, as its version spells it. */
  readonly date: string;
  readonly reason: string;
  /** Kubernetes minors it is bad for; null: all. */
  readonly minors: readonly Minor[] | null;
  readonly source: string;
}

/** Minors whose NVIDIA images have kernel 6.12, not 6.18. */
const ON_KERNEL_6_12 = ["1.31", "1.32", "1.33", "1.34", "1.35"] as const;

/** Releases of the Amazon Linux 2023 images not to run. */
export const BAD_AMI_RELEASES: readonly BadAmiRelease[] = [
  bad("20250807", "The kubelet registers no hugepages: EFA jobs that ask for them stay Pending.", null, "issues/2367"),
  bad("20260625", "ENA 2.17.0 panics when an interface is detached.", null, "pull/2757"),
  bad("20260930", "Kernel 6.12.110 panics while it reclaims memory.", ON_KERNEL_6_12, "issues/2845"),
  bad("20261003", "Kernel 6.12.110 panics while it reclaims memory.", ON_KERNEL_6_12, "issues/2845"),
];

/** Why a release such as `1.34.2-20250807` must not be run; null when nothing is known against it. */
export function badAmiRelease(release: string): BadAmiRelease | null {
  const [, minor, date] = /^(1\.\d+)\.\d+-(\d{8})$/.exec(release) ?? [];
  const applies = (minors: readonly string[] | null) => minors === null || minors.includes(minor ?? "");
  return BAD_AMI_RELEASES.find((entry) => entry.date === date && applies(entry.minors)) ?? null;
}

/**
 * Where a chart's CRDs are. `directory`: in `crds/`, which Helm installs once and never upgrades; `hook`: the same, but a
 * hook upgrades them; `templates`: they live and die with the release; `other-chart`: another chart brings them.
 */
export type CrdPolicy = "none" | "directory" | "hook" | "templates" | "other-chart" | "unknown";

export interface Chart {
  readonly repository: string;
  readonly version: string;
  /** Day the version came out; null: not read. */
  readonly releasedOn: string | null;
  readonly namespace: string;
  readonly crds: CrdPolicy;
  /** Oldest Kubernetes minor that the chart or its document asks for; null: not read. */
  readonly minKubernetes: string | null;
  /** Where the version and the rest were read: repository@commit or tag, and path. */
  readonly source: string;
}

export type ChartName = keyof typeof charts;

/**
 * Helm charts by name. Published versions only: a tag's own Chart.yaml often says another. Not here, for they have no
 * published chart worth running: eks-node-monitoring-agent (an add-on), node-problem-detector, mpi-operator.
 */
export const CHARTS = charts as unknown as Readonly<Record<ChartName, Chart>>;

function kubernetes(releasedOn: string, standard: string, extended: string): KubernetesVersion {
  return { releasedOn, standardSupportUntil: standard, extendedSupportUntil: extended, source: "calendar" };
}

function each(minors: readonly Minor[], version: string): Partial<Record<Minor, string>> {
  return Object.fromEntries(minors.map((minor) => [minor, version]));
}

function bad(date: string, reason: string, minors: readonly Minor[] | null, thread: string): BadAmiRelease {
  return { date, reason, minors, source: `https://github.com/awslabs/amazon-eks-ami/${thread}` };
}
