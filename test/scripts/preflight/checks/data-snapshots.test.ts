import { autoScalingRoleArn, nodeVolumeStatements } from "../../../../constructs/security/kms-key";
import { DATA_SNAPSHOTS } from "../../../../scripts/preflight/checks/data-snapshots";
import type { Change } from "../../../helpers/environment";
import { checked } from "../../../helpers/preflight-check";
import { awsError, type PretendedAnswers } from "../../../helpers/pretended-aws";

const ID = "snap-0123456789abcdef0";
const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const ROLE = autoScalingRoleArn("aws", "111122223333");
const CHANGE: Change = {
  nodeGroups: {
    h100: { image: { kind: "bottlerocket", dataSnapshotId: ID }, localStorage: "none", rootVolumeGiB: 500 },
  },
};
const GOOD = { SnapshotId: ID, State: "completed", StorageTier: "standard", VolumeSize: 500, Encrypted: false };

const ask = async (snapshot: object, answers: PretendedAnswers = {}) => {
  const all = { "EC2.DescribeSnapshots": { Snapshots: [{ ...GOOD, ...snapshot }] }, ...answers };
  const [result, ...more] = await checked(DATA_SNAPSHOTS, all, CHANGE);
  expect(more).toEqual([]);
  return result;
};

/** Of a snapshot that a key of the account encrypts, whose policy and grants these are. */
const encrypted = (statements: object[], grants: object[] = [], metadata: object = {}) =>
  ask(
    { Encrypted: true, KmsKeyId: KEY },
    {
      "KMS.DescribeKey": { KeyMetadata: { KeyId: "k", KeyState: "Enabled", KeyManager: "CUSTOMER", ...metadata } },
      "KMS.GetKeyPolicy": { Policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) },
      "KMS.ListGrants": { Grants: grants },
    },
  );

const ROOT = { Effect: "Allow", Principal: { AWS: "arn:aws:iam::111122223333:root" }, Action: "kms:*", Resource: "*" };
/** What Railyard writes into the policy of a key of its own. */
const OWN = nodeVolumeStatements("aws", "111122223333").map(({ actions, conditions }) => ({
  Effect: "Allow",
  Principal: "*",
  Action: actions,
  Resource: "*",
  Condition: conditions,
}));

test.each([
  [{}, "ok", "it is complete, of 500 GiB, and not encrypted"],
  [{ State: "pending", Progress: "41%" }, "failed", "it is not complete (41%)"],
  [{ State: "error", StateMessage: "given up" }, "failed", "its state is error: given up"],
  [{ State: "recoverable" }, "failed", "its state is recoverable"],
  [{ StorageTier: "archive" }, "failed", "it is archived"],
  [{ VolumeSize: 501 }, "failed", "it is of 501 GiB, and the volume has 500 GiB"],
  [{ VolumeSize: undefined }, "unknown", "EC2 tells no size of it"],
])("a snapshot %j: %s", async (snapshot, verdict, text) => {
  const result = await ask(snapshot);
  expect(result).toMatchObject({ verdict, subject: `${ID} for h100` });
  expect(result?.text).toContain(text);
  expect(result?.fix !== undefined).toBe(verdict === "failed");
});

test.each([
  ["an error", awsError("InvalidSnapshot.NotFound")],
  ["nothing", { Snapshots: [] }],
])("one that nobody sees, told by %s, fails", async (_, answer) => {
  const [result] = await checked(DATA_SNAPSHOTS, { "EC2.DescribeSnapshots": answer }, CHANGE);
  expect(result).toMatchObject({ verdict: "failed", text: "account 111122223333 sees no such snapshot in us-east-1" });
});

test("keys that Auto Scaling may use: AWS's own, by the policy that Railyard writes, by name, by a grant", async () => {
  expect(await encrypted([], [], { KeyManager: "AWS" })).toMatchObject({ verdict: "ok" });
  expect(await encrypted([ROOT, ...OWN])).toMatchObject({ verdict: "ok" });
  expect(await encrypted([{ ...ROOT, Principal: { AWS: ROLE } }])).toMatchObject({ verdict: "ok" });
  const through = { StringEquals: { "kms:ViaService": "ec2.us-east-1.amazonaws.com" } };
  expect(await encrypted([{ ...ROOT, Principal: "*", Condition: through }])).toMatchObject({ verdict: "ok" });
  const grant = { GranteePrincipal: ROLE, Operations: ["Decrypt", "CreateGrant"] };
  expect(await encrypted([ROOT], [grant])).toMatchObject({ verdict: "ok" });
});

test("a key that does not let it in fails: one for the account alone, another service, no grants of its own, one that is off", async () => {
  expect(await encrypted([ROOT])).toMatchObject({ verdict: "failed", fix: expect.stringContaining(ROLE) });
  const other = { StringEquals: { "kms:ViaService": "s3.us-east-1.amazonaws.com" } };
  expect((await encrypted([{ ...ROOT, Principal: "*", Condition: other }]))?.verdict).toBe("failed");
  expect((await encrypted(OWN.slice(0, 1)))?.verdict).toBe("failed");
  expect((await encrypted(OWN, [], { KeyState: "PendingDeletion" }))?.text).toContain("is PendingDeletion");
});

test("what is not judged is unknown: denials, other conditions, a lesser grant, a key of another account or of no name", async () => {
  const deny = { ...ROOT, Effect: "Deny", Principal: "*", Condition: { Bool: { "aws:SecureTransport": "false" } } };
  expect((await encrypted([...OWN, deny]))?.verdict).toBe("unknown");
  const tagged = { ...ROOT, Principal: "*", Condition: { StringEquals: { "aws:ResourceTag/team": "ml" } } };
  expect((await encrypted([tagged]))?.verdict).toBe("unknown");
  expect((await encrypted([ROOT], [{ GranteePrincipal: ROLE, Operations: ["Decrypt"] }]))?.verdict).toBe("unknown");
  const foreign = { Encrypted: true, KmsKeyId: KEY.replace("111122223333", "999988887777") };
  expect(await ask(foreign)).toMatchObject({ verdict: "unknown", source: expect.stringContaining("autoscaling") });
  expect((await ask({ Encrypted: true }))?.verdict).toBe("unknown");
  expect((await ask({ Encrypted: undefined }))?.verdict).toBe("unknown");
});

test("without one nothing is asked; no permission is thrown on", async () => {
  expect(await checked(DATA_SNAPSHOTS, {})).toEqual([]);
  const denied = { "EC2.DescribeSnapshots": awsError("UnauthorizedOperation") };
  await expect(checked(DATA_SNAPSHOTS, denied, CHANGE)).rejects.toThrow("UnauthorizedOperation");
});
