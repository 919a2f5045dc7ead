import * as fc from "fast-check";
import type { ObjectTier } from "../../../constructs/platform/checkpoint-pruner-script";
import { runPruner, type PrunerWorld, type StoredObject } from "../../helpers/pruner-sandbox";

const OLD = 90;
const YOUNG = 30;
const TIER = { bucketName: "models", prefix: "ckpt/" };
type Limits = Omit<ObjectTier, "bucketName" | "prefix">;

const tag = (limits: Limits, world: PrunerWorld, more: { dryRun?: boolean } = {}) =>
  runPruner(() => ({ objects: { ...TIER, ...limits }, ...more }), world);

/** Objects of one checkpoint of a run: the folder itself, and two files. */
const checkpoint = (name: string, more: Partial<StoredObject> = {}, run = "run"): StoredObject[] =>
  ["", "a", "sub/b"].map((file) => ({ key: `ckpt/${run}/${name}/${file}`, age: OLD, ...more }));

const steps = (...numbers: number[]) => numbers.flatMap((n) => checkpoint(`step-${n}`));

/** Tags by checkpoint; `mixed` where its objects differ. */
function byCheckpoint(tags: Record<string, string>, objects: readonly StoredObject[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { key } of objects) {
    const [, run, name] = key.split("/");
    const value = tags[key] ?? "none";
    const known = (found[`${run}/${name}`] ??= value);
    if (known !== value) found[`${run}/${name}`] = "mixed";
  }
  return found;
}

test("tags every object of what is superseded and of what is periodic, and nothing of the last ones", () => {
  const objects = [...steps(9, 10, 100, 20, 15), ...checkpoint("step-1", {}, "other")];
  const { tags, status, output } = tag({ keepLast: 2, keepEvery: 10 }, { objects });
  expect(byCheckpoint(tags, objects)).toEqual({
    "run/step-9": "superseded",
    "run/step-10": "periodic",
    "run/step-15": "superseded",
    "run/step-20": "none",
    "run/step-100": "none",
    "other/step-1": "none",
  });
  expect(status).toBe(0);
  expect(output).toContain("tagged superseded ckpt/run/step-9/\n");
});

