import type { EC2NodeClass } from "../../kubernetes/karpenter-resources";
import { al2023UserData, type Al2023Boot } from "../../nodes/al2023-boot";
import { METADATA_OPTIONS } from "../../nodes/metadata-options";
import { efaCount, type NetworkInterface } from "../../nodes/network-interfaces";
import type { NodePoolProps } from "./node-pool";

/** What the nodes of a pool are made of. */
export interface NodeClassProps {
  /** Name of the pool. */
  readonly name: string;
  /** Release of the EKS image, such as `1.34.2-20251112`, an image of one's own, or the newest one at each start. */
  readonly image: { readonly release: string } | { readonly imageId: string } | "newest";
  readonly boot: Al2023Boot & { readonly maxPods: number };
  /** Name of the nodes' role. */
  readonly nodeRoleName: string;
  /** Zone → subnet: by ids, as tags are anybody's. */
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  /** @default - one interface, which EC2 makes */
  readonly networkInterfaces?: readonly NetworkInterface[];
  /** @default - placed freely */
  readonly placementGroupName?: string;
  readonly rootVolumeGiB: number;
  /** Whether local disks become one volume that carries kubelet and containerd. */
  readonly instanceStore: boolean;
  /** For instances, volumes and interfaces. */
  readonly tags: Readonly<Record<string, string>>;
}

/** The NodeClass of a pool. */
export function nodeClass(props: NodeClassProps, { bought }: Pick<NodePoolProps, "bought">): EC2NodeClass {
  const { networkInterfaces = [], placementGroupName } = props;
  return {
    apiVersion: "karpenter.k8s.aws/v1",
    kind: "EC2NodeClass",
    metadata: { name: props.name },
    spec: {
      amiFamily: "AL2023",
      amiSelectorTerms: [imageTerm(props.image)],
      role: props.nodeRoleName,
      subnetSelectorTerms: props.subnetIds.map((id) => ({ id })),
      securityGroupSelectorTerms: props.securityGroupIds.map((id) => ({ id })),
      associatePublicIPAddress: false,
      ...(bought.kind === "reserved" && { capacityReservationSelectorTerms: [{ id: bought.reservationId }] }),
      ...(placementGroupName !== undefined && { placementGroupSelector: { name: placementGroupName } }),
      ...(networkInterfaces.length > 0 && { networkInterfaces: networkInterfaces.map(written) }),
      blockDeviceMappings: [
        {
          deviceName: "/dev/xvda",
          rootVolume: true,
          ebs: {
            volumeSize: `${props.rootVolumeGiB}Gi`,
            volumeType: "gp3",
            encrypted: true,
            deleteOnTermination: true,
          },
        },
      ],
      ...(props.instanceStore && { instanceStorePolicy: "RAID0" }),
      kubelet: { maxPods: props.boot.maxPods },
      metadataOptions: {
        httpEndpoint: "enabled",
        httpTokens: "required",
        httpPutResponseHopLimit: METADATA_OPTIONS.httpPutResponseHopLimit ?? 1,
        httpProtocolIPv6: "disabled",
      },
      userData: al2023UserData(props.boot, efaCount(networkInterfaces)),
      tags: props.tags,
    },
  };
}

/**
 * Karpenter takes the Kubernetes minor of the cluster, and of the release what comes after it.
 * @see https://karpenter.sh/docs/concepts/nodeclasses/#alias
 */
function imageTerm(image: NodeClassProps["image"]): EC2NodeClass["spec"]["amiSelectorTerms"][0] {
  if (image === "newest") return { alias: "al2023@latest" };
  if ("imageId" in image) return { id: image.imageId };
  return { alias: `al2023@v${image.release.split("-").at(-1)}` };
}

function written({ card, device, type }: NetworkInterface) {
  if (type === "efa")
    throw new Error(
      `network interfaces: card ${card}, device ${device} is efa; Karpenter knows interface and efa-only: take the layout save-ip`,
    );
  return { networkCardIndex: card, deviceIndex: device, interfaceType: type } as const;
}
