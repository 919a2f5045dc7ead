import type { VersionRange } from "../kernel/version-order";
import type { ChartName } from "./versions";

/** What has versions that must fit each other: charts by their name in charts.json, and what they and images bring. */
export type Component =
  | ChartName
  | "kubernetes"
  | "slurm"
  | "nvidia-driver"
  | "cuda"
  | "nccl"
  | "aws-ofi-nccl"
  | "libfabric"
  | "efa-driver"
  | "efa-installer"
  | "doca-ofed"
  | "connectx"
  | "compute-capability"
  | "al2023-nvidia-image"
  | "terraform"
  | "cdktf-provider-aws"
  | "cdktf-provider-helm"
  | "cdktf-provider-kubernetes"
  | "terraform-provider-aws"
  | "terraform-provider-helm"
  | "terraform-provider-kubernetes";

/**
 * - `requires`: it does not run otherwise: refused.
 * - `supports`: its maker says that it is tested so; all else is unproven.
 * - `brings`: it contains the other one in that version.
 */
export type Bond = "requires" | "supports" | "brings";

/** One statement of a document on two components. */
export interface Pair {
  readonly of: Component;
  /** Versions of which it is said. */
  readonly versions: VersionRange;
  readonly bond: Bond;
  readonly with: Component;
  readonly allowed: VersionRange;
  /** For what it holds, where not for all. @default - always */
  readonly only?: string;
  readonly source: string;
  /** Day or month in which the source was as it was read. */
  readonly asOf: string;
}

const CUDA = ["https://docs.nvidia.com/deploy/cuda-compatibility/minor-version-compatibility.html", "2026-09"] as const;
const EFA = ["https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-changelog.html", "2026-10-22"] as const;
const ofi = (version: string, asOf: string) =>
  [`https://github.com/aws/aws-ofi-nccl/releases/tag/v${version}`, asOf] as const;
const GPUS = [
  "https://docs.nvidia.com/datacenter/tesla/drivers/cuda-toolkit-driver-and-architecture-matrix.html; https://docs.nvidia.com/cuda/cuda-toolkit-release-notes",
  "2026-11",
] as const;
/** GPUs that a CUDA toolkit was the first to know, and the driver of its first release; NVIDIA names no branch after the newest one. */
const gpus = (capability: string, cuda: string, driver: string, gpu: string): Pair[] => [
  pair("compute-capability", only(capability), "requires", "nvidia-driver", from(driver), GPUS, gpu),
  pair("compute-capability", only(capability), "supports", "nvidia-driver", { from: driver, to: "610" }, GPUS, gpu),
  pair("compute-capability", only(capability), "requires", "cuda", from(cuda), GPUS, gpu),
];
const DOCA_2_9 = ["https://docs.nvidia.com/doca/archive/2-9-4/Changes+and+New+Features", "2026-11"] as const;
const NETWORK_OPERATOR = ["Mellanox/network-operator-docs@0c0ecad docs/platform-support.rst", "2026-05-21"] as const;
const SLINKY_1_3 = ["https://github.com/SlinkyProject/slurm-operator/releases/tag/v1.3.0", "2026-11-19"] as const;
const SLINKY_1_2 = ["SlinkyProject/slurm-operator@v1.2.1 helm/slurm", "2026-07-30"] as const;
const PINS = ["package-lock.json; node_modules/@cdktf/provider-*/package.json (cdktf.provider)", "2026-11-21"] as const;

/**
 * What is compatible with what. A pair that is not here is unknown; the oldest Kubernetes of a chart is in charts.json,
 * and what the add-ons of EKS fit in `ADDON_VERSIONS`.
 */
