import { isNamedImage } from "./resolve";
import { minorNumber } from "../../../kernel/version-order";
import { AMI_RELEASES, badAmiRelease } from "../../../facts/versions";
import { orList } from "../../../kernel/nearest";
import type { AwsEnvironment } from "../environment";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups, writtenEc2Groups } from "../nodes/ec2-groups";

const AMI_DOCS = "https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-optimized-ami.html";
/** First image on which GB200 works. */
const ULTRASERVER_IMAGE = "20251103";

const releasePath = (name: string) => groupPath({ name }, "image", "release");

/** Kinds of image that EKS makes for a type. */
function kindsFor({ hardware }: ResolvedNodeGroup): string[] {
  const made = [
    ["al2023", "AL2023_"],
    ["bottlerocket", "BOTTLEROCKET_"],
  ].filter(([, start]) => hardware.amiTypes.some((type) => type.startsWith(start!)));
  return [...made.map(([kind]) => kind!), "custom"];
}

/** Newest release known for the cluster that nothing speaks against. */
function newestRelease(config: AwsConfig): string | null {
  const { release } = AMI_RELEASES.al2023[config.cluster.version];
  return badAmiRelease(release) ? null : release;
}

const newestOr = (config: AwsConfig, otherwise: string): string => {
  const release = newestRelease(config);
  return release ? `write image: { kind: "al2023", release: "${release}" }` : otherwise;
};

/** Releases of the Amazon Linux images. */
function* al2023Releases(env: AwsEnvironment) {
  for (const {
    name,
    machines: { image, instanceType },
  } of ec2Groups(env)) {
    if (image.kind === "al2023" && image.release) yield { name, instanceType, release: image.release };
  }
}

