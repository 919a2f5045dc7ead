import { GetKeyPolicyCommand, KMSClient, paginateListGrants } from "@aws-sdk/client-kms";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { fsxS3RolePattern } from "../../../constructs/storage/storage-key-statements";
import type { AwsAccess } from "../../lib/aws/access";
import { includes } from "../../lib/aws/globs";
import { parsePolicy, type Statement } from "../../lib/aws/policies";
import type { CheckResult } from "../check";
import { all } from "../../lib/aws/once";
import { covers, type KeyUser } from "./key-policy";

export const KEY_SOURCE = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/s3-server-side-encryption-support.html";

/** What imports and exports do with the key at least. */
const NEEDED = ["kms:decrypt", "kms:generatedatakey"];

/** Whether the role by which file systems reach S3 may use the key of a bucket. */
export async function fsxMay(aws: AwsAccess, env: AwsEnvironment, subject: string, arn: string): Promise<CheckResult> {
  const role = fsxS3RolePattern(env.partition, env.account);
  const user = fsxUser(env, role);
  const fix = `Let ${role} use the key through S3 (kms:Encrypt, kms:Decrypt, kms:ReEncrypt*, kms:GenerateDataKey*, kms:DescribeKey): principal "*" with ArnLike aws:PrincipalArn, since FSx makes the role with the link.`;
  const result = (verdict: "failed" | "unknown", text: string): CheckResult => ({
    verdict,
    subject,
    text,
    fix,
    source: KEY_SOURCE,
  });
  if (arn.split(":")[4] !== env.account)
    return result("unknown", `its key ${arn} is of another account, which alone can show its policy`);
  const client = aws.client(KMSClient);
  const { Policy } = await client.send(new GetKeyPolicyCommand({ KeyId: arn, PolicyName: "default" }));
  const policy = parsePolicy(Policy);
  if (policy === null) return result("unknown", `the policy of ${arn} cannot be read`);
  const answers = (effect: Statement["effect"]) => {
    const statements = policy.statements.filter((one) => one.effect === effect);
    return NEEDED.map((action) => statements.map((one) => covers(one, action, user)));
  };
  if (answers("Deny").some((each) => each.some((one) => one !== "no")))
    return result("unknown", `the policy of ${arn} denies some uses: whether FSx's is one is not judged here`);
  const allowed = answers("Allow");
  if (allowed.every((each) => each.includes("yes")))
    return { verdict: "ok", subject, text: `the policy of ${arn} lets FSx's role read and write` };
  if (allowed.every((each) => each.some((one) => one !== "no")))
    return result("unknown", `the policy of ${arn} lets FSx's role in under conditions that are not judged here`);
  const grants = await all(paginateListGrants({ client }, { KeyId: arn }), (page) => page.Grants);
  const granted = grants.filter(({ GranteePrincipal = "" }) => includes(role, GranteePrincipal));
  const text = `the policy of ${arn} does not name FSx's role`;
  return granted.length > 0
    ? result("unknown", `${text}; grants let in ${granted.length} of its roles, and a new file system has another`)
    : result("failed", `${text}, and no grant does: the link would be misconfigured`);
}

/** Every role of FSx in the account, that comes through S3. */
function fsxUser(env: AwsEnvironment, role: string): KeyUser {
  const bucket = `arn:${env.partition}:s3:::${env.checkpoints?.bucket.name ?? ""}`;
  return {
    role,
    context: {
      "kms:calleraccount": [env.account],
      "aws:principalaccount": [env.account],
      "kms:viaservice": [`s3.${env.region}.amazonaws.com`],
      "kms:encryptioncontext:aws:s3:arn": [bucket, `${bucket}/*`],
    },
  };
}
