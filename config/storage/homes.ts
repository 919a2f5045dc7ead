import { HOMES_FOLDER } from "../facts/slurm-mounts";
import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedVolume } from "./kind";

/** Where users of Slurm have their homes. */
export interface Homes {
  /** Null: in the pods, which differ from each other and lose them. */
  readonly volume: ResolvedVolume | null;
  /** Folder of all homes, as pods see it, such as `/home` or `/fsx/home`. */
  readonly folder: string;
}

/** What is mounted at `/home` has them; else the file system of checkpoints, and else the first volume that can be written to. */
export function homesOf({ storage, lustre }: Pick<SiteEnvironment, "storage" | "lustre">): Homes {
  const own = storage.find(({ mount }) => mount.mountPath === HOMES_FOLDER);
  if (own) return { volume: own, folder: HOMES_FOLDER };
  const volume = lustre ?? storage.find(({ mount }) => !mount.readOnly) ?? null;
  return { volume, folder: `${volume?.mount.mountPath ?? ""}${HOMES_FOLDER}` };
}