/** Images of nodes. */
export const IMAGES_RULES: readonly AwsRule[] = [
  {
    id: "images/ami-type-exists",
    title: "EKS makes an image of the chosen kind for the instance type.",
    severity: "error",
    why: "There is no AMI type to ask for: the node group would fail, or come up without its accelerators.",
    source: AMI_DOCS,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const {
          machines: { image, instanceType },
        } = group;
        if (isNamedImage(image) || image.amiType !== null) continue;
        const kinds = kindsFor(group);
        const message = `EKS makes no ${image.kind} image for ${instanceType}; possible: ${orList(kinds)}`;
        const write = kinds[0] === "custom" ? '{ kind: "custom", imageId: "ami-…" }' : `{ kind: "${kinds[0]}" }`;
        yield { path: groupPath(group, "image", "kind"), message, fix: `write image: ${write}` };
      }
    },
  },
  {
    id: "images/bad-release",
    title: "No group runs an image that is known to be broken.",
    severity: "error",
    why: "The fault is in the image and comes back with every node.",
    source: "https://github.com/awslabs/amazon-eks-ami/issues",
    *check({ config, env }) {
      for (const { name, release } of al2023Releases(env)) {
        const bad = badAmiRelease(release);
        if (!bad) continue;
        const message = `${release} must not be run: ${bad.reason} (${bad.source})`;
        yield { path: releasePath(name), message, fix: newestOr(config, "write another release") };
      }
    },
  },
  {
    id: "images/release-matches-version",
    title: "The release of an image is for the cluster's Kubernetes version, or up to three minors older.",
    severity: "error",
    why: "A pinned release holds its nodes back at an upgrade, but kubelets may be neither newer than the API nor far older.",
    source: "https://kubernetes.io/releases/version-skew-policy/",
    *check({ config, env }) {
      const { version } = config.cluster;
      for (const { name, release } of al2023Releases(env)) {
        const behind = minorNumber(version) - minorNumber(release);
        if (behind >= 0 && behind <= MAX_SKEW) continue;
        const message = `${release} does not run with Kubernetes ${version}, which the cluster has`;
        yield { path: releasePath(name), message, fix: newestOr(config, `write a release of ${version}`) };
      }
    },
  },
  {
    id: "images/pinned-in-production",
    title: "A production group names the release of its image.",
    severity: "warning",
    why: "Otherwise a group that is made later runs another image than its neighbours, driver and kernel included.",
    source: "https://github.com/awslabs/amazon-eks-ami/issues/2367",
    *check({ config, env }) {
      if (!env.production) return;
      for (const {
        name,
        machines: { image },
      } of ec2Groups(env)) {
        if (isNamedImage(image) || image.release) continue;
        const message = `the release of the ${image.kind} image is left to EKS in a production environment`;
        const fix =
          image.kind === "al2023"
            ? newestOr(config, "write the release that EKS recommends today")
            : "write the release that EKS recommends today; config/facts has none for Bottlerocket";
        yield { path: releasePath(name), message, fix };
      }
    },
  },
  {
    id: "images/bottlerocket-limits",
    title: "Nothing is asked of Bottlerocket that it cannot do.",
    severity: "error",
    why: "It has no shell, no package manager and no nodeadm: what is asked for would silently be left out.",
    source: "https://bottlerocket.dev/en/os/latest/#/concepts/variants/",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        if (group.machines.image.kind !== "bottlerocket") continue;
        const { bootScript, nodeadm, gdrcopyModule, localStorage, kubelet } = written;
        const asked: readonly (readonly [key: string, asked: boolean, why: string])[] = [
          ["bootScript", bootScript !== undefined, "there is no shell to run it"],
          ["nodeadm", nodeadm !== undefined, "nodes are set up by settings, not by nodeadm"],
          ["gdrcopyModule", gdrcopyModule !== false && gdrcopyModule !== undefined, "kernel modules cannot be added"],
          [
            "kubelet",
            kubelet?.reservedSystemCPUs !== undefined,
            "its settings keep amounts of CPU, and none by number",
          ],
          ["localStorage", localStorage === "raid10" || localStorage === "mount", "it only stripes its disks (raid0)"],
        ];
        for (const [key, isAsked, why] of asked) {
          if (!isAsked) continue;
          const message = `${key} does nothing on Bottlerocket: ${why}`;
          yield {
            path: groupPath(group, key),
            message,
            fix: 'remove it, or write image: { kind: "al2023" }',
          };
        }
      }
    },
  },
  {
    id: "images/snapshot-hidden",
    title: "A data volume with images is the one that containerd uses.",
    severity: "error",
    why: "With localStorage Bottlerocket binds the folders of containerd to the local disks, which are empty: nodes would pull every image again.",
    source:
      "https://bottlerocket.dev/en/os/latest/#/api/settings/bootstrap-commands/; https://aws.amazon.com/blogs/containers/reduce-container-startup-time-on-amazon-eks-with-bottlerocket-data-volume",
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const { image } = group.machines;
        if (isNamedImage(image) || image.dataSnapshotId === undefined || group.localStorage === "none") continue;
        yield {
          path: groupPath(group, "image", "dataSnapshotId"),
          message: `${image.dataSnapshotId} would be hidden: containers of the group lie on its local disks`,
          fix: 'write localStorage: "none", or take dataSnapshotId out',
        };
      }
    },
  },
  {
    id: "images/ultraserver-release",
    title: "UltraServers of GB200 run an image of November 2025 or later.",
    severity: "error",
    why: "Earlier ones cannot join GPUs of several nodes.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html",
    *check({ config, env }) {
      for (const { name, release, instanceType } of al2023Releases(env)) {
        if (!instanceType.startsWith("p6e-") || release.slice(-8) >= ULTRASERVER_IMAGE) continue;
        const message = `${release} is older than ${ULTRASERVER_IMAGE}, the first image for ${instanceType}`;
        yield { path: releasePath(name), message, fix: newestOr(config, "write a later release") };
      }
    },
  },
];

/** Minors that a kubelet may be older than the API server. */
const MAX_SKEW = 3;

/** `1.36` and `1.36.4-20261003` → 36. */