test("deletes nothing, and only lists, reads and writes tags", () => {
  const { calls } = tag({ keepLast: 1 }, { objects: steps(1, 2, 3) });
  expect([...new Set(calls.map((call) => call.split(" ")[1]))].sort()).toEqual([
    "get-object-tagging",
    "list-objects-v2",
    "put-object-tagging",
  ]);
  for (const call of calls) expect(call).toMatch(/--bucket models .*(--prefix|--key) ckpt\//);
});

test("a second run reads one tag of each checkpoint, and writes none", () => {
  const objects = steps(1, 2, 3, 4);
  const { tags } = tag({ keepLast: 1, keepEvery: 2 }, { objects });
  const again = tag(
    { keepLast: 1, keepEvery: 2 },
    { objects: objects.map((o) => ({ ...o, ...(tags[o.key] !== undefined && { tag: tags[o.key] }) })) },
  );
  expect(again.calls.filter((call) => call.includes("get-object-tagging"))).toHaveLength(4);
  expect(again.calls.filter((call) => call.includes("put-object-tagging"))).toEqual([]);
});

test("takes back what is needed again", () => {
  const objects = [1, 2, 3].flatMap((n) => checkpoint(`step-${n}`, { tag: "superseded" }));
  const { tags } = tag({ keepLast: 1, keepEvery: 2 }, { objects });
  expect(byCheckpoint(tags, objects)).toEqual({
    "run/step-1": "superseded",
    "run/step-2": "periodic",
    "run/step-3": "latest",
  });
});

test.each(["run/.railyard-keep", "run/step-1/.railyard-keep"])("keeps, and takes back, what %s protects", (key) => {
  const objects = [...checkpoint("step-1", { tag: "superseded" }), ...steps(2, 3)];
  const { tags } = tag({ keepLast: 1 }, { objects: [...objects, { key: `ckpt/${key}`, age: OLD, tag: "superseded" }] });
  expect(byCheckpoint(tags, objects)["run/step-1"]).toBe("latest");
  expect(byCheckpoint(tags, objects)["run/step-2"]).toBe(key.includes("step") ? "superseded" : "none");
});

test("leaves milestones alone, wherever they stand", () => {
  const objects = [1, 2, 3].flatMap((n) => checkpoint(`step-${n}`, { tag: "milestone" }));
  expect(byCheckpoint(tag({ keepLast: 1, keepEvery: 2 }, { objects }).tags, objects)).toEqual({
    "run/step-1": "milestone",
    "run/step-2": "milestone",
    "run/step-3": "milestone",
  });
});

test("leaves alone what is still being written, and does not count it", () => {
  const objects = [...steps(1, 2), ...checkpoint("step-3"), { key: "ckpt/run/step-3/late", age: YOUNG }];
  expect(byCheckpoint(tag({ keepLast: 1 }, { objects }).tags, objects)).toEqual({
    "run/step-1": "superseded",
    "run/step-2": "none",
    "run/step-3": "none",
  });
});

test("never touches hidden names, names without a number, and files beside folders", () => {
  const objects = [
    ...steps(5, 6),
    ...["latest", ".tmp-1", "hash-1234567890123456789"].flatMap((name) => checkpoint(name)),
    ...checkpoint("step-1", {}, ".trash"),
    ...checkpoint("step-2", {}, ".trash"),
    { key: "ckpt/run/log-1", age: OLD },
    { key: "ckpt/note-1", age: OLD },
  ];
  const { tags, status } = tag({ keepLast: 1 }, { objects });
  expect(Object.keys(tags).every((key) => key.startsWith("ckpt/run/step-5/"))).toBe(true);
  expect(Object.keys(tags)).toHaveLength(3);
  expect(status).toBe(0);
});

test("tells a checkpoint from one whose name only begins alike", () => {
  const objects = [...checkpoint("1"), ...checkpoint("11"), ...checkpoint("1-12")];
  expect(byCheckpoint(tag({ keepLast: 2 }, { objects }).tags, objects)).toEqual({
    "run/1": "superseded",
    "run/11": "none",
    "run/1-12": "none",
  });
});

test("takes names with spaces, quotes and dollars as they are", () => {
  const objects = ["$(x) 'y\" 1", "* 2", "[a] 3"].flatMap((name) => checkpoint(name, {}, "a b$c"));
  expect(byCheckpoint(tag({ keepLast: 1 }, { objects }).tags, objects)).toEqual({
    "a b$c/$(x) 'y\" 1": "superseded",
    "a b$c/* 2": "superseded",
    "a b$c/[a] 3": "none",
  });
});

test("tags more objects than it does at a time", () => {
  const many = Array.from({ length: 50 }, (_, i) => ({ key: `ckpt/run/step-1/shard-${i}`, age: OLD }));
  expect(Object.keys(tag({ keepLast: 1 }, { objects: [...many, ...steps(2)] }).tags)).toHaveLength(50);
});

test("an empty bucket is no failure", () => {
  expect(tag({ keepLast: 1 }, {})).toMatchObject({ status: 0, output: "" });
});

test("only prints what it would do in a dry run", () => {
  const { tags, output } = tag({ keepLast: 1, keepEvery: 2 }, { objects: steps(1, 2, 3) }, { dryRun: true });
  expect(tags).toEqual({});
  expect(output).toBe("would tag superseded ckpt/run/step-1/\nwould tag periodic ckpt/run/step-2/\n");
});

describe("when S3 fails", () => {
  const broken = (pattern: string) => `case "$*" in ${pattern}) exit 254 ;; esac`;
  const objects = steps(1, 2, 3);

  test.each([
    ["the runs", "*CommonPrefixes*", "cannot list s3://models/ckpt/"],
    ["a run", "*LastModified*", "cannot list s3://models/ckpt/run/"],
    ["tags", "*get-object-tagging*step-1/*", "cannot read the tags of s3://models/ckpt/run/step-1/sub/b"],
  ])("fails and tags nothing that it did not see: %s", (_, pattern, words) => {
    const { status, output, tags } = tag({ keepLast: 1 }, { objects, aws: broken(pattern) });
    expect(status).toBe(1);
    expect(output).toContain(`FAILED: ${words}`);
    expect(byCheckpoint(tags, objects)["run/step-1"]).toBe("none");
  });

  test("a superseded checkpoint that was tagged in part shows it by its last object", () => {
    const { status, output, tags } = tag({ keepLast: 2 }, { objects, aws: broken('"s3api put"*step-1/a*') });
    expect(status).toBe(1);
    expect(output).toContain("FAILED: could not tag all of s3://models/ckpt/run/step-1/");
    expect(tags["ckpt/run/step-1/sub/b"]).toBe("superseded");
    expect(tags["ckpt/run/step-1/a"]).toBeUndefined();
  });

  test("one that was taken back in part is taken back again", () => {
    const superseded = objects.map((o) => ({ ...o, tag: "superseded" }));
    const { tags } = tag({ keepLast: 3 }, { objects: superseded, aws: broken('"s3api put"*step-1/a*') });
    expect(tags["ckpt/run/step-1/sub/b"]).toBe("superseded");
    const again = tag({ keepLast: 3 }, { objects: superseded.map((o) => ({ ...o, tag: tags[o.key] ?? "none" })) });
    expect(byCheckpoint(again.tags, objects)["run/step-1"]).toBe("latest");
  });
});

test("decides on any bucket as the rules say", () => {
  const made = fc.record({
    number: fc.nat(20),
    age: fc.constantFrom(OLD, OLD, OLD, YOUNG),
    keep: fc.constantFrom(false, false, false, true),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(made, { minLength: 1, maxLength: 8, selector: ({ number }) => number }),
      fc.integer({ min: 1, max: 3 }),
      fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      (all, keepLast, keepEvery) => {
        const objects = all.flatMap(({ number, age, keep }) => [
          ...checkpoint(`step-${number}`, { age }),
          ...(keep ? [{ key: `ckpt/run/step-${number}/.railyard-keep`, age }] : []),
        ]);
        const newest = all
          .filter(({ age }) => age === OLD)
          .map(({ number }) => number)
          .sort((a, b) => b - a)
          .slice(0, keepLast);
        const expected = Object.fromEntries(
          all.map(({ number, age, keep }) => {
            const stays = age === YOUNG || keep || newest.length < keepLast || newest.some((n) => n <= number);
            const periodic = keepEvery !== undefined && number % keepEvery === 0;
            return [`run/step-${number}`, stays ? "none" : periodic ? "periodic" : "superseded"];
          }),
        );
        const { tags } = tag({ keepLast, ...(keepEvery !== undefined && { keepEvery }) }, { objects });
        expect(byCheckpoint(tags, objects)).toEqual(expected);
      },
    ),
    { numRuns: 25 },
  );
});
