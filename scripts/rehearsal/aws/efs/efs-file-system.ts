import { EFS_SOURCES, provisionedLimit } from "../../../../config/facts/efs";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { blocksOf, isOn, numberOf, textOf } from "../../attribute-values";
import { managedKeyArn } from "../aws-managed-key";
import { ec2Id } from "../ec2/ec2-ids";
import { badRequest } from "../../cloud/refusals";

export const EFS_FILE_SYSTEM = "aws_efs_file_system";

export const EFS_FILE_SYSTEM_KINDS = knownKinds({
  [EFS_FILE_SYSTEM]: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/efs/file_system.go",
      ...[EFS_SOURCES.create, EFS_SOURCES.lifecycle, EFS_SOURCES.limits].map(({ url }) => url),
    ],
    computedBlocks: ["protection"],
    defaults: { throughput_mode: "bursting" },
    unique: [{ by: ["creation_token"], code: "FileSystemAlreadyExists", source: EFS_SOURCES.create.url }],
    refuse: (object, api) => [...throughput(object, api), ...performance(object), ...lifecycle(object), ...key(object)],
    create: (object, api) => {
      const id = ec2Id("fs", api);
      const zone = textOf(object, "availability_zone_name");
      return {
        id,
        arn: api.arn("elasticfilesystem", `file-system/${id}`),
        creation_token: id,
        dns_name: `${id}.efs.${api.region}.${domainOf(api.partition)}`,
        encrypted: false,
        kms_key_id: isOn(object, "encrypted") ? managedKeyArn("aws/elasticfilesystem", api) : "",
        name: null,
        number_of_mount_targets: 0,
        owner_id: api.account,
        performance_mode: "generalPurpose",
        availability_zone_id: zone === null ? "" : zone,
        availability_zone_name: "",
        size_in_bytes: [{ value: 6144, value_in_ia: 0, value_in_standard: 6144 }],
        protection: [{ replication_overwrite: "ENABLED" }],
      };
    },
  },
});

const isOneZone = (object: Attributes): boolean => (textOf(object, "availability_zone_name") ?? "") !== "";

function* throughput(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const mode = textOf(object, "throughput_mode") ?? "bursting";
  const mibps = numberOf(object, "provisioned_throughput_in_mibps");
  if (mode === "provisioned" && !mibps)
    yield badRequest(
      "throughput_mode is provisioned, which needs provisioned_throughput_in_mibps",
      EFS_SOURCES.create.url,
    );
  if (mode !== "provisioned" && mibps)
    yield badRequest(
      `provisioned_throughput_in_mibps is given, and throughput_mode is ${mode}`,
      EFS_SOURCES.create.url,
    );
  const limit = provisionedLimit(api.region, isOneZone(object));
  if (mibps && mibps > limit)
    yield {
      code: "ThroughputLimitExceeded",
      message: `provisioned_throughput_in_mibps is ${mibps}; ${api.region} gives ${limit}`,
      source: EFS_SOURCES.limits.url,
    };
}

function* performance(object: Attributes): Iterable<Refusal> {
  if (textOf(object, "performance_mode") !== "maxIO") return;
  if (textOf(object, "throughput_mode") === "elastic")
    yield badRequest("performance_mode is maxIO, which elastic throughput rules out", EFS_SOURCES.create.url);
  if (isOneZone(object))
    yield badRequest("performance_mode is maxIO, which One Zone rules out", EFS_SOURCES.create.url);
}

const MOVES = ["transition_to_ia", "transition_to_archive", "transition_to_primary_storage_class"];

function* lifecycle(object: Attributes): Iterable<Refusal> {
  const source = EFS_SOURCES.lifecycle.url;
  const policies = blocksOf(object, "lifecycle_policy");
  const given = (policy: Attributes) => MOVES.filter((name) => (textOf(policy, name) ?? "") !== "");
  for (const policy of policies)
    if (given(policy).length !== 1)
      yield badRequest(`a lifecycle_policy has ${given(policy).length} transitions; it takes one`, source);
  const days = (name: string) => {
    const text = policies.map((policy) => textOf(policy, name) ?? "").find((each) => each !== "");
    return text === undefined ? null : Number(/\d+/.exec(text)?.[0]);
  };
  const [early, late] = [days("transition_to_ia"), days("transition_to_archive")];
  if (late === null) return;
  if (textOf(object, "throughput_mode") !== "elastic" || textOf(object, "performance_mode") === "maxIO")
    yield badRequest("transition_to_archive needs elastic throughput and general purpose performance", source);
  if (early === null || late <= early)
    yield badRequest(`transition_to_archive after ${late} days is not later than transition_to_ia`, source);
}

function* key(object: Attributes): Iterable<Refusal> {
  if ((textOf(object, "kms_key_id") ?? "") !== "" && !isOn(object, "encrypted"))
    yield badRequest("kms_key_id is given, and encrypted is off", EFS_SOURCES.create.url);
}
