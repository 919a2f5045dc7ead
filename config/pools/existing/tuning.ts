import { KUBELET_SETTINGS } from "../../facts/image-settings";
import type { ResolvedPool } from "../pool";
import { resolveTuning } from "../../tuning/resolve";
import type { WrittenTuning } from "../../tuning/schema";
import type { ResolvedTuning } from "../../tuning/tuning";
import type { ExistingMachine } from "./machine";

/** What the cluster tells of the hosts of its pools. */
export interface HostPlace {
  /** Whether they are in a site of one's own, where nobody else puts a hypervisor below. */
  readonly ownSite: boolean;
  /** Whether hosts mount Lustre themselves; over what, they know. */
  readonly hostLustre: boolean;
}

export const UNKNOWN_PLACE: HostPlace = { ownSite: false, hostLustre: false };

/** The profile of a pool of servers that exist; null where config asks for none. */
export function resolvePoolTuning(
  written: WrittenTuning | undefined,
  pool: Pick<ResolvedPool, "hardware" | "fabric" | "gpus" | "sharing" | "count">,
  { server }: Pick<ExistingMachine, "server">,
  { ownSite, hostLustre }: HostPlace,
): ResolvedTuning | null {
  return resolveTuning(written, {
    pool,
    // a server of the catalogue has the GPUs and cards that are its own; in a cloud they may be passed on to a guest
    bareMetal: ownSite && server !== null ? true : null,
    lustre: hostLustre ? "unknown" : null,
    image: KUBELET_SETTINGS,
    ownKernel: true,
  });
}
