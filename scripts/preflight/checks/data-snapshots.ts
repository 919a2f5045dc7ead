import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { DescribeSnapshotsCommand, EC2Client, type Snapshot } from "@aws-sdk/client-ec2";
import { DescribeKeyCommand, GetKeyPolicyCommand, KMSClient, paginateListGrants } from "@aws-sdk/client-kms";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import { autoScalingRoleArn } from "../../../constructs/security/kms-key";
import type { AwsAccess } from "../../lib/aws/access";
import { all } from "../../lib/aws/once";
import { parsePolicy } from "../../lib/aws/policies";
import type { CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { covers, type KeyUser } from "./key-policy";

const KEY_SOURCE = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html";
const SIZE_SOURCE = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EbsBlockDevice.html";
const ARCHIVE_SOURCE = "https://docs.aws.amazon.com/ebs/latest/userguide/working-with-snapshot-archiving.html";

/** What a volume from an encrypted snapshot needs of its key at least. */
const NEEDED = ["Decrypt", "CreateGrant"];

type Answer = Omit<CheckResult, "subject">;

/** Snapshots that data volumes of nodes begin with. */
export const DATA_SNAPSHOTS: PreflightCheck = {
  id: "images/data-snapshots",
  title: "Snapshots of data volumes exist, are complete, fit the volume, and nodes may use their keys.",
  actions: ["ec2:DescribeSnapshots", "kms:DescribeKey", "kms:GetKeyPolicy", "kms:ListGrants"],
  run: async ({ environment: env, aws }) => {
    const results: CheckResult[] = [];
    for (const { name, machines } of ec2Groups(env)) {
      const { image, rootVolumeGiB } = machines;
      if (isNamedImage(image) || image.dataSnapshotId === undefined) continue;
      const { dataSnapshotId: id } = image;
      const command = new DescribeSnapshotsCommand({ SnapshotIds: [id] });
      const found = (await orNull(aws.client(EC2Client).send(command)))?.Snapshots?.[0];
      const answer = snapshotFault(env, found, rootVolumeGiB) ?? (await keyAnswer(env, aws, found!));
      results.push({ ...answer, subject: `${id} for ${name}` });
    }
    return results;
  },
};

/** What keeps every node from its volume, whatever the key is. */
function snapshotFault(env: AwsEnvironment, found: Snapshot | undefined, volumeGiB: number): Answer | null {
  if (!found)
    return {
      verdict: "failed",
      text: `account ${env.account} sees no such snapshot in ${env.region}`,
      fix: `aws ec2 copy-snapshot brings a snapshot from another Region; modify-snapshot-attribute shares one with account ${env.account}.`,
    };
  const { State, StateMessage, Progress, StorageTier, VolumeSize } = found;
  if (State === "pending")
    return {
      verdict: "failed",
      text: `it is not complete (${Progress ?? "progress unknown"})`,
      fix: "Wait for it: aws ec2 wait snapshot-completed.",
    };
  if (State !== "completed")
    return {
      verdict: "failed",
      text: `its state is ${State ?? "unknown"}${StateMessage ? `: ${StateMessage}` : ""}`,
      fix: "Make the snapshot anew, or bring it back from the Recycle Bin.",
    };
  if (StorageTier === "archive")
    return {
      verdict: "failed",
      text: "it is archived: no volume can be made of it",
      fix: "Restore it: aws ec2 restore-snapshot-tier.",
      source: ARCHIVE_SOURCE,
    };
  if (VolumeSize === undefined) return { verdict: "unknown", text: "EC2 tells no size of it" };
  if (VolumeSize > volumeGiB)
    return {
      verdict: "failed",
      text: `it is of ${VolumeSize} GiB, and the volume has ${volumeGiB} GiB: a volume may not be smaller than its snapshot`,
      fix: `Write rootVolumeGiB: ${VolumeSize} or more, or make the snapshot of a smaller volume.`,
      source: SIZE_SOURCE,
    };
  return null;
}

/** Whether Auto Scaling, which starts the nodes, may use the key. */
async function keyAnswer(env: AwsEnvironment, aws: AwsAccess, { Encrypted, KmsKeyId, VolumeSize }: Snapshot) {
  const good = `it is complete, of ${VolumeSize} GiB`;
  if (Encrypted === false) return { verdict: "ok", text: `${good}, and not encrypted` } satisfies Answer;
  const role = autoScalingRoleArn(env.partition, env.account);
  const fix = `Let ${role} use the key (kms:Encrypt, kms:Decrypt, kms:ReEncrypt*, kms:GenerateDataKey*, kms:DescribeKey, kms:CreateGrant) by the key's policy, or by a grant where the key is of another account.`;
  const judged = (verdict: Answer["verdict"], text: string): Answer =>
    verdict === "ok" ? { verdict, text: `${good}; ${text}` } : { verdict, text, fix, source: KEY_SOURCE };
  if (!KmsKeyId) return judged("unknown", "EC2 does not tell which key encrypts it");
  if (KmsKeyId.split(":")[4] !== env.account)
    return judged("unknown", `its key ${KmsKeyId} is of another account, which alone can show who may use it`);
  const client = aws.client(KMSClient);
  const key = (await client.send(new DescribeKeyCommand({ KeyId: KmsKeyId }))).KeyMetadata;
  if (key?.KeyState !== undefined && key.KeyState !== "Enabled") {
    const text = `its key ${KmsKeyId} is ${key.KeyState}: no volume can be made of it`;
    return { verdict: "failed", text, fix: "Enable the key, or copy the snapshot with another one." } satisfies Answer;
  }
  if (key?.KeyManager === "AWS") return judged("ok", "AWS's own key for EBS lets the whole account use it");
  const { Policy } = await client.send(new GetKeyPolicyCommand({ KeyId: KmsKeyId, PolicyName: "default" }));
  const policy = parsePolicy(Policy);
  if (policy === null) return judged("unknown", `the policy of ${KmsKeyId} cannot be read`);
  const answers = (effect: "Allow" | "Deny") => {
    const statements = policy.statements.filter((one) => one.effect === effect);
    const user = autoScaling(env, role);
    return NEEDED.map((action) => statements.map((one) => covers(one, `kms:${action.toLowerCase()}`, user)));
  };
  if (answers("Deny").some((each) => each.some((one) => one !== "no")))
    return judged(
      "unknown",
      `the policy of ${KmsKeyId} denies some uses: whether that of Auto Scaling is one is not judged here`,
    );
  const allowed = answers("Allow");
  if (allowed.every((each) => each.includes("yes")))
    return judged("ok", `the policy of ${KmsKeyId} lets Auto Scaling use it`);
  const grants = await all(
    paginateListGrants({ client }, { KeyId: KmsKeyId, GranteePrincipal: role }),
    (page) => page.Grants,
  );
  const isGranted = grants.some(
    ({ GranteePrincipal, Operations = [], Constraints }) =>
      GranteePrincipal === role && !Constraints && NEEDED.every((one) => Operations.some((each) => each === one)),
  );
  if (isGranted) return judged("ok", `a grant of ${KmsKeyId} lets Auto Scaling use it`);
  if (grants.length > 0 || allowed.every((each) => each.some((one) => one !== "no")))
    return judged("unknown", `${KmsKeyId} lets Auto Scaling in under conditions that are not judged here`);
  return judged(
    "failed",
    `neither the policy of ${KmsKeyId} nor a grant lets Auto Scaling use it: nodes would end as they start`,
  );
}

/** The service-linked role that starts nodes of managed groups, through EC2 and for an AWS resource. */
const autoScaling = (env: AwsEnvironment, role: string): KeyUser => ({
  role,
  context: {
    "kms:calleraccount": [env.account],
    "aws:principalaccount": [env.account],
    "kms:viaservice": [`ec2.${env.region}.amazonaws.com`],
    "kms:grantisforawsresource": ["true"],
  },
});
