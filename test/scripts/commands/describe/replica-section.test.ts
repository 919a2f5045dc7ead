import { replicaSection, replicaSheet } from "../../../../scripts/commands/describe/replica-section";
import { sample } from "../../../helpers/environment";

const sheet = (account: string, more: object = {}) =>
  replicaSheet(
    sample({
      checkpoints: {
        replicateTo: {
          bucket: "copies",
          region: "us-west-2",
          account,
          kmsKeyArn: `arn:aws:kms:us-west-2:${account}:key/1234abcd`,
          ...more,
        },
      },
    }).env,
  );

test("copies of another account say what its owner adds to which policy", () => {
  const one = sheet("444455556666", { prefixes: ["checkpoints/"], deleteMarkers: true });
  const [section] = replicaSection(one);
  const rows = Object.fromEntries(section!.rows as [string, string][]);
  expect(rows["what"]).toBe("checkpoints/");
  const [bucket, key] = ["policy of the bucket", "policy of the key"].map((row) => JSON.parse(rows[row]!).Statement);
  const role = "arn:aws:iam::111122223333:role/sample-replication";
  expect(bucket).toEqual([
    {
      Sid: "CopiesOfCheckpoints",
      Effect: "Allow",
      Principal: { AWS: role },
      Action: ["s3:ReplicateObject", "s3:ReplicateTags", "s3:ReplicateDelete", "s3:ObjectOwnerOverrideToBucketOwner"],
      Resource: "arn:aws:s3:::copies/*",
    },
  ]);
  expect(key).toMatchObject([{ Principal: { AWS: role }, Resource: "*" }]);
  expect(section!.notes.join()).toContain("444455556666");
});

test("copies of the own account need none, and without copies nothing is said", () => {
  const [section] = replicaSection(sheet("111122223333"));
  expect(section!.rows.map(([name]) => name)).toEqual(["bucket", "what", "when", "deletes", "class"]);
  expect(replicaSection(replicaSheet(sample().env))).toEqual([]);
});
