import { EFS_SOURCES } from "../../../../config/facts/efs";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { mapBlocks } from "../../map-blocks";
import { blockOf, textOf } from "../../attribute-values";
import { refusePolicy } from "../iam/iam-policy";
import { ec2Id } from "../ec2/ec2-ids";
import { EFS_FILE_SYSTEM } from "./efs-file-system";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/efs";
const guide = "https://docs.aws.amazon.com/efs/latest/ug";
// both go with the file system
const OF_FILE_SYSTEM = [{ path: "file_system_id", to: [EFS_FILE_SYSTEM], missing: "FileSystemNotFound" }];

/** Bytes of one policy. */
const LARGEST = 20_000;

/** What belongs to a file system and is resources of its own in Terraform. */
export const EFS_SETTING_KINDS = knownKinds({
  aws_efs_access_point: {
    source: [`${provider}/access_point.go`, `${guide}/API_CreateAccessPoint.html`, EFS_SOURCES.accessPoints.url],
    computedBlocks: ["root_directory"],
    references: OF_FILE_SYSTEM,
    refuse: (object) => {
      const path = textOf(blockOf(object, "root_directory"), "path") ?? "/";
      if (path.startsWith("/") && path.length <= 100 && path.split("/").length <= 5) return [];
      const message = `root_directory is ${path}; it begins with / and has up to 100 characters and four folders`;
      return [{ code: "BadRequest", message, source: `${guide}/API_RootDirectory.html` }];
    },
    create: (object, api) => {
      const id = ec2Id("fsap", api);
      const system = textOf(object, "file_system_id") ?? "";
      return {
        id,
        arn: api.arn("elasticfilesystem", `access-point/${id}`),
        file_system_arn: textOf(api.get(EFS_FILE_SYSTEM, system)?.attributes ?? null, "arn"),
        owner_id: api.account,
        root_directory: mapBlocks(object, "root_directory", (block: Attributes) => ({
          ...block,
          path: textOf(block, "path") ?? "/",
        })),
      };
    },
  },
  aws_efs_backup_policy: {
    source: [`${provider}/backup_policy.go`, EFS_SOURCES.backups.url],
    references: OF_FILE_SYSTEM,
    create: (object) => ({ id: textOf(object, "file_system_id") }),
  },
  aws_efs_file_system_policy: {
    source: [`${provider}/file_system_policy.go`, `${guide}/API_PutFileSystemPolicy.html`, EFS_SOURCES.limits.url],
    json: ["policy"],
    defaults: { bypass_policy_lockout_safety_check: false },
    references: OF_FILE_SYSTEM,
    refuse: (object, api) => {
      const policy = textOf(object, "policy") ?? "";
      const code = "InvalidPolicyException";
      const size = Buffer.byteLength(policy);
      return [
        ...refusePolicy(policy, { use: "resource", partition: api.partition, code }),
        ...(size > LARGEST
          ? [{ code, message: `the policy has ${size} bytes; EFS takes ${LARGEST}`, source: EFS_SOURCES.limits.url }]
          : []),
      ];
    },
    create: (object) => ({ id: textOf(object, "file_system_id") }),
  },
});
