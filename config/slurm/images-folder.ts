import type { SiteEnvironment } from "../sites/environment";
import { folderText } from "../storage/mount-folders";

/** Where files of imported images lie. */
export interface ImagesFolder {
  readonly folder: string;
  /** Name of the volume that it lies on; null: on none that can be written to. */
  readonly volume: string | null;
}

/** @returns null where no image is imported, or no volume is there to hold them */
export function imagesFolderOf({ slurm, storage }: Pick<SiteEnvironment, "slurm" | "storage">): ImagesFolder | null {
  if (slurm?.containers.kind !== "pyxis" || Object.keys(slurm.containers.images).length === 0) return null;
  const writable = storage.filter(({ mount }) => !mount.readOnly);
  const [first] = writable;
  const folder = slurm.containers.imagesFolder ?? (first && `${first.mount.mountPath.replace(/\/$/, "")}/images`);
  if (folder === undefined) return null;
  const [holder] = writable
    .filter(({ mount }) => folderText(folder).startsWith(folderText(mount.mountPath)))
    .sort((a, b) => b.mount.mountPath.length - a.mount.mountPath.length);
  return { folder, volume: holder?.name ?? null };
}
