import { automaticMetadataIops, serverAddresses } from "../../../../config/facts/lustre";
import { lustreChange } from "../../../../config/facts/lustre-changes";
import type { CloudApi } from "../../cloud/cloud-api";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes, Value } from "../../value";
import { domainOf } from "../api-ids";
import { numberOf, textOf, textsOf } from "../../attribute-values";
import { managedKeyArn } from "../aws-managed-key";
import { ec2Id } from "../ec2/ec2-ids";
import { refuseCreate } from "./fsx-lustre-create";
import { isScratch, lustreShape, takesBackups, type LustreShape } from "./fsx-lustre-shape";
import { refuseUpdate } from "./fsx-lustre-update";
import { FSX_SOURCES } from "./fsx-sources";
import { SECURITY_GROUPS } from "../ec2/security-groups";

export const FSX_LUSTRE_KINDS = knownKinds({
  aws_fsx_lustre_file_system: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/fsx/lustre_file_system.go",
      "https://github.com/hashicorp/terraform-provider-aws/pull/42839",
      ...Object.values(FSX_SOURCES),
    ],
    computedBlocks: ["log_configuration", "metadata_configuration"],
    forcesNewWhen: replacing,
    defaults: {
      copy_tags_to_backups: false,
      data_compression_type: "NONE",
      deployment_type: "SCRATCH_1",
      skip_final_backup: true,
      storage_type: "SSD",
    },
    references: [
      { path: "subnet_ids", to: ["aws_subnet"], missing: "InvalidNetworkSettings", holds: "DependencyViolation" },
      {
        path: "security_group_ids",
        to: SECURITY_GROUPS,
        missing: "InvalidNetworkSettings",
        holds: "DependencyViolation",
      },
    ],
    refuse: (object, api, prior) => (prior === null ? refuseCreate(object, api) : refuseUpdate(object, prior, api)),
    create: (object, api) => {
      const id = ec2Id("fs", api);
      const shape = lustreShape(object);
      return {
        id,
        arn: api.arn("fsx", `file-system/${id}`),
        dns_name: `${id}.fsx.${api.region}.${domainOf(api.partition)}`,
        mount_name: textOf(object, "deployment_type") === "SCRATCH_1" ? "fsx" : api.hex(8, "mount-name"),
        owner_id: api.account,
        vpc_id: api.get("aws_subnet", textsOf(object, "subnet_ids")[0] ?? "")?.attributes["vpc_id"] ?? null,
        network_interface_ids: interfaces(shape, api),
        kms_key_id: shape && !isScratch(shape) ? managedKeyArn("aws/fsx", api) : null,
        efa_enabled: false,
        file_system_type_version: version(shape),
        metadata_configuration: metadata(object, shape),
        log_configuration: log(object, api),
        ...maintenance(object, api),
        ...repository(object, api),
      };
    },
  },
});

/** Storage and metadata can only grow; what shrinks is made anew, and empty. */
function replacing(prior: Attributes, planned: Attributes): string[] {
  const [before, after] = [prior, planned].map((each) => numberOf(each, "storage_capacity") ?? 0) as [number, number];
  const resized = before !== after && (after < before || textOf(planned, "deployment_type") === "SCRATCH_1");
  const [had, has] = [lustreShape(prior)?.metadata, lustreShape(planned)?.metadata];
  const slower = has?.mode === "USER_PROVISIONED" && (has.iops ?? 0) < (had?.iops ?? 0);
  const shrinks = (attribute: string) =>
    lustreChange(attribute, { storage: null, efa: false }, "shrinks")?.effect === "replaces" ? [attribute] : [];
  return [...(resized ? shrinks("storage_capacity") : []), ...(slower ? shrinks("metadata_configuration.iops") : [])];
}

/** One for each server. */
function interfaces(shape: LustreShape | null, api: CloudApi): Value {
  const metadataIops = shape?.metadata ? (shape.metadata.iops ?? automaticMetadataIops(shape.capacityGiB ?? 0)) : null;
  const servers = shape && serverAddresses({ ...shape, metadataIops });
  return Array.from({ length: servers ?? 1 }, (_, index) => ec2Id("eni", api, `server ${index}`));
}

function version(shape: LustreShape | null): string | null {
  return shape?.metadata ? "2.15" : (shape?.facts.defaultVersion ?? null);
}

function metadata(object: Attributes, shape: LustreShape | null): Value {
  return mapBlocks(object, "metadata_configuration", (block) => ({
    ...block,
    mode: textOf(block, "mode") ?? "AUTOMATIC",
    iops: numberOf(block, "iops") ?? automaticMetadataIops(shape?.capacityGiB ?? 0),
  }));
}

function log(object: Attributes, api: CloudApi): Value {
  return mapBlocks(object, "log_configuration", (block) => {
    const isOff = (textOf(block, "level") ?? "DISABLED") === "DISABLED";
    const destination = textOf(block, "destination") ?? (isOff ? null : api.arn("logs", "log-group:/aws/fsx/lustre"));
    return { ...block, destination };
  });
}

/** Times that AWS chooses, of which every hour is as good. */
function maintenance(object: Attributes, api: CloudApi): Attributes {
  const pick = (purpose: string, count: number) => parseInt(api.hex(6, purpose), 16) % count;
  const time = (purpose: string) =>
    [pick(`${purpose} hour`, 24), pick(`${purpose} minute`, 2) * 30]
      .map((each) => `${each}`.padStart(2, "0"))
      .join(":");
  return {
    automatic_backup_retention_days: 0,
    daily_automatic_backup_start_time: takesBackups(object) ? time("backup") : "",
    weekly_maintenance_start_time: `${1 + pick("maintenance day", 7)}:${time("maintenance")}`,
  };
}

/** The older way of linking a bucket, which is part of the file system. */
function repository(object: Attributes, api: CloudApi): Attributes {
  const path = textOf(object, "import_path");
  if (!path) return { auto_import_policy: "", export_path: "", imported_file_chunk_size: 0 };
  const bucket = path.split("/").slice(0, 3).join("/");
  return {
    auto_import_policy: "NONE",
    export_path: `${bucket}/FSxLustre${api.now.replaceAll(/[-:]/g, "")}`,
    imported_file_chunk_size: 1024,
  };
}
