import type { PodDemand } from "../../config/facts/system-pods";

type Amounts = { readonly cpu?: string; readonly memory: string };

/** In a container, and in Helm values. */
export type PodResources = { readonly requests: Amounts; readonly limits: Amounts };

/** `resources` of a container. No limit of CPU: a controller that is throttled is late for everybody. */
export function podResources({ cpuMillis, memoryMiB, limitMiB }: PodDemand): PodResources {
  return {
    requests: { cpu: `${cpuMillis}m`, memory: `${memoryMiB}Mi` },
    limits: { memory: `${limitMiB}Mi` },
  };
}
