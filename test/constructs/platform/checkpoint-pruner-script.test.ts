import { checkpointPrunerScript, type PrunerPlan } from "../../../constructs/platform/checkpoint-pruner-script";
import { syntaxErrors } from "../../helpers/sandbox";

const OBJECTS = { bucketName: "models", prefix: "ckpt/", keepLast: 5 };
const FOLDERS = { path: "/warm", keepLast: 2 };
const lastLines = (plan: PrunerPlan) => checkpointPrunerScript(plan).trimEnd().split("\n").slice(-3);

test.each<[string, PrunerPlan]>([
  ["folders", { folders: FOLDERS }],
  ["objects", { objects: OBJECTS }],
  ["both", { folders: { ...FOLDERS, copies: OBJECTS }, objects: OBJECTS }],
  ["nothing", {}],
])("is bash that parses, with %s", (_, plan) => {
  expect(syntaxErrors(checkpointPrunerScript(plan))).toBe("");
});

test("runs each tier with its own limits, and ends with what failed", () => {
  expect(
    lastLines({ folders: { ...FOLDERS, keepEvery: 100, copies: { ...OBJECTS, keepEvery: 9 } }, objects: OBJECTS }),
  ).toEqual([
    "prune_folders '/warm' '2' '100' 'models' 'ckpt/' '5' '9'",
    "tag_objects 'models' 'ckpt/' '5' '0'",
    'exit "$FAILED"',
  ]);
});

test("asks for no copies where there are none", () => {
  expect(lastLines({ folders: FOLDERS })).toContain("prune_folders '/warm' '2' '0'");
});

test("leaves out what it does not need", () => {
  expect(checkpointPrunerScript({ folders: FOLDERS })).not.toContain("put-object-tagging");
  expect(checkpointPrunerScript({ objects: OBJECTS })).not.toContain("rm -rf --one-file-system");
});

test("quotes what bash would take for its own", () => {
  expect(lastLines({ folders: { ...FOLDERS, path: "/it's $HOME" } })).toContain(
    "prune_folders '/it'\\''s $HOME' '2' '0'",
  );
});

test("waits for an hour unless told otherwise", () => {
  expect(checkpointPrunerScript({ folders: FOLDERS })).toContain("GRACE_MINUTES=60\n");
  expect(checkpointPrunerScript({ folders: FOLDERS, graceMinutes: 5 })).toContain("GRACE_MINUTES=5\n");
});

test.each(["", "/", "//", "warm", "/a//b", "/a/../b", "/..", "/warm/", "/./a"])("fails on the path %p", (path) => {
  expect(() => checkpointPrunerScript({ folders: { ...FOLDERS, path } })).toThrow(/must be an absolute folder/);
});

test.each([0, -1, 1.5, NaN])("fails on a grace time of %p minutes", (graceMinutes) => {
  expect(() => checkpointPrunerScript({ folders: FOLDERS, graceMinutes })).toThrow(/graceMinutes is/);
});

test.each<[string, PrunerPlan, RegExp]>([
  ["folders", { folders: { ...FOLDERS, keepLast: 0 } }, /tier "warm": keepLast is 0/],
  ["objects", { objects: { ...OBJECTS, keepLast: 0 } }, /tier "cold": keepLast is 0/],
  ["copies", { folders: { ...FOLDERS, copies: { ...OBJECTS, keepEvery: 0.5 } } }, /tier "cold": keepEvery is 0.5/],
])("fails on limits that make no sense, of %s", (_, plan, message) => {
  expect(() => checkpointPrunerScript(plan)).toThrow(message);
});
