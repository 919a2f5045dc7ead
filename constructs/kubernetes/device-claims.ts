import type { DeviceClaim } from "../../config/pools/whole-node";
import type { ComputeDomain, ResourceClaimTemplate } from "./custom-resources";

export interface ClaimObjectsProps {
  readonly namespace: string;
  /** Name of the template of a claim; a pod names it. */
  readonly templateName: (claim: string) => string;
}

/**
 * Where devices are allocated dynamically: templates from which each pod claims all devices of a class that its node has, and
 * for NVLink domains over nodes a ComputeDomain, which lets pods map each other's memory. One ComputeDomain serves the pods
 * of one NVLink domain alone. `numNodes: 0`: pods need not wait for each other.
 */
export function claimObjects(
  claims: readonly DeviceClaim[],
  { namespace, templateName }: ClaimObjectsProps,
): (ComputeDomain | ResourceClaimTemplate)[] {
  return claims.map(({ name: claim, deviceClass }) => {
    const name = templateName(claim);
    if (deviceClass === null) {
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
        spec: {
          devices: {
            requests: [{ name: claim, exactly: { deviceClassName: deviceClass, allocationMode: "All" } }],
          },
        },
      },
    };
  });
}
