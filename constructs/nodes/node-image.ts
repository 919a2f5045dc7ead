import { al2023UserData, type Al2023Boot } from "./al2023-boot";
import { bottlerocketSettings, type BottlerocketSettingsProps } from "./bottlerocket-settings";
import { base64Text } from "./encoded-text";
import type { ClusterCoordinates } from "./node-config";
import { ubuntuUserData, type UbuntuBoot } from "./ubuntu-boot";

interface EksImage {
  /** Release of the image, e.g. `1.34.2-20260715`. @default - the newest one at creation */
  readonly releaseVersion?: string;
  /** Kubernetes minor version. @default - the cluster's at creation */
  readonly kubernetesVersion?: string;
}

/**
 * What a node boots from, and what it is told at boot. Images of EKS get their cluster from EKS; a custom image must be
 * told, and takes neither AMI type nor versions.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html#launch-template-custom-ami
 */
export type NodeImage =
  | (EksImage & {
      readonly kind: "al2023";
      readonly amiType:
        | "AL2023_x86_64_NVIDIA"
        | "AL2023_ARM_64_NVIDIA"
        | "AL2023_x86_64_NEURON"
        | "AL2023_x86_64_STANDARD"
        | "AL2023_ARM_64_STANDARD";
      readonly boot?: Al2023Boot;
    })
  | (EksImage & {
      readonly kind: "bottlerocket";
      readonly amiType:
        | "BOTTLEROCKET_x86_64_NVIDIA"
        | "BOTTLEROCKET_ARM_64_NVIDIA"
        | "BOTTLEROCKET_x86_64"
        | "BOTTLEROCKET_ARM_64";
      readonly settings?: Omit<BottlerocketSettingsProps, "cluster">;
    })
  | {
      readonly kind: "custom-al2023";
      readonly imageId: string;
      readonly cluster: ClusterCoordinates;
      readonly boot?: Al2023Boot;
    }
  | {
      readonly kind: "custom-bottlerocket";
      readonly imageId: string;
      readonly cluster: ClusterCoordinates;
      readonly settings?: Omit<BottlerocketSettingsProps, "cluster">;
    }
  | { readonly kind: "ubuntu"; readonly imageId: string; readonly boot: UbuntuBoot };

/** What an image means for a launch template and for a node group. */
export interface ImagePlan {
  readonly family: "al2023" | "bottlerocket" | "ubuntu";
  readonly imageId?: string;
  /** Base64; absent for Bottlerocket without settings. */
  readonly userData?: string;
  readonly nodeGroup: { readonly amiType?: string; readonly releaseVersion?: string; readonly version?: string };
}

/** What a node group and its launch template say of an image. @throws Error where an image cannot be used so */
export function imagePlan(image: NodeImage, efaDevices: number): ImagePlan {
  if (image.kind === "ubuntu") {
    if (efaDevices > 0)
      throw new Error(`image ${image.imageId}: no EFA is known to work on Canonical's images for EKS`);
    const userData = base64Text(ubuntuUserData(image.boot));
    return { family: "ubuntu", imageId: image.imageId, userData, nodeGroup: {} };
  }
  const bottlerocket = image.kind === "bottlerocket" || image.kind === "custom-bottlerocket";
  const custom = image.kind === "custom-al2023" || image.kind === "custom-bottlerocket";
  const cluster = custom ? image.cluster : undefined;
  const text = bottlerocket
    ? bottlerocketSettings({ ...image.settings, cluster })
    : al2023UserData(image.boot ?? {}, efaDevices, cluster);
  return {
    family: bottlerocket ? "bottlerocket" : "al2023",
    imageId: custom ? image.imageId : undefined,
    userData: text === "" ? undefined : base64Text(text),
    nodeGroup: custom
      ? {}
      : { amiType: image.amiType, releaseVersion: image.releaseVersion, version: image.kubernetesVersion },
  };
}
