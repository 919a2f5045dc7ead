import { replicationRuleId } from "../../../config/checkpoints/replication";
import { CHECKPOINTS_REPLICATION_RULES } from "../../../config/checkpoints/replication-rules";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const ID = "key/11111111-2222-3333-4444-555555555555";
const keyOf = (region: string, account: string = "111122223333", what: string = ID) =>
  `arn:aws:kms:${region}:${account}:${what}`;
const to = (more: object = {}) => ({ bucket: "copies", region: "us-west-2", kmsKeyArn: keyOf("us-west-2"), ...more });
const replicate = (more: object = {}, checkpoints: object = {}) => ({
  checkpoints: { replicateTo: to(more), ...checkpoints },
});
const at = (...keys: (string | number)[]) => ["checkpoints", "replicateTo", ...keys];
const glacier = (afterDays: number) => ({
  warm: undefined,
  cold: { transitions: [{ afterDays, to: "DEEP_ARCHIVE" }] },
});

test("without a word the whole bucket is copied, nothing is deleted there, and it takes 15 minutes", () => {
  expect(sample(replicate()).env.checkpoints!.replicateTo).toEqual({
    ...to(),
    account: "111122223333",
    prefixes: [""],
    deleteMarkers: false,
    timeControl: true,
    storageClass: null,
  });
  expect(sample().env.checkpoints!.replicateTo).toBeNull();
  expect(["", "checkpoints/", "a/b/"].map(replicationRuleId)).toEqual(["all", "checkpoints", "a/b"]);
});

