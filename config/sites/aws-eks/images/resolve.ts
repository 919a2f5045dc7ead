import { majorMinorOf } from "../../../kernel/version-order";
import type { UbuntuRelease } from "../../../facts/ubuntu-images";
import type { InstanceType } from "../../../facts/instance-types";
import type { AwsConfig } from "../schema";
import type { NodeGroupConfig } from "../nodes/schema";
import { pinnedRelease } from "../cluster/resolve";

/** The image of a node group. */
export type ResolvedImage =
  | {
      readonly kind: "al2023" | "bottlerocket";
      /** EKS AMI type, such as AL2023_x86_64_NVIDIA; null when no EKS image of this kind runs on the type. */
      readonly amiType: string | null;
      /** Kubernetes minor of the nodes: that of a release pinned in config, which holds them back at an upgrade. */
      readonly version: string;
      /** Pinned release; null lets EKS choose when the group is made. */
      readonly release: string | null;
      /** Of Bottlerocket: what its data volume begins with. @default - it is empty */
      readonly dataSnapshotId?: string;
    }
  | { readonly kind: "custom"; readonly imageId: string }
  /** Canonical's image for EKS. */
  | { readonly kind: "ubuntu"; readonly imageId: string; readonly ubuntu: UbuntuRelease };

/** An image that the launch template names: EKS writes neither version nor pod limit for it. */
export type NamedImage = Extract<ResolvedImage, { imageId: string }>;

/** Whether config names the image itself, and EKS does not choose it. */
export const isNamedImage = (image: ResolvedImage): image is NamedImage => "imageId" in image;

/** The facts list the AMI types per instance type, and the versions file the releases; config only says the family. */
export function resolveImage(
  image: NodeGroupConfig["image"],
  facts: InstanceType,
  version: AwsConfig["cluster"]["version"],
): ResolvedImage {
  if (image.kind === "custom") return { kind: "custom", imageId: image.imageId };
  if (image.kind === "ubuntu") return { kind: "ubuntu", imageId: image.imageId, ubuntu: image.release };
  const wanted = image.kind === "al2023" ? "AL2023_" : "BOTTLEROCKET_";
  return {
    kind: image.kind,
    amiType: facts.amiTypes.find((type) => type.startsWith(wanted)) ?? null,
    version: (image.kind === "al2023" && image.release && majorMinorOf(image.release)) || version,
    release: image.release ?? (image.kind === "al2023" ? pinnedRelease(version) : null),
    ...(image.kind === "bottlerocket" && image.dataSnapshotId && { dataSnapshotId: image.dataSnapshotId }),
  };
}
