import { CHECKPOINTS_TASK_RULES } from "../../../config/checkpoints/task-rules";
import { CHECKPOINTS_LINK_RULES } from "../../../config/checkpoints/link-rules";
import { hasShape, violations, type Change } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const release = { release: { afterDays: 30 } };
const warm = (given: Change, more: Change = {}): Change => ({ checkpoints: { warm: { ...given }, ...more } });
const TASKS = ["checkpoints", "warm", "tasks"];

ruleCases(CHECKPOINTS_TASK_RULES, {
  "checkpoints/release-needs-export": {
    severity: "error",
    trips: [
      {
        when: "a link that exports nothing",
        change: warm({ export: [], tasks: release }),
        at: [...TASKS, "release"],
        message: ["new or changed are not exported", "export: []"],
        fix: ['export: ["new", "changed"]', "tasks: { export: {} }"],
      },
      {
        when: "one that leaves changed files out",
        change: warm({ export: ["new"], tasks: release }),
        at: [...TASKS, "release"],
        message: ["files that are changed are not exported"],
      },
    ],
    passes: [
      { when: "a link that exports both", change: warm({ tasks: release }) },
      { when: "a task that exports", change: warm({ export: [], tasks: { ...release, export: {} } }) },
      { when: "no release", change: warm({ export: [] }) },
    ],
  },
  "checkpoints/release-export-by-hand": {
    severity: "error",
    trips: [
      {
        when: "exports by hand and releases by the clock",
        change: warm({
          export: [],
          tasks: { export: { days: [] }, release: { afterDays: 1 } },
        }),
        at: [...TASKS, "export", "days"],
        message: ["by hand alone", "daily at 04:00 UTC"],
        fix: ['["sat"]'],
      },
    ],
    passes: [
      {
        when: "both by the clock",
        change: warm({ export: [], tasks: { export: {}, ...release } }),
      },
      {
        when: "both by hand",
        change: warm({
          export: [],
          tasks: { export: { days: [] }, release: { afterDays: 1, days: [] } },
        }),
      },
      { when: "a link that exports", change: warm({ tasks: release }) },
    ],
  },
  "checkpoints/release-before-export": {
    severity: "warning",
    trips: [
      {
        when: "a week between exports",
        change: warm({
          export: [],
          tasks: { export: { days: ["sat"] }, release: { afterDays: 1 } },
        }),
        at: [...TASKS, "release", "afterDays"],
        message: ["after a day", "7 days for their export"],
        fix: ["afterDays: 7"],
      },
      {
        when: "a weekend between them",
        change: warm({
          export: [],
          tasks: {
            export: { days: ["fri", "mon", "wed"] },
            release: { afterDays: 2 },
          },
        }),
        at: [...TASKS, "release", "afterDays"],
        message: ["3 days for their export"],
      },
    ],
    passes: [
      {
        when: "as many days as there are between exports",
        change: warm({
          export: [],
          tasks: { export: { days: ["sat"] }, release: { afterDays: 7 } },
        }),
      },
      {
        when: "exports each day",
        change: warm({
          export: [],
          tasks: { export: {}, release: { afterDays: 1 } },
        }),
      },
      {
        when: "a link that exports",
        change: warm({ tasks: { release: { afterDays: 1 } } }),
      },
    ],
  },
  "checkpoints/release-unknown-lifecycle": {
    severity: "warning",
    trips: [
      {
        when: "a bucket of somebody else",
        change: warm({ tasks: release }, { bucket: { kind: "existing", name: "somebodys" } }),
        at: [...TASKS, "release"],
        message: ["whether somebodys deletes objects", "unknown"],
        fix: ["get-bucket-lifecycle-configuration --bucket somebodys"],
      },
    ],
    passes: [
      { when: "a bucket of Railyard's", change: warm({ tasks: release }) },
      {
        when: "no release",
        change: warm({}, { bucket: { kind: "existing", name: "somebodys" } }),
      },
    ],
  },
  "checkpoints/release-loses": {
    severity: "error",
    trips: [
      {
        when: "objects that expire",
        change: warm({ tasks: release }, { cold: { expireAfterDays: 90 } }),
        at: ["checkpoints", "cold", "expireAfterDays"],
        message: ["deleted 90 days after they were written"],
        fix: ["take expireAfterDays out"],
      },
      {
        when: "a bucket that keeps fewer checkpoints",
        change: warm({ keepLast: 24, tasks: release }, { cold: { keepLast: 10 } }),
        at: ["checkpoints", "cold", "keepLast"],
        message: ["the last 10 checkpoints of a run and Lustre the last 24"],
        fix: ["keepLast: 24 or more in cold"],
      },
      {
        when: "one that keeps a number where Lustre keeps all",
        change: warm({ tasks: release }, { cold: { keepLast: 100 } }),
        at: ["checkpoints", "cold", "keepLast"],
        fix: ["one of at most 100 in warm"],
      },
      {
        when: "one without the steps that Lustre keeps",
        change: warm({ keepLast: 3, keepEvery: 1000, tasks: release }, { cold: { keepLast: 3, keepEvery: 3000 } }),
        at: ["checkpoints", "cold", "keepEvery"],
        fix: ["keepEvery: 1000"],
      },
    ],
    passes: [
      {
        when: "a bucket that keeps as much",
        change: warm({ keepLast: 24, tasks: release }, { cold: { keepLast: 24 } }),
      },
      { when: "one that keeps all", change: warm({ keepLast: 24, tasks: release }) },
      { when: "objects that expire, and no release", change: warm({}, { cold: { expireAfterDays: 90 } }) },
      {
        when: "a bucket of somebody else, whose lifecycle is not Railyard's",
        change: warm(
          { tasks: release },
          { bucket: { kind: "existing", name: "somebodys" }, cold: { expireAfterDays: 90 } },
        ),
      },
    ],
  },
  "checkpoints/release-beside-keep-data": {
    severity: "warning",
    trips: [
      {
        when: "two policies",
        change: warm({ keepLast: 24, keepData: 3, tasks: release }),
        at: [...TASKS, "release"],
        message: ["the last 3 checkpoints of a run that has rested for 30 days"],
      },
    ],
    passes: [
      { when: "keepData alone", change: warm({ keepLast: 24, keepData: 3 }) },
      { when: "release alone", change: warm({ tasks: release }) },
    ],
  },
  "checkpoints/export-task-beside-automatic": {
    severity: "error",
    trips: [
      {
        when: "a link that exports",
        change: warm({ tasks: { export: {} } }),
        at: [...TASKS, "export"],
        message: ["what is new, changed"],
        fix: ["take tasks.export out"],
      },
      {
        when: "one that exports deletes alone",
        change: warm({ export: [], exportDeletes: true, tasks: { export: {} } }),
        at: [...TASKS, "export"],
        message: ["what is deleted"],
      },
    ],
    passes: [{ when: "a link that exports nothing", change: warm({ export: [], tasks: { export: {} } }) }],
  },
  "checkpoints/import-task-beside-automatic": {
    severity: "warning",
    trips: [
      {
        when: "a link that imports both",
        change: warm({ tasks: { import: {} } }),
        at: [...TASKS, "import"],
        fix: ["import: []"],
      },
    ],
    passes: [
      { when: "one that imports nothing", change: warm({ import: [], tasks: { import: {} } }) },
      { when: "one that misses what has changed", change: warm({ import: ["new"], tasks: { import: {} } }) },
    ],
  },
});

test("days and times are such as there are, and at least one task is named", () => {
  const shaped = (tasks: Change) => hasShape(warm({ tasks }));
  for (const afterDays of [1, 3650]) expect(shaped({ release: { afterDays } })).toBe(true);
  for (const afterDays of [0, -1, 1.5, 3651, "30"]) expect(shaped({ release: { afterDays } })).toBe(false);
  for (const wrong of [
    {},
    { release: {} },
    { release: { afterDays: 3, paths: ["/"] } },
    { export: { start: "24:00" } },
  ])
    expect(shaped(wrong)).toBe(false);
  expect(shaped({ import: { days: ["mon", "mon"] } })).toBe(false);
});

test.each([
  [
    "Intelligent-Tiering",
    {
      lustre: null,
      storage: { fsx: { kind: "fsx-lustre", deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 } },
    },
  ],
  ["no Lustre", { lustre: null }],
])("with %s there is no link, and the tier with its tasks is refused", (_, change) => {
  const found = CHECKPOINTS_LINK_RULES.flatMap((rule) => violations(rule, { ...change, ...warm({ tasks: release }) }));
  expect(found.map(({ path }) => path)).toContainEqual(["checkpoints", "warm"]);
});
