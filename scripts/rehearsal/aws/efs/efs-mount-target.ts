import { EFS_SOURCES } from "../../../../config/facts/efs";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { textOf, textsOf } from "../../attribute-values";
import { ec2Id } from "../ec2/ec2-ids";
import { SECURITY_GROUPS } from "../ec2/security-groups";
import { EFS_FILE_SYSTEM } from "./efs-file-system";

const MOUNT_TARGET = "aws_efs_mount_target";

export const EFS_MOUNT_TARGET_KINDS = knownKinds({
  [MOUNT_TARGET]: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/efs/mount_target.go",
      EFS_SOURCES.mountTarget.url,
      "https://docs.aws.amazon.com/efs/latest/ug/API_DeleteFileSystem.html",
    ],
    references: [
      // EFS deletes no file system that is in use
      { path: "file_system_id", to: [EFS_FILE_SYSTEM], missing: "FileSystemNotFound", holds: "FileSystemInUse" },
      { path: "subnet_id", to: ["aws_subnet"], missing: "SubnetNotFound", holds: "DependencyViolation" },
      { path: "security_groups", to: SECURITY_GROUPS, missing: "SecurityGroupNotFound", holds: "DependencyViolation" },
    ],
    refuse: (object, api, prior) => (prior === null ? [...refuseZone(object, api), ...refuseGroups(object, api)] : []),
    create: (object, api) => {
      const id = ec2Id("fsmt", api);
      const system = textOf(object, "file_system_id") ?? "";
      const zone = zoneOf(object, api);
      const domain = `${system}.efs.${api.region}.${domainOf(api.partition)}`;
      return {
        id,
        availability_zone_id: textOf(subnetOf(object, api), "availability_zone_id"),
        availability_zone_name: zone,
        dns_name: domain,
        file_system_arn: textOf(api.get(EFS_FILE_SYSTEM, system)?.attributes ?? null, "arn"),
        ip_address: "10.0.0.4",
        ip_address_type: "IPV4_ONLY",
        ipv6_address: "",
        mount_target_dns_name: `${zone}.${domain}`,
        network_interface_id: ec2Id("eni", api, "mount target"),
        owner_id: api.account,
        security_groups: [],
      };
    },
  },
});

const subnetOf = (object: Attributes, api: CloudApi): Attributes | null =>
  api.get("aws_subnet", textOf(object, "subnet_id") ?? "")?.attributes ?? null;

const zoneOf = (object: Attributes, api: CloudApi): string | null => textOf(subnetOf(object, api), "availability_zone");

/** One in a zone, all in one VPC, and that of a One Zone file system in its zone. */
function* refuseZone(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const source = EFS_SOURCES.mountTarget.url;
  const system = textOf(object, "file_system_id") ?? "";
  const zone = zoneOf(object, api);
  const only = textOf(api.get(EFS_FILE_SYSTEM, system)?.attributes ?? null, "availability_zone_name") ?? "";
  if (only !== "" && zone !== null && zone !== only)
    yield {
      code: "AvailabilityZonesMismatch",
      message: `${system} is in ${only} alone, and the subnet in ${zone}`,
      source,
    };
  const others = api
    .all(MOUNT_TARGET)
    .map(({ attributes }) => attributes)
    .filter((other) => other["file_system_id"] === system);
  if (zone !== null && others.some((other) => zoneOf(other, api) === zone))
    yield { code: "MountTargetConflict", message: `${system} has a mount target in ${zone} already`, source };
  const vpc = textOf(subnetOf(object, api), "vpc_id");
  const elsewhere = others
    .map((other) => textOf(subnetOf(other, api), "vpc_id"))
    .find((id) => id !== null && id !== vpc);
  if (vpc !== null && elsewhere !== undefined)
    yield {
      code: "MountTargetConflict",
      message: `${system} has mount targets in ${elsewhere}, and this is ${vpc}`,
      source,
    };
}

function* refuseGroups(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const vpc = textOf(subnetOf(object, api), "vpc_id");
  for (const id of textsOf(object, "security_groups")) {
    const other = textOf(api.get("aws_security_group", id)?.attributes ?? null, "vpc_id");
    if (vpc === null || other === null || vpc === other) continue;
    const message = `security group ${id} is of ${other}, and the subnet of ${vpc}`;
    yield { code: "SecurityGroupNotFound", message, source: EFS_SOURCES.mountTarget.url };
  }
}
