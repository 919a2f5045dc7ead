import type { ResolvedFabric } from "../fabrics/fabric";
import type { ResolvedGpus } from "../gpu/gpus";

/** What a pod that takes a whole node asks for, beside CPU and memory. */
export function wholeNodeRequests(
  gpus: ResolvedGpus | null,
  { podRequests, hugepagesMiB }: ResolvedFabric,
): Record<string, string> {
  return {
    ...(gpus && { "nvidia.com/gpu": String(gpus.count) }),
    ...podRequests,
    ...(hugepagesMiB > 0 && { "hugepages-2Mi": `${hugepagesMiB}Mi` }),
  };
}
