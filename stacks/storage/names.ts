import type { ResolvedVolume } from "../../config/storage/kind";
import { SHORT_FORM } from "../../config/storage/names";

/**
 * Terraform id of a volume's resources. Frozen: another one is another file system, and the files are lost. That of `lustre`
 * is from before there were several.
 */
export const logicalId = ({ name }: Pick<ResolvedVolume, "name">): string =>
  name === SHORT_FORM ? SHORT_FORM : `storage_${name.replaceAll("-", "_")}`;

/** Construct id of a volume: part of the addresses of what has no id of its own. Frozen, too. */
export const constructId = ({ name }: Pick<ResolvedVolume, "name">): string =>
  name === SHORT_FORM ? SHORT_FORM : `storage-${name}`;

/** What names of resources of a volume end with. */
export const resourcePart = constructId;
