import { KmsAlias } from "@cdktf/provider-aws/lib/kms-alias";
import { KmsKey as AwsKmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { Token } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { policyDocument, type PolicyStatement } from "./policy";

export interface KmsKeyProps {
  readonly partition: Partition;
  /** Account that owns the key, 12 digits. */
  readonly accountId: string;
  /** Without the prefix `alias/`; letters, digits and `/_-`. */
  readonly alias: string;
  /** What the key encrypts, for people who find it in the console. */
  readonly description: string;
  /** Days between a deletion and the loss of everything under the key, 7 to 30. @default 30 */
  readonly deletionWindowDays?: number;
  /**
   * Who may use the key beside the account itself (whose IAM policies always count). Statement ids must differ.
   * @default - only principals of the account that IAM policies allow
   */
  readonly statements?: readonly PolicyStatement[];
  /** Logical id of the key for ever; the alias gets `<logicalId>_alias`. @default - ids follow the construct path */
  readonly logicalId?: string;
  /** Terraform refuses to destroy the key. False only for throw-away environments. @default true */
  readonly preventDestroy?: boolean;
}

/** A symmetric key with yearly rotation and an alias. Losing it loses everything that it encrypts. */
export class KmsKey extends Construct {
  readonly keyArn: string;
  readonly keyId: string;
  /** With the prefix `alias/`. */
  readonly aliasName: string;

  constructor(scope: Construct, id: string, props: KmsKeyProps) {
    super(scope, id);
    const { alias, deletionWindowDays = 30 } = props;
    checkAlias(alias);
    if (!Token.isUnresolved(deletionWindowDays) && (deletionWindowDays < 7 || deletionWindowDays > 30))
      throw new Error(
        `key "${alias}": deletionWindowDays is ${deletionWindowDays}, KMS allows 7 to 30. Choose a number in this range.`,
      );
    const statements = [accountRoot(props), ...(props.statements ?? [])];
    checkStatementIds(alias, statements);

    const lifecycle = (props.preventDestroy ?? true) ? { preventDestroy: true } : undefined;
    const key = new AwsKmsKey(this, "key", {
      description: props.description,
      enableKeyRotation: true,
      deletionWindowInDays: deletionWindowDays,
      policy: policyDocument(statements),
      tags: { Name: alias },
      lifecycle,
    });
    // before the first read of an attribute: later, cdktf keeps the old id without a word
    if (props.logicalId) key.overrideLogicalId(props.logicalId);
    const aliasResource = new KmsAlias(this, "alias", { name: `alias/${alias}`, targetKeyId: key.keyId });
    if (props.logicalId) aliasResource.overrideLogicalId(`${props.logicalId}_alias`);

    this.keyArn = key.arn;
    this.keyId = key.keyId;
    this.aliasName = aliasResource.name;
  }
}

/** Where log groups are, and which ones. */
export interface LogGroupScope {
  readonly partition: Partition;
  readonly region: string;
  readonly accountId: string;
  /** Names of log groups, `*` as in ARNs. */
  readonly logGroupNames: readonly string[];
}

/**
 * Lets CloudWatch Logs encrypt these log groups, and no others of the account.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 */
export function cloudWatchLogsStatement(scope: LogGroupScope): PolicyStatement {
  const { partition, region, accountId, logGroupNames } = scope;
  // unlike most services, CloudWatch Logs acts under a name that has the Region and the domain of the partition
  const domain = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  return {
    sid: "CloudWatchLogs",
    principals: { services: [`logs.${region}.${domain}`] },
    actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
    resources: ["*"],
    conditions: {
      ArnLike: {
        "kms:EncryptionContext:aws:logs:arn": logGroupNames.map(
          (name) => `arn:${partition}:logs:${region}:${accountId}:log-group:${name}`,
        ),
      },
    },
  };
}

/** The service-linked role by which Auto Scaling starts nodes. */
export const autoScalingRoleArn = (partition: Partition, accountId: string): string =>
  `arn:${partition}:iam::${accountId}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling`;

/**
 * Lets Auto Scaling start nodes whose volumes the key encrypts. The service-linked role stands in a condition, not as
 * the principal: KMS refuses a policy that names a role which does not exist, as in an account without nodes so far.
 * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html
 */
export function nodeVolumeStatements(partition: Partition, accountId: string): PolicyStatement[] {
  const conditions = {
    StringEquals: { "kms:CallerAccount": accountId },
    ArnEquals: { "aws:PrincipalArn": autoScalingRoleArn(partition, accountId) },
  };
  return [
    {
      sid: "NodeVolumes",
      principals: { anyone: true },
      actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      resources: ["*"],
      conditions,
    },
    {
      sid: "NodeVolumeGrants",
      principals: { anyone: true },
      actions: ["kms:CreateGrant"],
      resources: ["*"],
      conditions: { ...conditions, Bool: { "kms:GrantIsForAWSResource": "true" } },
    },
  ];
}

/** Without it, a key whose last administrator is gone could not be managed by anybody. */
function accountRoot({ partition, accountId }: KmsKeyProps): PolicyStatement {
  return {
    sid: "AccountRoot",
    principals: { aws: [`arn:${partition}:iam::${accountId}:root`] },
    actions: ["kms:*"],
    resources: ["*"],
  };
}

function checkAlias(alias: string): void {
  if (Token.isUnresolved(alias)) return;
  if (/^(alias|aws)\//.test(alias) || !/^[\w/-]{1,250}$/.test(alias))
    throw new Error(
      `key alias "${alias}" is not legal: up to 250 letters, digits and /_-, not beginning with alias/ or aws/. ` +
        "Choose another alias.",
    );
}

function checkStatementIds(alias: string, statements: readonly PolicyStatement[]): void {
  const seen = new Set<string>();
  for (const { sid } of statements) {
    if (seen.has(sid))
      throw new Error(`key "${alias}": two statements have the id "${sid}". Merge them, or rename one.`);
    seen.add(sid);
  }
}
