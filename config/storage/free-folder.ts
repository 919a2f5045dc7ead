import { SLURM_MOUNTS } from "../facts/slurm-mounts";
import type { ResolvedVolume } from "./kind";
import { folderText, hiddenBy } from "./mount-folders";

/**
 * A folder at which a volume can be mounted beside all others, for the fix of a rule.
 * @param usual the folder that is taken where it is free. @default - `/mnt/` and the name of the volume
 */
export function freeFolder(
  name: string,
  storage: readonly Pick<ResolvedVolume, "name" | "mount">[],
  usual = `/mnt/${name}`,
): string {
  const others = storage.filter((volume) => volume.name !== name).map(({ mount }) => mount.mountPath);
  const taken = [...Object.values<string>(SLURM_MOUNTS), ...others].map(folderText);
  const isFree = (folder: string) =>
    hiddenBy(folder) === undefined &&
    !taken.some((other) => other.startsWith(folderText(folder)) || folderText(folder).startsWith(other));
  // each that is taken is in the way of one of these at most
  const more = Array.from({ length: taken.length + 1 }, (_, index) => `/${name}-files${index === 0 ? "" : index + 1}`);
  return [usual, `/${name}`, ...more].find(isFree) ?? usual;
}