ruleCases(CHECKPOINTS_REPLICATION_RULES, {
  "checkpoints/replica-existing-bucket": {
    severity: "error",
    trips: [
      {
        when: "a bucket that exists",
        change: replicate({}, { bucket: { kind: "existing", name: "theirs" } }),
        at: at(),
        message: ["theirs exists already"],
        fix: ["take replicateTo out"],
      },
    ],
    passes: [{ change: replicate() }, { change: { checkpoints: { bucket: { kind: "existing", name: "theirs" } } } }],
  },
  "checkpoints/replica-bucket": {
    severity: "error",
    trips: [
      {
        when: "the bucket itself",
        change: replicate({ bucket: "ours" }, { bucket: { kind: "create", name: "ours" } }),
        at: at("bucket"),
        message: ["the bucket of the checkpoints itself"],
      },
      {
        when: "the bucket of the state",
        change: { ...replicate({ bucket: "our-state" }), state: { kind: "s3", bucket: "our-state" } },
        at: at("bucket"),
        message: ["state"],
      },
      {
        when: "a directory bucket",
        change: replicate({ bucket: "fast--usw2-az1--x-s3" }),
        at: at("bucket"),
        message: ["a directory bucket"],
      },
    ],
    passes: [{ change: replicate({ bucket: "a.name.with.dots" }) }, { when: "no copies", change: {} }],
  },
  "checkpoints/replica-region": {
    severity: "error",
    trips: [
      {
        when: "a slip",
        change: replicate({ region: "us-wset-2" }),
        at: at("region"),
        message: ["us-wset-2"],
        fix: ["us-west-2"],
      },
      {
        when: "another partition",
        change: replicate({ region: "cn-north-1" }),
        at: at("region"),
        message: ["aws-cn"],
        fix: ["of aws"],
      },
    ],
    passes: [{ change: replicate() }, { when: "the same Region", change: replicate({ region: "us-east-1" }) }],
  },
  "checkpoints/replica-kms-key": {
    severity: "error",
    trips: [
      {
        when: "an alias",
        change: replicate({ kmsKeyArn: keyOf("us-west-2", undefined, "alias/copies") }),
        at: at("kmsKeyArn"),
        message: ["alias/copies"],
        fix: ["describe-key --region us-west-2"],
      },
      ...["key/", "key/mrk-123", "key/not-a-key", `${ID}:x`, ID.toUpperCase()].map((what) => ({
        when: what,
        change: replicate({ kmsKeyArn: keyOf("us-west-2", undefined, what) }),
        at: at("kmsKeyArn"),
        message: [what, "a UUID or mrk- and 32 hex digits"],
        fix: ["describe-key --region us-west-2"],
      })),
      {
        when: "a key of another Region",
        change: replicate({ kmsKeyArn: keyOf("us-east-1") }),
        at: at("kmsKeyArn"),
        message: ["us-east-1", "us-west-2"],
      },
      {
        when: "a key of this account for a bucket of another",
        change: replicate({ account: "444455556666" }),
        at: at("kmsKeyArn"),
        message: ["111122223333", "444455556666"],
      },
    ],
    passes: [
      { change: replicate() },
      {
        when: "a key of several Regions",
        change: replicate({ kmsKeyArn: keyOf("us-west-2", undefined, `key/mrk-${"0a".repeat(16)}`) }),
      },
      {
        when: "a Region of another partition, which its own rule tells",
        change: replicate({ region: "cn-north-1" }),
      },
      {
        when: "both of another account",
        change: replicate({ account: "444455556666", kmsKeyArn: keyOf("us-west-2", "444455556666") }),
      },
    ],
  },
  "checkpoints/replica-prefixes": {
    severity: "error",
    trips: [
      {
        when: "one in another one",
        change: replicate({ prefixes: ["checkpoints/", "checkpoints/big/"] }),
        at: at("prefixes", 1),
        message: ["lie in each other"],
        fix: ["take checkpoints/big/ out"],
      },
      {
        when: "one twice",
        change: replicate({ prefixes: ["railyard/", "railyard/"] }),
        at: at("prefixes", 1),
        message: ["twice"],
      },
      {
        when: "one where nothing lies",
        change: replicate({ prefixes: ["checkpoint/"] }),
        at: at("prefixes", 0),
        message: ["nothing lies under checkpoint/"],
        fix: ["checkpoints/"],
      },
    ],
    passes: [
      { change: replicate() },
      { change: replicate({ prefixes: ["checkpoints/", "railyard/"] }) },
      { when: "part of the checkpoints", change: replicate({ prefixes: ["checkpoints/big/"] }) },
    ],
  },
  "checkpoints/replica-left-out": {
    severity: "warning",
    trips: [
      {
        when: "nothing but backups of Slurm",
        change: replicate({ prefixes: ["railyard/"] }),
        at: at("prefixes"),
        message: ["only railyard/ is copied: checkpoints/ has no second copy"],
        fix: ["leave prefixes out"],
      },
      {
        when: "milestones and profiles",
        change: replicate(
          { prefixes: ["checkpoints/"] },
          { archive: { every: 1000 }, profiles: { expireAfterDays: 9 } },
        ),
        at: at("prefixes"),
        message: [": archive/, profiles/, railyard/ has no second copy"],
      },
      {
        when: "one run",
        change: replicate({ prefixes: ["checkpoints/typo-run/", "railyard/foo/"] }),
        at: at("prefixes"),
        message: [": checkpoints/ but a part, railyard/ but a part has no second copy"],
      },
    ],
    passes: [
      { change: replicate() },
      { change: replicate({ prefixes: ["checkpoints/", "railyard/"] }) },
      { when: "no copies", change: {} },
    ],
  },
  "checkpoints/replica-same-place": {
    severity: "warning",
    trips: [
      {
        when: "the same Region and account",
        change: replicate({ region: "us-east-1", kmsKeyArn: keyOf("us-east-1") }),
        at: at("region"),
        message: ["us-east-1", "111122223333"],
      },
    ],
    passes: [
      { change: replicate() },
      {
        when: "another account in the same Region",
        change: replicate({
          region: "us-east-1",
          account: "444455556666",
          kmsKeyArn: keyOf("us-east-1", "444455556666"),
        }),
      },
    ],
  },
  "checkpoints/replica-class": {
    severity: "warning",
    trips: [
      {
        when: "an archive class",
        change: replicate({ storageClass: "DEEP_ARCHIVE" }),
        at: at("storageClass"),
        message: ["12 hours"],
      },
      {
        when: "one zone",
        change: replicate({ storageClass: "ONEZONE_IA" }),
        at: at("storageClass"),
        message: ["one zone"],
      },
    ],
    passes: [{ change: replicate() }, { change: replicate({ storageClass: "GLACIER_IR" }) }],
  },
  "checkpoints/replica-archived-source": {
    severity: "warning",
    trips: [
      {
        when: "an archive class on the second day",
        change: replicate({}, glacier(1)),
        at: ["checkpoints", "cold", "transitions", 0, "afterDays"],
        message: ["DEEP_ARCHIVE after 1 days"],
        fix: ["afterDays: 7"],
      },
    ],
    passes: [
      { when: "a week", change: replicate({}, glacier(7)) },
      { when: "no copies", change: { checkpoints: glacier(1) } },
      { when: "copies of something else", change: replicate({ prefixes: ["railyard/"] }, glacier(1)) },
    ],
  },
});
