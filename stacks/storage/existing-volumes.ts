import type { ITerraformDependable } from "cdktf";
import type { ResolvedVolume } from "../../config/storage/kind";
import type { ClaimPlace, VolumeClaims } from "./builder";
import { EXISTING_BUILDERS } from "./builders";
import { cufileScripts } from "./cufile-scripts";

/** Volumes and claims of what is there already. */
export function claimExistingVolumes(
  volumes: readonly ResolvedVolume[],
  place: ClaimPlace,
): readonly ITerraformDependable[] {
  const claims = volumes.flatMap((volume) => existingBuilder(volume.kind).claims(volume, {}, place));
  return [...claims, ...cufileScripts(volumes, place)];
}

/** The row of a kind. */
function existingBuilder(kind: string): VolumeClaims {
  const rows: readonly { readonly kind: string }[] = EXISTING_BUILDERS;
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`stacks/storage/builders.ts has no row for ${kind} among EXISTING_BUILDERS`);
  return found as unknown as VolumeClaims;
}
