import { assertRetention, RETENTION_TAG, retentionRules } from "../../../constructs/storage/checkpoint-retention";
import { lifecycleRules } from "../../../constructs/storage/lifecycle-rules";

test("deletes what is superseded after a day, and nothing else", () => {
  expect(retentionRules({ prefix: "checkpoints/" })).toEqual([
    {
      id: "retention-superseded",
      prefix: "checkpoints/",
      tag: { key: RETENTION_TAG, value: "superseded" },
      expireAfterDays: 1,
    },
  ]);
});

test("takes another age", () => {
  expect(retentionRules({ prefix: "checkpoints/", supersededDays: 9 })[0]?.expireAfterDays).toBe(9);
});

test("fits into the lifecycle of the bucket beside the rule of its prefix", () => {
  const rules = lifecycleRules({
    rules: [
      { id: "cold", prefix: "checkpoints/", expireAfterDays: 365 },
      ...retentionRules({ prefix: "checkpoints/" }),
    ],
    oldVersions: { expireAfterDays: 30 },
    abortUploadsAfterDays: 7,
  });
  expect(rules.at(-1)!.filter).toEqual([{ and: [{ prefix: "checkpoints/", tags: { retention: "superseded" } }] }]);
});

test.each([{}, { keepLast: 1 }, { keepLast: 3, keepEvery: 1000 }])("allows %j", (retention) => {
  expect(() => assertRetention("warm", retention)).not.toThrow();
});

test.each([
  [{ keepLast: 0 }, /tier "warm": keepLast is 0/],
  [{ keepLast: 1.5 }, /keepLast is 1.5/],
  [{ keepLast: 1e20 }, /keepLast is 100000000000000000000/],
  [{ keepLast: 1, keepEvery: 0 }, /keepEvery is 0/],
  [{ keepEvery: 10 }, /keepEvery is 10 without keepLast/],
])("fails on %j", (retention, message) => {
  expect(() => assertRetention("warm", retention)).toThrow(message);
});
