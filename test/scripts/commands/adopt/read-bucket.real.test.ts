import { CreateBucketCommand, PutBucketPolicyCommand, S3Client } from "@aws-sdk/client-s3";
import { readBucket } from "../../../../scripts/commands/adopt/read-bucket";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { sample } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { makeBucket } from "./hand-made";
import { awsError, canned, type Canned } from "./canned";

const environment = sample().env;
const read = (name: string, kind: "checkpointBucket" | "stateBucket" = "checkpointBucket", answers: Canned = {}) => {
  const aws = awsAccess({ region: "us-east-1", env: process.env, answers: canned(answers) });
  return readBucket({ aws, environment, kind, name });
};

describeWithMoto("an existing bucket, asked of a server that speaks the AWS API", () => {
  test("has the settings that it has, and no others", async () => {
    await makeBucket("ours");
    const { parts, notes, obstacles } = await read("ours");
    expect(Object.fromEntries(parts.map(({ place, actual }) => [place, actual]))).toEqual({
      "checkpoints/bucket": { bucket: "ours", object_lock_enabled: false },
      "checkpoints/versioning": { "versioning_configuration.status": "Suspended" },
      "checkpoints/encryption": {
        "rule.apply_server_side_encryption_by_default.sse_algorithm": "AES256",
        "rule.apply_server_side_encryption_by_default.kms_master_key_id": null,
        "rule.bucket_key_enabled": false,
      },
      "checkpoints/public-access": {
        block_public_acls: true,
        block_public_policy: true,
        ignore_public_acls: true,
        restrict_public_buckets: true,
      },
      "checkpoints/lifecycle": { rule: ["by-hand"] },
    });
    expect(parts.every(({ id }) => id === "ours")).toBe(true);
    expect(obstacles).toEqual([]);
    expect(notes).toEqual(["the lifecycle rules of ours become those of the config: others go"]);
  });

  test("of the state has its parts in another place; a policy is told by its statements", async () => {
    await makeBucket("states");
    const Policy = JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Sid: "Mine", Effect: "Deny", Principal: "*", Action: "s3:*", Resource: "arn:aws:s3:::states" }],
    });
    await awsAccess({ region: "us-east-1", env: process.env })
      .client(S3Client)
      .send(new PutBucketPolicyCommand({ Bucket: "states", Policy }));
    const { parts, notes } = await read("states", "stateBucket");
    expect(parts).toContainEqual({ place: "state/policy", id: "states", actual: { policy: ["Mine"] } });
    expect(notes[0]).toBe("the policy of states becomes that of the environment: other statements go");
  });

  test("that another environment has is told; one of another account is refused", async () => {
    await makeBucket("ours");
    const TagSet = [{ Key: "railyard:environment", Value: "other" }];
    const asked: unknown[] = [];
    const answers = {
      GetBucketTagging: (input: unknown) => {
        asked.push(input);
        return { TagSet };
      },
    };
    const { obstacles } = await read("ours", "checkpointBucket", answers);
    expect(obstacles.map(({ text }) => text)).toEqual([expect.stringContaining("ours is of the environment other")]);
    // S3 answers 403 to a caller who expects another owner
    expect(asked).toEqual([{ Bucket: "ours", ExpectedBucketOwner: "111122223333" }]);
  });

  test("that nobody set anything on is a bucket alone", async () => {
    await awsAccess({ region: "us-east-1", env: process.env })
      .client(S3Client)
      .send(new CreateBucketCommand({ Bucket: "plain" }));
    const { parts } = await read("plain");
    expect(parts.map(({ place }) => place)).toEqual(expect.arrayContaining(["checkpoints/bucket"]));
    expect(parts.map(({ place }) => place)).not.toContain("checkpoints/lifecycle");
    expect(parts.map(({ place }) => place)).not.toContain("checkpoints/versioning");
  });

  test("that is not there is told, with the nearest one", async () => {
    await makeBucket("ours");
    await expect(read("our")).rejects.toThrow(
      "There is no bucket our in account 111122223333; there are ours.\ndid you mean ours?\nNothing was written.",
    );
  });
});

test("a bucket of another Region stays there", async () => {
  const { obstacles, parts } = await read("ours", "checkpointBucket", {
    GetBucketLocation: { LocationConstraint: "EU" },
  });
  expect(parts).toEqual([]);
  expect(obstacles[0]!.text).toBe("bucket ours is in eu-west-1, and sample in us-east-1: a bucket stays in its Region");
});

test("a permission that is missing is named", () =>
  expect(read("ours", "checkpointBucket", { GetBucketLocation: awsError("AccessDenied", "no") })).rejects.toThrow(
    "s3:GetBucketLocation is not permitted for these credentials.",
  ));
