import { CHECKPOINTS_LINK_RULES } from "../../../config/checkpoints/link-rules";
import { sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const warm = (more: object) => ({ checkpoints: { warm: more } });
const tiering = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 };

const dotted = { checkpoints: { bucket: { kind: "existing", name: "data.example.org" } } };

ruleCases(CHECKPOINTS_LINK_RULES, {
  "checkpoints/warm-needs-lustre": {
    severity: "error",
    trips: [
      {
        when: "no file system",
        change: { lustre: null, ...warm({ path: "/ckpt" }) },
        at: ["checkpoints", "warm"],
        message: ["/ckpt", "no lustre"],
        fix: ["capacityGiB"],
      },
    ],
    passes: [
      { when: "a file system", change: warm({}) },
      { when: "neither", change: { lustre: null } },
    ],
  },
  "checkpoints/warm-file-system": {
    severity: "error",
    trips: [
      {
        when: "a name that nothing has",
        change: { checkpoints: { warm: { fileSystem: "fast" } } },
        at: ["checkpoints", "warm", "fileSystem"],
        message: ["no volume is called fast"],
        fix: ['"lustre"'],
      },
      {
        when: "a volume of another kind",
        change: { checkpoints: { warm: { fileSystem: "homes" } }, storage: { homes: { kind: "efs" } } },
        at: ["checkpoints", "warm", "fileSystem"],
        message: ["EFS homes", "cannot be linked"],
      },
    ],
    passes: [
      { when: "lustre", change: { checkpoints: { warm: { fileSystem: "lustre" } } } },
      {
        when: "another file system",
        change: {
          checkpoints: { warm: { fileSystem: "fast" } },
          storage: { fast: { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 1200 } },
        },
      },
      { when: "no name", change: { checkpoints: { warm: {} } } },
    ],
  },
  "checkpoints/warm-not-linkable": {
    severity: "error",
    trips: [
      {
        when: "Intelligent-Tiering",
        change: { lustre: tiering, ...warm({}) },
        at: ["checkpoints", "warm"],
        message: ["persistent-2-intelligent-tiering", "persistent-2-ssd"],
      },
    ],
    passes: [
      { when: "scratch", change: { lustre: { deployment: "scratch-2", capacityGiB: 1200 }, ...warm({}) } },
      { when: "no warm tier", change: { lustre: tiering } },
    ],
  },
  "checkpoints/not-linked": {
    severity: "warning",
    trips: [
      {
        when: "Intelligent-Tiering without a warm tier",
        change: { lustre: tiering },
        at: ["checkpoints"],
        message: ["persistent-2-intelligent-tiering", "nothing copies"],
      },
    ],
    passes: [
      { when: "a link", change: {} },
      { when: "no checkpoints", change: { lustre: tiering, checkpoints: null } },
      { when: "a warm tier, told elsewhere", change: { lustre: tiering, ...warm({}) } },
    ],
  },
  "checkpoints/warm-path": {
    severity: "error",
    trips: [
      {
        when: "two slashes",
        change: warm({ path: "/a//b" }),
        at: ["checkpoints", "warm", "path"],
        message: ["/a//b"],
        fix: ['path: "/a/b"'],
      },
    ],
    passes: [{ when: "single slashes", change: warm({ path: "/a/b" }) }],
  },
  "checkpoints/dotted-bucket-linked": {
    severity: "error",
    trips: [
      {
        when: "a bucket with a dot and Lustre",
        change: dotted,
        at: ["checkpoints", "bucket", "name"],
        message: ["data.example.org"],
        fix: ["take lustre out"],
      },
    ],
    passes: [
      { when: "no Lustre", change: { ...dotted, lustre: null } },
      { when: "a file system without links", change: { ...dotted, lustre: tiering } },
      { when: "no dot", change: {} },
    ],
  },
  "checkpoints/prefix-segments": {
    severity: "error",
    trips: [
      {
        when: "a way up",
        change: { checkpoints: { prefix: "a/../b/" } },
        at: ["checkpoints", "prefix"],
        message: ["a/../b/", '".."'],
      },
      {
        when: "a dot in the archive",
        change: { checkpoints: { archive: { prefix: "./old/" } } },
        at: ["checkpoints", "archive", "prefix"],
        message: ["./old/", '"."'],
      },
    ],
    passes: [{ when: "names with dots", change: { checkpoints: { prefix: "v1.2/..a/" } } }],
  },
  "checkpoints/export-empty": {
    severity: "warning",
    trips: [
      {
        when: "no events",
        change: warm({ export: [] }),
        at: ["checkpoints", "warm", "export"],
        message: ["empty"],
        fix: ['["new", "changed"]', "tasks: { export: {} }"],
      },
      {
        when: "a task that exports when somebody starts it",
        change: warm({ export: [], tasks: { export: { days: [] } } }),
        at: ["checkpoints", "warm", "tasks", "export", "days"],
        message: ["until somebody starts the task by hand"],
        fix: ['days: ["sat"]'],
      },
    ],
    passes: [
      { when: "one event", change: warm({ export: ["new"] }) },
      {
        when: "a task that exports by the clock",
        change: warm({ export: [], tasks: { export: { days: ["sat"] } } }),
      },
    ],
  },
  "checkpoints/export-partial": {
    severity: "warning",
    trips: [
      {
        when: "new files only",
        change: warm({ export: ["new"] }),
        at: ["checkpoints", "warm", "export"],
        message: ['only "new"', "stale"],
        fix: ['["new", "changed"]'],
      },
      {
        when: "changed files only",
        change: warm({ export: ["changed"] }),
        at: ["checkpoints", "warm", "export"],
        message: ['only "changed"', "missing"],
      },
    ],
    passes: [
      { when: "both", change: warm({ export: ["changed", "new"] }) },
      { when: "none, told elsewhere", change: warm({ export: [] }) },
    ],
  },
  "checkpoints/mountpoint-rename": {
    severity: "warning",
    trips: [
      {
        when: "the mount as the one shared folder",
        change: { lustre: null, checkpoints: { mountpoint: true } },
        at: ["checkpoints", "mountpoint"],
        message: ["cannot rename"],
        fix: ["add lustre"],
      },
    ],
    passes: [
      { when: "Lustre beside it", change: { checkpoints: { mountpoint: true } } },
      { when: "no mount", change: { lustre: null } },
    ],
  },
});

test.each(["team=vision/", "runs/2026-11-22T10:00+01:00/", "jane@example.org/a_b.c/"])("%s is a prefix", (prefix) => {
  expect(sample({ checkpoints: { prefix } }).env.checkpoints?.prefix).toBe(prefix);
});

test.each(["a*/", "a?/", "${aws:username}/", "a b/", "a'/", "/a/", "a", "a//b/", ""])("%j is none", (prefix) => {
  expect(() => sample({ checkpoints: { prefix } })).toThrow(/must be a prefix that ends with a slash/);
});

test("only a bucket that exists has a dot, and no two in a row", () => {
  const bucket = (kind: string, name: string) => sample({ lustre: null, checkpoints: { bucket: { kind, name } } });
  expect(bucket("existing", "data.example.org").env.checkpoints?.bucket.name).toBe("data.example.org");
  expect(() => bucket("existing", "data..org")).toThrow(/no two dots/);
  expect(() => bucket("create", "data.example.org")).toThrow(/without dots/);
});
