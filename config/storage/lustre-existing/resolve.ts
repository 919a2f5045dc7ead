import type { ResolvedVolume, VolumeContext } from "../kind";
import { pathOf } from "../names";
import type { LustreExistingConfig } from "./schema";

/** A Lustre file system that hosts have mounted, as pods see it. */
export interface ResolvedLustreExisting extends ResolvedVolume {
  readonly kind: "lustre-existing";
  /** Where hosts have mounted the file system. */
  readonly hostPath: string;
  /** Folder of the hosts that pods see; on the file system. */
  readonly hostFolder: string;
}

/** It belongs to somebody else: nothing of it is made, and nothing is lost with the environment. */
export function resolveLustreExisting(
  name: string,
  { hostPath, folder, mountPath, teams }: LustreExistingConfig,
  { env }: VolumeContext,
): ResolvedLustreExisting {
  return {
    kind: "lustre-existing",
    name,
    path: pathOf(env, name),
    title: `Lustre ${name}`,
    lines: [`hosts have it at ${hostPath}`, `folder ${folder}`, "size and speed are not known"],
    mount: { claimName: name, mountPath, zones: [], teams },
    needs: { nodes: { lustreClient: false, efa: false }, charts: [], ports: [] },
    isLustre: true,
    place: `${hostPath}/${folder} of the hosts`,
    holdsData: false,
    hostPath,
    hostFolder: `${hostPath}/${folder}`,
  };
}
