import type { ResolvedPool } from "../pools/pool";

/** Devices of one kind that a driver publishes of a node, for pods to claim. */
export interface ClaimedDevices {
  /** As a ResourceSlice names it. */
  readonly driver: string;
  /** What people call one. */
  readonly title: string;
  /** The attribute by which devices of this kind are told from others of the driver, without its domain. */
  readonly attribute: string;
  readonly value: string;
  /** How many a sound node has. */
  readonly count: number;
}

/** Devices as device plugins name them. */
const EFA = "vpc.amazonaws.com/efa";

/**
 * Devices that drivers publish of a node of a pool whose pods claim them: its GPUs, its EFA devices, and the channel of its NVLink domain.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/cmd/compute-domain-kubelet-plugin/deviceinfo.go
 * @see https://github.com/aws/eks-charts/blob/5239609/stable/aws-dranet/templates/deviceclass.yaml
 */
export const claimedDevices = ({
  deviceClaims,
  gpus,
  fabric,
}: Pick<ResolvedPool, "deviceClaims" | "gpus" | "fabric">): ClaimedDevices[] =>
  deviceClaims.map(({ name, deviceClass }) => {
    if (deviceClass === null)
      return {
        driver: "compute-domain.nvidia.com",
        title: "channels of NVLink over nodes",
        attribute: "type",
        value: "channel",
        count: 1,
      };
    if (name === "gpus")
      return { driver: deviceClass, title: "GPUs", attribute: "type", value: "gpu", count: gpus?.count ?? 0 };
    return {
      driver: "dra.net",
      title: "EFA devices",
      attribute: "pciDevice",
      value: "Elastic Fabric Adapter (EFA)",
      count: Number(fabric.podRequests[EFA] ?? 0),
    };
  });