export const PAIRS: readonly Pair[] = [
  pair("gpu-operator", only("26.7"), "supports", "kubernetes", span("1.33", "1.36"), [
    "NVIDIA/cloud-native-docs@52dcb7b gpu-operator/platform-support.rst",
    "2026-08",
  ]),
  pair("network-operator", only("26.4"), "supports", "kubernetes", span("1.31", "1.35"), NETWORK_OPERATOR),
  pair("network-operator", only("26.4"), "requires", "gpu-operator", from("25.3"), NETWORK_OPERATOR),
  pair("karpenter", only("1.14"), "supports", "kubernetes", span("1.30", "1.36"), [
    "aws/karpenter-provider-aws@v1.14.1 website/content/en/preview/upgrading/compatibility.md",
    "2026-08-20",
  ]),
  pair("slurm-operator", only("1.3"), "supports", "kubernetes", span("1.35", "1.37"), SLINKY_1_3),
  pair("slurm-operator", only("1.3"), "requires", "slurm", from("25.11"), SLINKY_1_3),
  pair("slurm-operator", only("1.3"), "brings", "slurm", only("26.05"), SLINKY_1_3),
  pair("slurm-operator", only("1.2"), "brings", "slurm", only("26.05"), SLINKY_1_2),
  pair(
    "dra-driver-nvidia-gpu",
    only("0.4"),
    "requires",
    "nvidia-driver",
    from("570.158.01"),
    ["kubernetes-sigs/dra-driver-nvidia-gpu@v0.4.0 docs/install.md", "2026-05-15"],
    "ComputeDomains",
  ),
  pair("al2023-nvidia-image", only("20260724"), "brings", "nvidia-driver", only("580"), [
    "awslabs/amazon-eks-ami@v20260724 templates/al2023/provisioners/install-nvidia-driver.sh",
    "2026-07-24",
  ]),
  pair("doca-ofed", only("2.9"), "requires", "connectx", span("4", "7"), DOCA_2_9, "its number"),
  pair("network-operator", only("26.4"), "brings", "doca-ofed", only("3.4.1"), [
    "Mellanox/network-operator@v26.4.1 deployment/network-operator (doca-driver)",
    "2026-07-24",
  ]),
  pair("cuda", only("13"), "requires", "nvidia-driver", from("580"), CUDA),
  pair("cuda", only("12"), "requires", "nvidia-driver", from("525"), CUDA),
  pair("cuda", only("11"), "requires", "nvidia-driver", from("450"), CUDA),
  ...gpus("8.0", "11.0", "450.36.06", "Ampere"),
  ...gpus("8.9", "11.8", "520.61.05", "Ada"),
  ...gpus("9.0", "11.8", "520.61.05", "Hopper"),
  ...gpus("10.0", "12.8", "570.26", "Blackwell"),
  ...gpus("12.0", "12.8", "570.26", "Blackwell"),
  pair("efa-installer", only("1.51.0"), "brings", "efa-driver", only("3.3.1"), EFA),
  pair("efa-installer", only("1.51.0"), "brings", "libfabric", only("2.7.0amzn2.0"), EFA),
  pair("efa-installer", only("1.51.0"), "brings", "aws-ofi-nccl", only("1.22.0"), EFA),
  pair("efa-installer", only("1.50.0"), "brings", "efa-driver", only("3.3.0"), EFA),
  pair("efa-installer", only("1.50.0"), "brings", "libfabric", only("2.6.0amzn1.0"), EFA),
  pair("efa-installer", only("1.50.0"), "brings", "aws-ofi-nccl", only("1.21.1"), EFA),
  pair("efa-installer", only("1.49.0"), "brings", "libfabric", only("2.4.0amzn5.0"), EFA),
  pair("aws-ofi-nccl", only("1.21"), "requires", "libfabric", from("1.22.0"), ofi("1.21.1", "2026-08-20"), "AWS"),
  pair("aws-ofi-nccl", only("1.21"), "supports", "libfabric", only("2.6.0"), ofi("1.21.1", "2026-08-20")),
  pair("aws-ofi-nccl", only("1.21"), "requires", "nccl", from("2.17.1"), ofi("1.21.1", "2026-08-20")),
  pair("aws-ofi-nccl", only("1.21"), "supports", "nccl", only("2.31.2"), ofi("1.21.1", "2026-08-20")),
  pair("aws-ofi-nccl", only("1.20"), "requires", "libfabric", from("1.22.0"), ofi("1.20.0", "2026-06-25"), "AWS"),
  pair("aws-ofi-nccl", only("1.20"), "supports", "libfabric", only("2.4.0"), ofi("1.20.0", "2026-06-25")),
  pair("aws-ofi-nccl", only("1.20"), "requires", "nccl", from("2.17.1"), ofi("1.20.0", "2026-06-25")),
  pair("aws-ofi-nccl", only("1.20"), "supports", "nccl", span("2.28.9", "2.30.4"), ofi("1.20.0", "2026-06-25")),
  pair("cdktf-provider-aws", only("21.22.1"), "requires", "terraform-provider-aws", only("6.25.0"), PINS),
  pair("cdktf-provider-helm", only("12.1.2"), "requires", "terraform-provider-helm", only("3.1.1"), PINS),
  pair("cdktf-provider-kubernetes", only("12.1.1"), "requires", "terraform-provider-kubernetes", only("2.38.0"), PINS),
];

/** Charts of one maker that are made to run in the same version. */
export const SAME_VERSION: readonly (readonly ChartName[])[] = [
  ["slurm-operator-crds", "slurm-operator", "slurm"],
  ["mariadb-operator-crds", "mariadb-operator"],
];

/** Charts that may only go to the next release of their first two numbers, with the document that says so. */
export const NEXT_RELEASE_ONLY: Partial<Readonly<Record<ChartName, string>>> = {
  "gpu-operator": "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/platform-support.html",
  "network-operator": "https://github.com/Mellanox/network-operator-docs/blob/0c0ecad/docs/platform-support.rst",
};

/** How many major releases of Slurm may be passed in one upgrade without losing jobs and state. */
export const SLURM_UPGRADE = { majors: 3, source: "https://slurm.schedmd.com/upgrades.html" };

/** Minors that a kubelet may be older than the API server. */
export const KUBELET_SKEW = { minors: 3, source: "https://kubernetes.io/releases/version-skew-policy/" };

function pair(
  of: Component,
  versions: VersionRange,
  bond: Bond,
  other: Component,
  allowed: VersionRange,
  [source, asOf]: readonly [string, string],
  holds?: string,
): Pair {
  return { of, versions, bond, with: other, allowed, ...(holds !== undefined && { only: holds }), source, asOf };
}

function only(version: string): VersionRange {
  return { from: version, to: version };
}

function from(version: string): VersionRange {
  return { from: version, to: null };
}

function span(first: string, last: string): VersionRange {
  return { from: first, to: last };
}
