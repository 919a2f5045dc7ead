import type { KubernetesMinor } from "./kubernetes";

/** Where it stands what the images are that Canonical makes for EKS, and how their nodes join. */
export const UBUNTU_SOURCES = {
  images: {
    url: "https://github.com/eksctl-io/eksctl/blob/99984adb/pkg/ami/ssm_resolver.go",
    copy: "eksctl-io/eksctl@99984adb pkg/ami/ssm_resolver.go, pkg/ami/auto_resolver.go",
    asOf: "2026-08",
  },
  join: {
    url: "https://github.com/eksctl-io/eksctl/blob/99984adb/pkg/nodebootstrap/assets/scripts/bootstrap.ubuntu.sh",
    copy: "eksctl-io/eksctl@99984adb pkg/nodebootstrap; its integration tests join nodes of 22.04 and 24.04 so",
    asOf: "2026-08",
  },
  groups: {
    url: "https://documentation.ubuntu.com/aws/aws-how-to/kubernetes/deploy-managed-node-group/",
    copy: "the page: a launch template with the image, and a script that runs /etc/eks/bootstrap.sh",
    asOf: "2026-11",
  },
  rootDevice: {
    url: "https://github.com/aws/karpenter-provider-aws/blob/v0.37.0/pkg/providers/amifamily/ubuntu.go",
    copy: "aws/karpenter-provider-aws@v0.37.0 pkg/providers/amifamily/ubuntu.go",
    asOf: "2024-05",
  },
  byParameter: {
    url: "https://github.com/aws/containers-roadmap/issues/1951",
    copy: "the issue, which is open: EKS may not read a parameter that a launch template names",
    asOf: "2026-11",
  },
} as const;

/** Releases of Ubuntu, and the first Kubernetes minor of which Canonical makes an image. */
export const UBUNTU_RELEASES = {
  "24.04": { since: "1.31" },
  "26.04": { since: "1.35" },
} as const satisfies Record<string, { readonly since: KubernetesMinor }>;

export type UbuntuRelease = keyof typeof UBUNTU_RELEASES;

/** For schemas. */
export const UBUNTU_RELEASE_NAMES = Object.keys(UBUNTU_RELEASES) as [UbuntuRelease, ...UbuntuRelease[]];

/** The account in which Canonical publishes images. */
export const CANONICAL_ACCOUNT = "099720109477";

/** Device of the volume that the system is on. */
export const UBUNTU_ROOT_DEVICE = "/dev/sda1";

/** The public parameter of Systems Manager that has the id of the newest image, in each Region. */
export const ubuntuParameter = (release: UbuntuRelease, version: string, arch: "amd64" | "arm64"): string =>
  `/aws/service/canonical/ubuntu/eks/${release}/${version}/stable/current/${arch}/hvm/ebs-gp3/ami-id`;

/** What the name of an image says of it; null: it is the name of another image. */
export function ubuntuImageName(name: string): { version: string; release: string; arch: string } | null {
  const [, version = "", release = "", arch = ""] =
    /^ubuntu-eks(?:-pro)?\/k8s_(\d+\.\d+)\/images\/.*-(\d\d\.\d\d)-(amd64|arm64)/.exec(name) ?? [];
  return version === "" ? null : { version, release, arch };
}
