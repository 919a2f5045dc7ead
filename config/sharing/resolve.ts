import type { NodeGroupConfig } from "../sites/aws-eks/nodes/schema";
import { SHARING_KINDS } from "./kinds";
import type { ResolvedSharing, SharingKind } from "./sharing";
import { WHOLE } from "./whole/kind";

/** Kinds as rows, whose schemas are not told apart. */
const KINDS: readonly SharingKind[] = SHARING_KINDS;

/** What follows from the way in which a group shares its GPUs. */
export function resolveSharing(written: NodeGroupConfig["sharing"]): ResolvedSharing {
  const kind: SharingKind = KINDS.find((one) => one.kind === written.kind) ?? WHOLE;
  return { kind: kind.kind, config: written, ...kind.resolve(written) };
}
