import type { PodDemand } from "../../config/facts/system-pods";
import type { HelmValues } from "./helm-values";

/** `resources` of a container. No limit of CPU: a controller that is throttled is late for everybody. */
export function podResources({ cpuMillis, memoryMiB, limitMiB }: PodDemand): HelmValues {
  return {
    requests: { cpu: `${cpuMillis}m`, memory: `${memoryMiB}Mi` },
    limits: { memory: `${limitMiB}Mi` },
  };
}
