import { serviceActions } from "../../config/facts/iam/actions";
import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, tagging, type CiScope, type ServicePermissions } from "./scope";
import { readsOf } from "./reads";

const fsx = (scope: CiScope, ...kinds: readonly string[]) =>
  kinds.map((kind) => regionalArn(scope, "fsx", `${kind}/*`));

/** The last backup of a file system that goes. */
const BACKUP = "fsx:CreateBackup";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonfsx.html */
export const FILE_SYSTEM_PERMISSIONS: ServicePermissions = {
  reads: readsOf("fsx", "Describe"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeFileSystem",
      actions: serviceActions("fsx", "opens"),
      resources: fsx(scope, "file-system", "association", "volume"),
      conditions: tagging(scope),
    },
    {
      sid: "TagNewFileSystem",
      actions: ["fsx:TagResource"],
      resources: fsx(scope, "file-system", "association", "volume"),
      conditions: claiming(scope),
    },
    {
      sid: "ChangeFileSystem",
      actions: serviceActions("fsx", "changes").filter((action) => action !== BACKUP),
      resources: fsx(scope, "file-system", "association", "volume"),
      conditions: tagged(scope),
    },
    {
      // the last backup of a file system that goes, with its tags
      sid: "BackUpFileSystem",
      actions: [BACKUP, "fsx:DeleteFileSystem", "fsx:TagResource"],
      resources: fsx(scope, "backup"),
      conditions: inRegion(scope),
    },
    {
      sid: "BackUpOwnFileSystem",
      actions: [BACKUP],
      resources: fsx(scope, "file-system"),
      conditions: tagged(scope),
    },
  ],
};

const efs = (scope: CiScope, ...kinds: readonly string[]) =>
  kinds.map((kind) => regionalArn(scope, "elasticfilesystem", `${kind}/*`));

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelasticfilesystem.html */
export const EFS_PERMISSIONS: ServicePermissions = {
  reads: readsOf("elasticfilesystem", "Describe"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeEfs",
      actions: serviceActions("elasticfilesystem", "opens"),
      resources: efs(scope, "file-system", "access-point"),
      conditions: tagging(scope),
    },
    {
      sid: "TagNewEfs",
      actions: ["elasticfilesystem:TagResource"],
      resources: efs(scope, "file-system", "access-point"),
      conditions: claiming(scope),
    },
    {
      sid: "ChangeEfs",
      actions: serviceActions("elasticfilesystem", "changes"),
      resources: efs(scope, "file-system", "access-point"),
      conditions: tagged(scope),
    },
  ],
};

/** Reads of {@link BUCKET_PERMISSIONS}: they name buckets, and not `*`. */
const BUCKET_READS = readsOf("s3", "GetBucket");

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
export const BUCKET_PERMISSIONS: ServicePermissions = {
  reads: [],
  changes: (scope): PolicyStatement[] =>
    scope.buckets.length === 0
      ? []
      : [
          {
            sid: "ChangeBuckets",
            // none of it reads or writes an object
            actions: serviceActions("s3", "changes", (type) => isAsked(scope, type)),
            resources: scope.buckets.map((bucket) => bucketArn(scope, bucket)),
          },
        ],
};

/** Who may say where copies go may send all that is in a bucket there: like other choices only where config has it. */
function isAsked({ replicates, requestMetrics }: CiScope, type: string): boolean {
  if (type === "aws_s3_bucket_replication_configuration") return replicates === true;
  return type !== "aws_s3_bucket_metric" || requestMetrics === true;
}

const bucketArn = ({ partition }: CiScope, bucket: string) => `arn:${partition}:s3:::${bucket}`;

/** Settings of the environment's buckets, that of the state too. */
export function bucketReads(scope: CiScope): PolicyStatement[] {
  const buckets = [...(scope.stateBucket === undefined ? [] : [scope.stateBucket]), ...scope.buckets];
  if (buckets.length === 0) return [];
  const resources = buckets.map((bucket) => bucketArn(scope, bucket));
  return [{ sid: "SeeBuckets", actions: BUCKET_READS, resources }];
}

/** Reads states, which have secrets in them; takes no lock. */
export function stateReads(scope: CiScope): PolicyStatement[] {
  return [
    ...(scope.stateBucket === undefined
      ? []
      : [
          {
            sid: "ReadState",
            actions: ["s3:GetObject"],
            resources: [`${bucketArn(scope, scope.stateBucket)}/*.tfstate`],
          },
        ]),
    ...keyUse(scope, "DecryptState", ["kms:Decrypt"]),
  ];
}

/**
 * Writes states, the lock object beside each, and evidence of `railyard verify`; a state itself is never deleted.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3#permissions-required
 */
export function stateWrites(scope: CiScope): PolicyStatement[] {
  if (scope.stateBucket === undefined) return [];
  const states = `${bucketArn(scope, scope.stateBucket)}/*.tfstate`;
  return [
    { sid: "WriteState", actions: ["s3:GetObject", "s3:PutObject"], resources: [states, `${states}.tflock`] },
    {
      sid: "KeepEvidence",
      actions: ["s3:GetObject", "s3:PutObject"],
      resources: [`${bucketArn(scope, scope.stateBucket)}/verify/*`],
    },
    { sid: "Unlock", actions: ["s3:DeleteObject"], resources: [`${states}.tflock`] },
    ...keyUse(scope, "EncryptState", ["kms:Decrypt", "kms:GenerateDataKey"]),
  ];
}

function keyUse(scope: CiScope, sid: string, actions: readonly string[]): PolicyStatement[] {
  if (scope.stateKeyAlias === undefined) return [];
  const resources = [regionalArn(scope, "kms", "key/*")];
  const conditions = { "ForAnyValue:StringEquals": { "kms:ResourceAliases": scope.stateKeyAlias } };
  return [{ sid, actions, resources, conditions }];
}
