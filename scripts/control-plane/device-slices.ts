import type { ResolvedPool } from "../../config/pools/pool";
import type { Api } from "./api";
import { nodeNames } from "./node-objects";
import type { NodeRow } from "./node-sizes";

/** What a driver tells of one node's devices that pods claim. */
export interface PublishedDevices {
  /** Such as `gpu.nvidia.com`. */
  readonly driver: string;
  readonly devices: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, { readonly string: string } | { readonly int: number }>>;
  }[];
}

/** Drivers, and what classes of devices ask of what these publish. */
const COMPUTE_DOMAINS = "compute-domain.nvidia.com";
const EFA = "vpc.amazonaws.com/efa";

/**
 * Devices that drivers would find on a node of a pool: its GPUs, its EFA devices, and what NVIDIA's driver hands out of an NVLink domain.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/cmd/compute-domain-kubelet-plugin/deviceinfo.go
 * @see https://github.com/aws/eks-charts/blob/5239609/stable/aws-dranet/templates/deviceclass.yaml
 */
export function publishedDevices({ deviceClaims, gpus, fabric }: ResolvedPool): PublishedDevices[] {
  return deviceClaims.flatMap(({ name, deviceClass }): PublishedDevices[] => {
    if (deviceClass === null) {
      const devices = ["channel", "daemon"].map((type) => ({
        name: `${type}-0`,
        attributes: { type: { string: type }, id: { int: 0 } },
      }));
      return [{ driver: COMPUTE_DOMAINS, devices }];
    }
    if (name === "gpus") {
      const devices = numbered("gpu", gpus?.count ?? 0, { type: { string: "gpu" } });
      return [{ driver: deviceClass, devices }];
    }
    const count = Number(fabric.podRequests[EFA] ?? 0);
    return [
      { driver: "dra.net", devices: numbered("efa", count, { pciDevice: { string: "Elastic Fabric Adapter (EFA)" } }) },
    ];
  });
}

const numbered = (
  what: string,
  count: number,
  attributes: PublishedDevices["devices"][number]["attributes"],
): PublishedDevices["devices"] => Array.from({ length: count }, (_, at) => ({ name: `${what}-${at}`, attributes }));

/** A slice of each driver for each node. @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const deviceSlices = (rows: readonly NodeRow[]): object[] =>
  rows.flatMap((row) =>
    nodeNames(row).flatMap((nodeName) =>
      (row.published ?? []).map(({ driver, devices }) => ({
        metadata: { name: `${nodeName}-${driver}` },
        spec: { driver, nodeName, pool: { name: nodeName, generation: 1, resourceSliceCount: 1 }, devices },
      })),
    ),
  );

/**
 * Templates from which pods claim channels, which NVIDIA's controller makes of each ComputeDomain: they go with it.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/templates/compute-domain-workload-claim-template.tmpl.yaml
 */
export async function makeChannelTemplates(api: Api): Promise<void> {
  for (const { apiVersion = "resource.nvidia.com/v1beta1", metadata, spec } of await api.list(
    "/apis/resource.nvidia.com/v1beta1/computedomains",
  )) {
    const { name, namespace, uid } = metadata;
    await api.ask("POST", `/apis/resource.k8s.io/v1/namespaces/${namespace}/resourceclaimtemplates`, {
      metadata: {
        name: spec?.channel?.resourceClaimTemplate?.name,
        ownerReferences: [{ apiVersion, kind: "ComputeDomain", name, uid }],
      },
      spec: {
        spec: {
          devices: {
            requests: [{ name: "channel", exactly: { deviceClassName: "compute-domain-default-channel.nvidia.com" } }],
          },
        },
      },
    });
  }
}
