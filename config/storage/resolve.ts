import type { SiteConfig } from "../sites/keys";
import type { ResolvedVolume, VolumeContext, WrittenVolume } from "./kind";
import { SHORT_FORM } from "./names";
import { storageKind } from "./registry";

/** Every volume: the short form first, then those of `storage` in their order. */
export function resolveStorage(context: VolumeContext): ResolvedVolume[] {
  return writtenVolumes(context.env).map(([name, written]) =>
    storageKind(written.kind).resolve(name, written, context),
  );
}

/** Volumes as `storage` would say them. A name that is written twice is told by the rule storage/written-twice. */
function writtenVolumes({ lustre, storage }: SiteConfig): [name: string, written: WrittenVolume][] {
  const { [SHORT_FORM]: hidden, ...others } = storage;
  const short: WrittenVolume | undefined = lustre ? { ...lustre, kind: "fsx-lustre", teams: false } : hidden;
  return [...(short ? [[SHORT_FORM, short] as [string, WrittenVolume]] : []), ...Object.entries(others)];
}
