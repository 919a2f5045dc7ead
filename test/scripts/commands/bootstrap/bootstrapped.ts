import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AwsEnvironment } from "../../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../../../scripts/lib/aws/access";
import { bootstrap, type Bootstrapped, type BootstrapProps } from "../../../../scripts/commands/bootstrap/bootstrap";
import type { Cloud } from "../../../../scripts/rehearsal/cloud/cloud";
import { DATA_KINDS, KINDS } from "../../../../scripts/rehearsal/kinds";
import { terraformEnvironment } from "../../../../scripts/lib/terraform/terraform";
import { servedSchemas, usedTypes } from "../../../../scripts/rehearsal/served-types";
import { startStandIn, type StandIn } from "../../../../scripts/rehearsal/stand-in";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { ROOT } from "../../../helpers/process";

export const ACCOUNT = "111122223333";

/** An account in a pretended cloud, to which Terraform and the SDK both lead. */
export class Account {
  readonly standIn: StandIn;
  /** Calls of the SDK. */
  readonly asked: string[] = [];
  /** Keys that wait for their deletion: tags are told of them, and Terraform finds them no more. */
  readonly pendingKeys: string[] = [];

  constructor(
    /** Folder of the clone: `cdktf.out` and `state` are below. */
    readonly folder: string,
    environment: AwsEnvironment,
  ) {
    const synthFolder = synthesized(join(folder, "any", "cdktf.out"), environment);
    this.standIn = startStandIn({
      folder,
      schemas: servedSchemas(ROOT, usedTypes([synthFolder])),
      kinds: KINDS,
      dataKinds: DATA_KINDS,
      account: ACCOUNT,
    });
  }

  get cloud(): Cloud {
    return this.standIn.cloud;
  }

  /** Runs it in a clone. @returns the result and what was told on the way */
  async run(
    environment: AwsEnvironment,
    change: Partial<BootstrapProps> & { readonly clone?: string } = {},
  ): Promise<Bootstrapped & { readonly printed: string }> {
    const { clone = "one", ...props } = change;
    const synthFolder = synthesized(join(this.folder, clone, "cdktf.out"), environment);
    const attachment = await this.standIn.attach(`${environment.name}-bootstrap`);
    const printed: string[] = [];
    try {
      const result = await bootstrap({
        environment,
        synthFolder,
        workFolder: join(this.folder, "work"),
        dryRun: false,
        aws: accessTo(this.cloud, this.asked, this.pendingKeys),
        env: { ...terraformEnvironment(), ...attachment.env },
        confirm: () => Promise.resolve(true),
        tell: (text) => printed.push(text),
        ...props,
      });
      return { ...result, printed: printed.join("\n") };
    } finally {
      await attachment.close();
    }
  }

  stateOf(environment: string, clone = "one"): string {
    return readFileSync(join(this.folder, clone, "state", `${environment}-bootstrap.tfstate`), "utf8");
  }

  close(): Promise<void> {
    return this.standIn.close();
  }
}

/** Bootstrap stacks by environment: a synth of all stacks takes longer than Terraform does here. */
const TEXTS = new Map<AwsEnvironment, string>();

/** A folder with the bootstrap stack of an environment, as synth writes it. */
function synthesized(folder: string, environment: AwsEnvironment): string {
  const file = `stacks/${environment.names.stack("bootstrap")}/cdk.tf.json`;
  if (!TEXTS.has(environment)) {
    const whole = mkdtempSync(join(tmpdir(), "railyard-bootstrap-"));
    synthesizeInto([environment], whole);
    TEXTS.set(environment, readFileSync(join(whole, file), "utf8"));
    rmSync(whole, { recursive: true, force: true });
  }
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), TEXTS.get(environment)!);
  return folder;
}

type Input = Readonly<Record<string, unknown>>;
type Answer = (input: Input, cloud: Cloud, pendingKeys: readonly string[]) => unknown;

const notFound = (name: string) => Object.assign(new Error(name), { name, $metadata: { httpStatusCode: 404 } });
const has = (type: string, key: string, name: string, output: (attributes: Input) => unknown): Answer => {
  return (input, cloud) => {
    const found = cloud.all(type).find(({ attributes }) => attributes[name] === input[key]);
    if (!found) throw notFound("NoSuchEntity");
    return output(found.attributes as Input);
  };
};
const tags = (attributes: Input) =>
  Object.entries(attributes["tags_all"] as Record<string, string>).map(([Key, Value]) => ({ Key, Value }));

const ANSWERS: Readonly<Record<string, Answer>> = {
  GetCallerIdentityCommand: () => ({ Arn: `arn:aws:sts::${ACCOUNT}:assumed-role/admin/me`, Account: ACCOUNT }),
  HeadBucketCommand: has("aws_s3_bucket", "Bucket", "bucket", () => ({})),
  GetBucketVersioningCommand: has("aws_s3_bucket_versioning", "Bucket", "bucket", () => ({ Status: "Enabled" })),
  GetBucketEncryptionCommand: has("aws_s3_bucket_server_side_encryption_configuration", "Bucket", "bucket", (one) => {
    const [rule] = one["rule"] as { apply_server_side_encryption_by_default: { kms_master_key_id: string }[] }[];
    const [{ kms_master_key_id: KMSMasterKeyID } = { kms_master_key_id: "" }] =
      rule?.apply_server_side_encryption_by_default ?? [];
    return {
      ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: { KMSMasterKeyID } }] },
    };
  }),
  GetPublicAccessBlockCommand: has("aws_s3_bucket_public_access_block", "Bucket", "bucket", () => ({})),
  GetBucketOwnershipControlsCommand: has("aws_s3_bucket_ownership_controls", "Bucket", "bucket", () => ({})),
  GetBucketPolicyCommand: has("aws_s3_bucket_policy", "Bucket", "bucket", () => ({})),
  GetBucketLifecycleConfigurationCommand: has("aws_s3_bucket_lifecycle_configuration", "Bucket", "bucket", () => ({})),
  GetResourcesCommand: (_, cloud, pendingKeys) => ({
    ResourceTagMappingList: [
      ...cloud.all("aws_kms_key").map(({ attributes }) => attributes["arn"]),
      ...pendingKeys,
    ].map((ResourceARN) => ({ ResourceARN })),
  }),
  GetRoleCommand: has("aws_iam_role", "RoleName", "name", ({ name }) => ({ Role: { RoleName: name } })),
  GetPolicyCommand: has("aws_iam_policy", "PolicyArn", "arn", ({ arn }) => ({ Policy: { Arn: arn } })),
  ListAttachedRolePoliciesCommand: ({ RoleName }, cloud) => ({
    AttachedPolicies: cloud
      .all("aws_iam_role_policy_attachment")
      .filter(({ attributes }) => attributes["role"] === RoleName)
      .map(({ attributes }) => ({ PolicyArn: attributes["policy_arn"] })),
  }),
  GetOpenIDConnectProviderCommand: has("aws_iam_openid_connect_provider", "OpenIDConnectProviderArn", "arn", (one) => ({
    Tags: tags(one),
  })),
};

/** The SDK, answered from the cloud that Terraform changes. */
function accessTo(cloud: Cloud, asked: string[], pendingKeys: readonly string[]): AwsAccess {
  const send = (command: { constructor: { name: string }; input: Input }) => {
    asked.push(command.constructor.name);
    const answer = ANSWERS[command.constructor.name];
    if (!answer) throw new Error(`no answer to ${command.constructor.name}`);
    return Promise.resolve().then(() => answer(command.input, cloud, pendingKeys));
  };
  return { region: "us-east-1", client: () => ({ send }) as never };
}
