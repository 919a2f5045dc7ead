import { CHECKPOINTS_BUCKET_RULES } from "../../../config/checkpoints/bucket-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const make = (name: string) => ({ checkpoints: { bucket: { kind: "create", name } } });
const existing = (more: object = {}) => ({ checkpoints: { bucket: { kind: "existing", name: "existing" }, ...more } });
const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const key = (kmsKeyArn: string) => ({ checkpoints: { bucket: { kind: "existing", name: "existing", kmsKeyArn } } });
const lock = (mode: string, days: number, more: object = {}) => ({ objectLock: { mode, days }, ...more });
const development = { profile: "development" };

ruleCases(CHECKPOINTS_BUCKET_RULES, {
  "checkpoints/bucket-name": {
    severity: "error",
    trips: [
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
        when: name,
        change: make(name),
        at: ["checkpoints", "bucket", "name"],
        message: [name],
        fix: ["choose another"],
      })),
      {
        when: "a directory bucket that exists",
        change: { checkpoints: { bucket: { kind: "existing", name: "fast--use1-az4--x-s3" } } },
        at: ["checkpoints", "bucket", "name"],
        message: ["fast--use1-az4--x-s3", "a directory bucket"],
      },
      {
        when: "an environment whose name makes one",
        change: { name: "sthree" },
        at: ["name"],
        message: ["sthree-checkpoints-111122223333-us-east-1", "begin with sthree-"],
        fix: ["checkpoints.bucket.name"],
      },
    ],
    passes: [
      ...["a-xn--b", "three-a", "s3alias-a", "an-a", "a-van", "x-s3"].map((name) => ({
        when: name,
        change: make(name),
      })),
      {
        when: "a bucket of an account's namespace that exists",
        change: { checkpoints: { bucket: { kind: "existing", name: "a-111122223333-us-east-1-an" } } },
      },
      { when: "no checkpoints", change: { name: "sthree", checkpoints: null } },
    ],
  },
  "checkpoints/kms-key": {
    severity: "error",
    trips: [
      {
        when: "an alias",
        change: key("arn:aws:kms:us-east-1:111122223333:alias/ckpt"),
        at: ["checkpoints", "bucket", "kmsKeyArn"],
        message: ["alias/ckpt", "key/<id>"],
        fix: ["describe-key"],
      },
      {
        when: "an id that no key has",
        change: key("arn:aws:kms:us-east-1:111122223333:key/1234"),
        at: ["checkpoints", "bucket", "kmsKeyArn"],
        message: ["key/1234", "a UUID or mrk- and 32 hex digits"],
      },
      {
        when: "a key of another Region",
        change: key(KEY.replace("us-east-1", "eu-west-1")),
        at: ["checkpoints", "bucket", "kmsKeyArn"],
        message: ["eu-west-1", "us-east-1"],
      },
    ],
    passes: [
      { when: "a key", change: key(KEY) },
      { when: "no key", change: existing() },
    ],
  },
  "checkpoints/prefix-overlap": {
    severity: "error",
    trips: [
      ...[
        ["checkpoints/old/", "checkpoints/"],
        ["a/", "a/b/"],
        ["same/", "same/"],
      ].map(([archive = "", prefix = ""]) => ({
        when: `${archive} and ${prefix}`,
        change: { checkpoints: { prefix, archive: { prefix: archive } } },
        at: ["checkpoints", "archive", "prefix"],
        message: [`prefix ${archive}`, `prefix ${prefix}`],
        fix: ['"archive/"'],
      })),
      {
        when: "profiles in the archive",
        change: { checkpoints: { archive: {}, profiles: { prefix: "archive/profiles/" } } },
        at: ["checkpoints", "profiles", "prefix"],
        message: ["the profiles prefix archive/profiles/", "the archive prefix archive/"],
      },
    ],
    passes: [
      {
        when: "prefixes that only begin alike",
        change: { checkpoints: { prefix: "checkpoints/", archive: { prefix: "checkpoints-old/" } } },
      },
      { when: "no archive", change: {} },
      { when: "profiles beside both", change: { checkpoints: { archive: {}, profiles: {} } } },
    ],
  },
  "checkpoints/existing-bucket-lifecycle": {
    severity: "warning",
    trips: [
      {
        when: "moves of one's own",
        change: existing({ cold: { transitions: [{ afterDays: 30, to: "STANDARD_IA" }] } }),
        at: ["checkpoints", "cold", "transitions"],
        message: ["cold.transitions is not applied", "existing"],
        fix: ['kind: "create"'],
      },
      {
        when: "an end",
        change: existing({ cold: { expireAfterDays: 100 } }),
        at: ["checkpoints", "cold", "expireAfterDays"],
        message: ["cold.expireAfterDays is not applied"],
      },
      {
        when: "an end of profiles",
        change: existing({ profiles: { expireAfterDays: 30 } }),
        at: ["checkpoints", "profiles", "expireAfterDays"],
        message: ["profiles.expireAfterDays is not applied"],
      },
      {
        when: "an archive",
        change: existing({ archive: {} }),
        at: ["checkpoints", "archive"],
        message: ["archive is not applied"],
      },
    ],
    passes: [
      { when: "what the schema fills in", change: existing() },
      { when: "no moves", change: existing({ cold: { transitions: [] } }) },
      { when: "a bucket of our own", change: { checkpoints: { cold: { expireAfterDays: 100 }, archive: {} } } },
    ],
  },
  "checkpoints/object-lock-existing-bucket": {
    severity: "error",
    trips: [
      {
        when: "a lock on it",
        change: existing(lock("governance", 30)),
        at: ["checkpoints", "objectLock"],
        message: ["governance for 30 days", "existing"],
      },
    ],
    passes: [
      { when: "no lock", change: existing() },
      { when: "our own", change: { checkpoints: lock("governance", 1) } },
    ],
  },
  "checkpoints/request-metrics-existing-bucket": {
    severity: "error",
    trips: [
      {
        when: "a bucket that exists",
        change: existing({ requestMetrics: true }),
        at: ["checkpoints", "requestMetrics"],
        message: ["existing, which exists already"],
        fix: ["take requestMetrics out"],
      },
    ],
    passes: [{ change: existing() }, { change: { checkpoints: { requestMetrics: true } } }],
  },
  "checkpoints/object-lock-with-link": {
    severity: "error",
    trips: [
      {
        when: "a lock under Lustre",
        change: { checkpoints: lock("governance", 30) },
        at: ["checkpoints", "objectLock"],
        message: ["governance, 30 days", "unknown"],
        fix: ["bucket of its own"],
      },
    ],
    passes: [
      { when: "no Lustre", change: { lustre: null, checkpoints: lock("governance", 1) } },
      { when: "no lock", change: {} },
    ],
  },
  "checkpoints/object-lock-compliance-in-development": {
    severity: "error",
    trips: [
      {
        when: "compliance",
        change: { ...development, checkpoints: lock("compliance", 30) },
        at: ["checkpoints", "objectLock", "mode"],
        message: ["30 days"],
        fix: ['"governance"'],
      },
    ],
    passes: [
      { when: "governance", change: { ...development, checkpoints: lock("governance", 30) } },
      { when: "production", change: { checkpoints: lock("compliance", 30) } },
    ],
  },
  "checkpoints/lock-longer-than-expiry": {
    severity: "warning",
    trips: [
      {
        when: "a day too long",
        change: { checkpoints: lock("governance", 131, { cold: { expireAfterDays: 100 } }) },
        at: ["checkpoints", "objectLock", "days"],
        message: ["131 days", "after 130", "100 to expire and 30"],
        fix: ["days: 130 or less"],
      },
      {
        when: "the shorter of two ends",
        change: {
          checkpoints: lock("governance", 61, {
            oldVersionDays: 10,
            cold: { expireAfterDays: 100 },
            archive: { expireAfterDays: 50 },
          }),
        },
        at: ["checkpoints", "objectLock", "days"],
        message: ["61 days", "after 60"],
      },
      {
        when: "profiles that end before",
        change: { checkpoints: lock("governance", 130, { profiles: {} }) },
        at: ["checkpoints", "objectLock", "days"],
        message: ["130 days", "after 120", "90 to expire and 30"],
      },
    ],
    passes: [
      { when: "the last day", change: { checkpoints: lock("governance", 130, { cold: { expireAfterDays: 100 } }) } },
      { when: "no end", change: { checkpoints: lock("governance", 9999) } },
    ],
  },
});

test("all that an existing bucket does not hear is told at once", () => {
  const change = existing({
    cold: { transitions: [{ afterDays: 1, to: "GLACIER_IR" }], expireAfterDays: 9 },
    archive: {},
  });
  expect(violations(ruleOf(CHECKPOINTS_BUCKET_RULES, "checkpoints/existing-bucket-lifecycle"), change)).toHaveLength(3);
});
