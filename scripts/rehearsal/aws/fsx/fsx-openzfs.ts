import {
  OPENZFS_CAPACITY,
  OPENZFS_IOPS_PER_GIB,
  OPENZFS_MAX_ROUTE_TABLES,
  OPENZFS_SOURCES,
} from "../../../../config/facts/openzfs";
import { openzfsChange } from "../../../../config/facts/openzfs-changes";
import { blockOf, numberOf, textOf, textsOf } from "../../attribute-values";
import { badRequest } from "../../cloud/refusals";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { managedKeyArn } from "../aws-managed-key";
import { ec2Id } from "../ec2/ec2-ids";
import { SECURITY_GROUPS } from "../ec2/security-groups";

const provider =
  "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/fsx/openzfs_file_system.go";

export const FSX_OPENZFS_KINDS = knownKinds({
  aws_fsx_openzfs_file_system: {
    source: [provider, ...Object.values(OPENZFS_SOURCES).map(({ url }) => url)],
    computedBlocks: ["disk_iops_configuration", "root_volume_configuration"],
    defaults: {
      copy_tags_to_backups: false,
      copy_tags_to_volumes: false,
      skip_final_backup: false,
      storage_type: "SSD",
    },
    references: [
      { path: "subnet_ids", to: ["aws_subnet"], missing: "InvalidNetworkSettings", holds: "DependencyViolation" },
      {
        path: "route_table_ids",
        to: ["aws_route_table"],
        missing: "InvalidNetworkSettings",
        holds: "DependencyViolation",
      },
      {
        path: "security_group_ids",
        to: SECURITY_GROUPS,
        missing: "InvalidNetworkSettings",
        holds: "DependencyViolation",
      },
    ],
    refuse: (object, _api, prior) => [...shape(object), ...(prior === null ? [] : shrinks(object, prior))],
    create: (object, api) => {
      const id = ec2Id("fs", api);
      return {
        id,
        arn: api.arn("fsx", `file-system/${id}`),
        dns_name: `${id}.fsx.${api.region}.${domainOf(api.partition)}`,
        endpoint_ip_address: "10.0.0.9",
        endpoint_ip_address_range: "",
        kms_key_id: managedKeyArn("aws/fsx", api),
        network_interface_ids: [ec2Id("eni", api, "server")],
        owner_id: api.account,
        preferred_subnet_id: "",
        root_volume_id: `fsvol-${api.hex(17, "root-volume")}`,
        route_table_ids: [],
        vpc_id: vpcOf(object, api),
        daily_automatic_backup_start_time: "05:00",
        weekly_maintenance_start_time: "7:05:00",
        disk_iops_configuration: [{ mode: "AUTOMATIC", iops: (capacityOf(object) ?? 0) * OPENZFS_IOPS_PER_GIB }],
        root_volume_configuration: [
          { data_compression_type: "NONE", read_only: false, record_size_kib: 128, user_and_group_quotas: [] },
        ],
      };
    },
  },
});

const vpcOf = (object: Attributes, api: CloudApi) =>
  api.get("aws_subnet", textsOf(object, "subnet_ids")[0] ?? "")?.attributes["vpc_id"] ?? null;

const capacityOf = (object: Attributes) => numberOf(object, "storage_capacity");

/** MB/s by the generation of the server, as the page of the API has them. */
const THROUGHPUTS: Readonly<Record<string, readonly number[]>> = {
  SINGLE_AZ_1: [64, 128, 256, 512, 1024, 2048, 3072, 4096],
  SINGLE_AZ_HA_1: [64, 128, 256, 512, 1024, 2048, 3072, 4096],
  SINGLE_AZ_2: [160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240],
  SINGLE_AZ_HA_2: [160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240],
  MULTI_AZ_1: [160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240],
};

function* shape(object: Attributes): Iterable<Refusal> {
  const type = textOf(object, "deployment_type") ?? "";
  const legal = THROUGHPUTS[type];
  if (!legal) yield badRequest(`deployment_type is ${type}`, OPENZFS_SOURCES.create.url);
  const throughput = numberOf(object, "throughput_capacity") ?? 0;
  if (legal && !legal.includes(throughput))
    yield badRequest(
      `throughput_capacity is ${throughput}; ${type} takes ${legal.join(", ")}`,
      OPENZFS_SOURCES.create.url,
    );
  const capacity = capacityOf(object) ?? 0;
  if (capacity < OPENZFS_CAPACITY.min || capacity > OPENZFS_CAPACITY.max)
    yield badRequest(`storage_capacity is ${capacity} GiB`, OPENZFS_SOURCES.limits.url);
  const disk = blockOf(object, "disk_iops_configuration");
  const iops = numberOf(disk, "iops");
  if (textOf(disk, "mode") === "USER_PROVISIONED" && iops !== null && iops < capacity * OPENZFS_IOPS_PER_GIB)
    yield badRequest(
      `iops is ${iops}; ${capacity} GiB need ${capacity * OPENZFS_IOPS_PER_GIB}`,
      OPENZFS_SOURCES.capacity.url,
    );
  if (type === "MULTI_AZ_1" && !textsOf(object, "subnet_ids").includes(textOf(object, "preferred_subnet_id") ?? ""))
    yield badRequest("preferred_subnet_id is none of subnet_ids", OPENZFS_SOURCES.create.url);
  if (type === "MULTI_AZ_1" && textsOf(object, "route_table_ids").length > OPENZFS_MAX_ROUTE_TABLES)
    yield badRequest(`route_table_ids has ${textsOf(object, "route_table_ids").length}`, OPENZFS_SOURCES.multi.url);
  if (textsOf(object, "subnet_ids").length !== (type === "MULTI_AZ_1" ? 2 : 1))
    yield badRequest(`subnet_ids has ${textsOf(object, "subnet_ids").length}`, OPENZFS_SOURCES.create.url);
}

function* shrinks(object: Attributes, prior: Attributes): Iterable<Refusal> {
  const [before, after] = [capacityOf(prior) ?? 0, capacityOf(object) ?? 0];
  const row = openzfsChange("storage_capacity", "shrinks");
  if (after < before && row)
    yield badRequest(`storage_capacity from ${before} to ${after}; the file system ${row.what}`, row.source);
  if (after > before && after < before * 1.1)
    yield badRequest(
      `storage_capacity from ${before} to ${after}: it grows by a tenth at least`,
      OPENZFS_SOURCES.capacity.url,
    );
}
