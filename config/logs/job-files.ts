import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedVolume } from "../storage/kind";

/** The volume on which files of a pattern are, as login pods see it; null: they mount none there. */
export function volumeOf({ storage }: Pick<SiteEnvironment, "storage">, pattern: string): ResolvedVolume | null {
  const around = storage
    .filter(({ mount }) => pattern.startsWith(`${mount.mountPath.replace(/\/$/, "")}/`))
    .toSorted((a, b) => b.mount.mountPath.length - a.mount.mountPath.length);
  const [nearest] = around;
  return nearest && nearest.mount.onLogin !== false && !nearest.mount.files ? nearest : null;
}
