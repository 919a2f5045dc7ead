import { BUCKET_KEY } from "../../../../scripts/preflight/checks/bucket-key";
import { checked } from "../../../helpers/preflight-check";
import { awsError, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { dataRepositoryKeyStatements } from "../../../../constructs/storage/storage-key-statements";

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const FOREIGN = KEY.replace("111122223333", "999988887777");
const ROLE =
  "arn:aws:iam::111122223333:role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/AWSServiceRoleForFSxS3Access_";

const encryption = (by: object | null): PretendedAnswers => ({
  "S3.GetBucketEncryption": {
    ServerSideEncryptionConfiguration: { Rules: by ? [{ ApplyServerSideEncryptionByDefault: by }] : [] },
  },
  "KMS.DescribeKey": ({ KeyId }: { KeyId: string }) => ({ KeyMetadata: { KeyId, Arn: KeyId, KeyState: "Enabled" } }),
  "KMS.ListGrants": { Grants: [] },
});
const ask = async (kmsKeyArn: string | undefined, answers: PretendedAnswers) =>
  (
    await checked(BUCKET_KEY, answers, {
      checkpoints: { bucket: { kind: "existing", name: "corpus", ...(kmsKeyArn && { kmsKeyArn }) } },
    })
  )[0];
const withPolicy = (statements: object[], more: PretendedAnswers = {}) =>
  ask(KEY, {
    ...encryption({ SSEAlgorithm: "aws:kms", KMSMasterKeyID: KEY }),
    "KMS.GetKeyPolicy": { Policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) },
    ...more,
  });

const ROOT = { Effect: "Allow", Principal: { AWS: "arn:aws:iam::111122223333:root" }, Action: "kms:*", Resource: "*" };
/** What Railyard writes into the policy of a key of its own. */
const OWN = dataRepositoryKeyStatements({
  accountId: "111122223333",
  partition: "aws",
  region: "us-east-1",
  buckets: [{ name: "corpus", bucketKey: "unknown" }],
}).map(({ actions, conditions }) => ({
  Effect: "Allow",
  Principal: "*",
  Action: actions,
  Resource: "*",
  Condition: conditions,
}));

test("S3's own keys need nothing; a key that config alone names is a warning", async () => {
  expect((await ask(undefined, encryption({ SSEAlgorithm: "AES256" })))?.verdict).toBe("ok");
  const none = { "S3.GetBucketEncryption": awsError("ServerSideEncryptionConfigurationNotFoundError", 404) };
  expect((await ask(undefined, none))?.verdict).toBe("ok");
  expect((await ask(KEY, encryption({ SSEAlgorithm: "AES256" })))?.verdict).toBe("warning");
});

test("a key that config does not name fails, and aws/s3 is unknown", async () => {
  const by = encryption({ SSEAlgorithm: "aws:kms", KMSMasterKeyID: KEY });
  expect(await ask(undefined, by)).toMatchObject({ verdict: "failed", fix: `Write kmsKeyArn: "${KEY}".` });
  expect((await ask(FOREIGN, by))?.verdict).toBe("failed");
  expect((await ask(undefined, encryption({ SSEAlgorithm: "aws:kms" })))?.verdict).toBe("unknown");
});

test("the policy that Railyard writes lets FSx in; one for the account alone does not", async () => {
  expect(await withPolicy([ROOT, ...OWN])).toMatchObject({ verdict: "ok" });
  expect(await withPolicy([ROOT])).toMatchObject({ verdict: "failed", fix: expect.stringContaining(`${ROLE}fs-*`) });
});

test.each([
  ["another account", { "kms:CallerAccount": "999988887777" }],
  ["another service", { "kms:ViaService": "ec2.us-east-1.amazonaws.com" }],
  ["another bucket", { "kms:EncryptionContext:aws:s3:arn": "arn:aws:s3:::other/*" }],
])("conditions of %s let FSx not in", async (_, condition) => {
  const open = { Effect: "Allow", Principal: "*", Action: "kms:*", Resource: "*" };
  expect((await withPolicy([open]))?.verdict).toBe("ok");
  expect((await withPolicy([{ ...open, Condition: { StringLike: condition } }]))?.verdict).toBe("failed");
});

test("what is not judged is unknown: one role by name, denials, grants, a key of another account", async () => {
  const one = { ...ROOT, Principal: { AWS: `${ROLE}fs-0123456789abcdef0` } };
  expect((await withPolicy([one]))?.verdict).toBe("unknown");
  const deny = { ...ROOT, Effect: "Deny", Principal: "*", Condition: { Bool: { "aws:SecureTransport": "false" } } };
  expect((await withPolicy([...OWN, deny]))?.verdict).toBe("unknown");
  const grants = { Grants: [{ GranteePrincipal: `${ROLE}fs-0123456789abcdef0`, Operations: ["Decrypt"] }] };
  expect((await withPolicy([ROOT], { "KMS.ListGrants": grants }))?.verdict).toBe("unknown");
  expect((await ask(FOREIGN, encryption({ SSEAlgorithm: "aws:kms", KMSMasterKeyID: FOREIGN })))?.verdict).toBe(
    "unknown",
  );
});

test("a key that is off fails, and a bucket of Railyard's own asks nothing", async () => {
  const off = { "KMS.DescribeKey": { KeyMetadata: { KeyId: "k", Arn: KEY, KeyState: "PendingDeletion" } } };
  expect((await withPolicy([ROOT], off))?.verdict).toBe("failed");
  expect(await checked(BUCKET_KEY, {})).toEqual([]);
});
