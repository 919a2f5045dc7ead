import { automaticMetadataIops } from "../../../../config/facts/lustre";
import { lustreChange } from "../../../../config/facts/lustre-changes";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, textOf } from "../../attribute-values";
import { refuseLog } from "./fsx-lustre-create";
import { isScratch, lustreShape, takesBackups, type LustreShape } from "./fsx-lustre-shape";
import { refuseSize } from "./fsx-lustre-size";
import { FSX_SOURCES } from "./fsx-sources";
import { badRequest } from "../../cloud/refusals";

/** What FSx refuses of a changed file system. What replaces it never comes here. */
export function refuseUpdate(object: Attributes, prior: Attributes, api: CloudApi): Refusal[] {
  const [before, after] = [lustreShape(prior), lustreShape(object)];
  if (!before || !after) return [];
  return [
    // a first size is legal for as long as it stays
    ...refuseSize(after, object, before.capacityGiB === after.capacityGiB),
    ...throughput(before, after),
    ...metadata(before, after),
    ...backups(object, prior, after, api),
    // where the log goes stays in the state when it is switched off
    ...(destination(object) === destination(prior) ? [] : refuseLog(object, api)),
  ];
}

const destination = (object: Attributes) => textOf(blockOf(object, "log_configuration"), "destination");

function* throughput(before: LustreShape, after: LustreShape): Iterable<Refusal> {
  const numbers = [
    ["per_unit_storage_throughput", before.throughput, after.throughput],
    ["throughput_capacity", before.throughputMBps, after.throughputMBps],
  ] as const;
  for (const [attribute, from, to] of numbers) {
    if (from === to) continue;
    const way = (to ?? 0) < (from ?? 0) ? "shrinks" : "grows";
    const row = lustreChange(attribute, { storage: before.facts.storageType, efa: before.efa }, way);
    if (row?.effect === "refused")
      yield badRequest(`${attribute} from ${from} to ${to}; the file system ${row.what}`, row.source);
  }
}

function* metadata(before: LustreShape, after: LustreShape): Iterable<Refusal> {
  if (!after.metadata) return;
  if (!before.metadata) {
    yield badRequest(
      "metadata_configuration is given, and cannot be added to a file system later",
      FSX_SOURCES.metadata,
    );
    return;
  }
  const current = iopsOf(before);
  const { mode, iops } = after.metadata;
  const automatic = automaticMetadataIops(after.capacityGiB ?? 0);
  if (mode === "USER_PROVISIONED" && iops !== null) {
    if (iops < current)
      yield badRequest(`iops of metadata from ${current} to ${iops}; they can only grow`, FSX_SOURCES.updateMetadata);
    const grows = (after.capacityGiB ?? 0) > (before.capacityGiB ?? 0);
    // https://github.com/hashicorp/terraform-provider-aws/issues/44432
    if (grows && iops < automatic)
      yield badRequest(
        `storage_capacity is to be ${after.capacityGiB} GiB, which needs ${automatic} iops of metadata; there are ${iops}`,
        FSX_SOURCES.metadata,
      );
  } else if (before.metadata.mode === "USER_PROVISIONED" && current > automatic)
    yield badRequest(
      `mode of metadata to AUTOMATIC, which has ${automatic} iops here; now there are ${current}, and they can only grow`,
      FSX_SOURCES.updateMetadata,
    );
}

/** Metadata operations a second, by the mode. */
function iopsOf({ metadata: given, capacityGiB }: LustreShape): number {
  if (given?.mode === "USER_PROVISIONED" && given.iops !== null) return given.iops;
  return automaticMetadataIops(capacityGiB ?? 0);
}

function* backups(object: Attributes, prior: Attributes, shape: LustreShape, api: CloudApi): Iterable<Refusal> {
  if (!takesBackups(object) || takesBackups(prior)) return;
  const what = "automatic_backup_retention_days is given";
  if (isScratch(shape)) yield badRequest(`${what}, and ${shape.deployment} has no backups`, FSX_SOURCES.createLustre);
  const id = textOf(object, "id");
  const linked = api.all("aws_fsx_data_repository_association");
  if (linked.some(({ attributes }) => attributes["file_system_id"] === id))
    yield badRequest(
      `${what}, and the file system is linked to a data repository, which rules backups out`,
      FSX_SOURCES.backups,
    );
}
