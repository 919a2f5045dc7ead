import { claimNames, claimTemplateName } from "./node-set";
import type { SlurmNodeGroupProps } from "./slurm-types";
import type { ComputeDomain, ResourceClaimTemplate } from "../kubernetes/custom-resources";

const GPU_CLASS = "gpu.nvidia.com";

/** Device class of a claim; null for one of a ComputeDomain. */
function deviceClass(claim: string, { fabric }: SlurmNodeGroupProps): string | null {
  if (claim === "gpus") return GPU_CLASS;
  return claim === fabric.claim?.name ? fabric.claim.deviceClass : null;
}

/**
 * Where devices are allocated dynamically: templates from which each slurmd pod claims all GPUs and devices of the fabric of its node,
 * and for NVLink domains over nodes a ComputeDomain, which lets them map each other's memory. `numNodes: 0`: pods need not
 * wait for each other.
 */
export function deviceClaims(group: SlurmNodeGroupProps, namespace: string): (ComputeDomain | ResourceClaimTemplate)[] {
  return claimNames(group).map((claim) => {
    const name = claimTemplateName(group, claim);
    const deviceClassName = deviceClass(claim, group);
    if (deviceClassName === null) {
      return {
        apiVersion: "resource.nvidia.com/v1beta1",
        kind: "ComputeDomain",
        metadata: { name, namespace },
        spec: { numNodes: 0, channel: { allocationMode: "All", resourceClaimTemplate: { name } } },
      };
    }
    return {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaimTemplate",
      metadata: { name, namespace },
      spec: {
        spec: { devices: { requests: [{ name: claim, exactly: { deviceClassName, allocationMode: "All" } }] } },
      },
    };
  });
}
