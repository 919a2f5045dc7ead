import { SHARING_KINDS } from "./kinds";
import type { WrittenSharing } from "./schema";
import type { ResolvedSharing, SharedPool, SharingKind } from "./sharing";
import { WHOLE } from "./whole/kind";

/** Kinds as rows, whose schemas are not told apart. */
const KINDS: readonly SharingKind[] = SHARING_KINDS;

/** What follows from the way in which a pool shares its GPUs. */
export function resolveSharing(written: WrittenSharing, pool: SharedPool): ResolvedSharing {
  const kind: SharingKind = KINDS.find((one) => one.kind === written.kind) ?? WHOLE;
  return { kind: kind.kind, config: written, ...kind.resolve(written, pool) };
}
