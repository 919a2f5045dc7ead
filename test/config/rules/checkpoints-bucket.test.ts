import { CHECKPOINTS_BUCKET_RULES } from "../../../config/rules/checkpoints-bucket";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const make = (name: string) => ({ checkpoints: { bucket: { kind: "create", name } } });
const theirs = (more: object = {}) => ({ checkpoints: { bucket: { kind: "existing", name: "theirs" }, ...more } });
const key = (kmsKeyArn: string) => ({ checkpoints: { bucket: { kind: "existing", name: "theirs", kmsKeyArn } } });
const lock = (mode: string, days: number, more: object = {}) => ({ objectLock: { mode, days }, ...more });
const development = { profile: "development" };

ruleCases(
  CHECKPOINTS_BUCKET_RULES,
  [
    ...[
      "xn--a-b",
      "sthree-a",
      "amzn-s3-demo-a",
      "a-s3alias",
      "a--ol-s3",
      "a--use1-az4--x-s3",
      "a--table-s3",
      "a-an",
    ].map((name) => ({
      id: "checkpoints/bucket-name",
      when: name,
      change: make(name),
      path: ["checkpoints", "bucket", "name"],
      words: [name, "choose another"],
    })),
    {
      id: "checkpoints/bucket-name",
      when: "a directory bucket that exists",
      change: { checkpoints: { bucket: { kind: "existing", name: "fast--use1-az4--x-s3" } } },
      path: ["checkpoints", "bucket", "name"],
      words: ["fast--use1-az4--x-s3", "a directory bucket"],
    },
    {
      id: "checkpoints/bucket-name",
      when: "an environment whose name makes one",
      change: { name: "sthree" },
      path: ["name"],
      words: ["sthree-checkpoints-111122223333-us-east-1", "begin with sthree-", "checkpoints.bucket.name"],
    },
    {
      id: "checkpoints/kms-key",
      when: "an alias",
      change: key("arn:aws:kms:us-east-1:111122223333:alias/ckpt"),
      path: ["checkpoints", "bucket", "kmsKeyArn"],
      words: ["alias/ckpt", "key/<id>", "describe-key"],
    },
    {
      id: "checkpoints/kms-key",
      when: "a key of another Region",
      change: key("arn:aws:kms:eu-west-1:111122223333:key/1234"),
      path: ["checkpoints", "bucket", "kmsKeyArn"],
      words: ["eu-west-1", "us-east-1"],
    },
    ...[
      ["checkpoints/old/", "checkpoints/"],
      ["a/", "a/b/"],
      ["same/", "same/"],
    ].map(([archive = "", prefix = ""]) => ({
      id: "checkpoints/prefix-overlap",
      when: `${archive} and ${prefix}`,
      change: { checkpoints: { prefix, archive: { prefix: archive } } },
      path: ["checkpoints", "archive", "prefix"],
      words: [`prefix ${archive}`, `prefix ${prefix}`, '"archive/"'],
    })),
    {
      id: "checkpoints/existing-bucket-lifecycle",
      when: "moves of one's own",
      change: theirs({ cold: { transitions: [{ afterDays: 30, to: "STANDARD_IA" }] } }),
      path: ["checkpoints", "cold", "transitions"],
      words: ["cold.transitions is not applied", "theirs", 'kind: "create"'],
    },
    {
      id: "checkpoints/existing-bucket-lifecycle",
      when: "an end",
      change: theirs({ cold: { expireAfterDays: 100 } }),
      path: ["checkpoints", "cold", "expireAfterDays"],
      words: ["cold.expireAfterDays is not applied"],
    },
    {
      id: "checkpoints/existing-bucket-lifecycle",
      when: "an archive",
      change: theirs({ archive: {} }),
      path: ["checkpoints", "archive"],
      words: ["archive is not applied"],
    },
    {
      id: "checkpoints/object-lock-existing-bucket",
      when: "a lock on it",
      change: theirs(lock("governance", 30)),
      path: ["checkpoints", "objectLock"],
      words: ["governance for 30 days", "theirs"],
    },
    {
      id: "checkpoints/object-lock-with-link",
      when: "a lock under Lustre",
      change: { checkpoints: lock("governance", 30) },
      path: ["checkpoints", "objectLock"],
      words: ["governance, 30 days", "unknown", "bucket of its own"],
    },
    {
      id: "checkpoints/object-lock-compliance-in-development",
      when: "compliance",
      change: { ...development, checkpoints: lock("compliance", 30) },
      path: ["checkpoints", "objectLock", "mode"],
      words: ["30 days", '"governance"'],
    },
    {
      id: "checkpoints/lock-longer-than-expiry",
      when: "a day too long",
      change: { checkpoints: lock("governance", 131, { cold: { expireAfterDays: 100 } }) },
      path: ["checkpoints", "objectLock", "days"],
      words: ["131 days", "after 130", "100 to expire and 30", "days: 130 or less"],
    },
    {
      id: "checkpoints/lock-longer-than-expiry",
      when: "the shorter of two ends",
      change: {
        checkpoints: lock("governance", 61, {
          oldVersionDays: 10,
          cold: { expireAfterDays: 100 },
          archive: { expireAfterDays: 50 },
        }),
      },
      path: ["checkpoints", "objectLock", "days"],
      words: ["61 days", "after 60"],
    },
  ],
  [
    ...["a-xn--b", "three-a", "s3alias-a", "an-a", "a-van", "x-s3"].map((name) => ({
      id: "checkpoints/bucket-name",
      when: name,
      change: make(name),
    })),
    {
      id: "checkpoints/bucket-name",
      when: "a bucket of an account's namespace that exists",
      change: { checkpoints: { bucket: { kind: "existing", name: "a-111122223333-us-east-1-an" } } },
    },
    { id: "checkpoints/bucket-name", when: "no checkpoints", change: { name: "sthree", checkpoints: null } },
    { id: "checkpoints/kms-key", when: "a key", change: key("arn:aws:kms:us-east-1:111122223333:key/1234") },
    { id: "checkpoints/kms-key", when: "no key", change: theirs() },
    {
      id: "checkpoints/prefix-overlap",
      when: "prefixes that only begin alike",
      change: { checkpoints: { prefix: "checkpoints/", archive: { prefix: "checkpoints-old/" } } },
    },
    { id: "checkpoints/prefix-overlap", when: "no archive", change: {} },
    { id: "checkpoints/existing-bucket-lifecycle", when: "what the schema fills in", change: theirs() },
    { id: "checkpoints/existing-bucket-lifecycle", when: "no moves", change: theirs({ cold: { transitions: [] } }) },
    {
      id: "checkpoints/existing-bucket-lifecycle",
      when: "a bucket of our own",
      change: { checkpoints: { cold: { expireAfterDays: 100 }, archive: {} } },
    },
    { id: "checkpoints/object-lock-existing-bucket", when: "no lock", change: theirs() },
    { id: "checkpoints/object-lock-existing-bucket", when: "our own", change: { checkpoints: lock("governance", 1) } },
    {
      id: "checkpoints/object-lock-with-link",
      when: "no Lustre",
      change: { lustre: null, checkpoints: lock("governance", 1) },
    },
    { id: "checkpoints/object-lock-with-link", when: "no lock", change: {} },
    {
      id: "checkpoints/object-lock-compliance-in-development",
      when: "governance",
      change: { ...development, checkpoints: lock("governance", 30) },
    },
    {
      id: "checkpoints/object-lock-compliance-in-development",
      when: "production",
      change: { checkpoints: lock("compliance", 30) },
    },
    {
      id: "checkpoints/lock-longer-than-expiry",
      when: "the last day",
      change: { checkpoints: lock("governance", 130, { cold: { expireAfterDays: 100 } }) },
    },
    { id: "checkpoints/lock-longer-than-expiry", when: "no end", change: { checkpoints: lock("governance", 9999) } },
  ],
);

test("all that an existing bucket does not hear is told at once", () => {
  const change = theirs({
    cold: { transitions: [{ afterDays: 1, to: "GLACIER_IR" }], expireAfterDays: 9 },
    archive: {},
  });
  expect(violations(ruleOf(CHECKPOINTS_BUCKET_RULES, "checkpoints/existing-bucket-lifecycle"), change)).toHaveLength(3);
});
