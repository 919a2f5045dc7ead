import { REPOSITORY_TASK_SOURCES as SOURCES } from "../facts/repository-tasks";
import type { AwsRule } from "../sites/aws-eks/rule";
import { isLinked } from "./link-rules";
import { longestGapDays, type ResolvedTask } from "./resolve-tasks";

const WARM = ["checkpoints", "warm"];
const TASKS = [...WARM, "tasks"];
const RELEASE = [...TASKS, "release"];

type Checked = Parameters<AwsRule["check"]>[0]["env"];

/** The tier that is linked, and its task of a kind; null where one of them is not there. */
function taskOf(env: Checked, kind: ResolvedTask["kind"]) {
  const { warm, cold, bucket } = env.checkpoints ?? {};
  const task = warm?.tasks.find((one) => one.kind === kind);
  return warm && cold && bucket && task && isLinked(env) ? { warm, cold, bucket, task } : null;
}

const exportsItself = ({ export: events, exportDeletes }: { export: readonly string[]; exportDeletes: boolean }) =>
  events.length > 0 || exportDeletes;

const releaseNeedsExport: AwsRule = {
  id: "checkpoints/release-needs-export",
  title: "What a task releases is exported first, new files and changed ones.",
  severity: "error",
  why: "FSx releases nothing that is not in the bucket as it is: such files stay, the task fails each time, and Lustre fills.",
  source: SOURCES.releasing,
  *check({ env }) {
    const found = taskOf(env, "release");
    if (!found) return;
    const { warm } = found;
    if (warm.tasks.some(({ kind }) => kind === "export")) return;
    const missing = (["new", "changed"] as const).filter((event) => !warm.export.includes(event));
    if (missing.length === 0) return;
    yield {
      path: RELEASE,
      message: `files that are ${missing.join(" or ")} are not exported by themselves (export: [${warm.export.map((event) => `"${event}"`).join(", ")}]), and no task exports them`,
      fix: 'write export: ["new", "changed"]; or export: [] and tasks: { export: {} } beside release',
    };
  },
};

const releaseWithoutSchedule: AwsRule = {
  id: "checkpoints/release-export-by-hand",
  title: "Where releases are made by the clock, exports are, too.",
  severity: "error",
  why: "A release by the clock finds files that nobody has exported yet: it fails each time, nothing of them is released, and Lustre fills.",
  source: SOURCES.releasing,
  *check({ env }) {
    const [release, exports] = [taskOf(env, "release"), taskOf(env, "export")];
    if (!release || !exports || release.task.cron === null || exports.task.cron !== null) return;
    yield {
      path: [...TASKS, "export", "days"],
      message: `the task that exports is made by hand alone, and the one that releases ${release.task.when}`,
      fix: 'name days in tasks.export, such as ["sat"], or take days out for every day; or write days: [] in release, too',
    };
  },
};

const releaseBeforeExport: AwsRule = {
  id: "checkpoints/release-before-export",
  title: "What is old enough to be released has been exported.",
  severity: "warning",
  why: "Files that are not in the bucket are not released and make the task fail: an alert sounds for what only waits for its export.",
  source: SOURCES.releasing,
  *check({ env }) {
    const exports = taskOf(env, "export");
    const gap = exports && longestGapDays(exports.task);
    const afterDays = taskOf(env, "release")?.task.afterDays ?? null;
    if (gap === null || afterDays === null || afterDays >= gap) return;
    yield {
      path: [...RELEASE, "afterDays"],
      message: `files are to be released after ${afterDays === 1 ? "a day" : `${afterDays} days`} without use, and may wait ${gap} days for their export`,
      fix: `write afterDays: ${gap} or more, or export on more days`,
    };
  },
};

const releaseUnknownLifecycle: AwsRule = {
  id: "checkpoints/release-unknown-lifecycle",
  title: "Whoever owns the bucket keeps the objects of files that are released.",
  severity: "warning",
  why: "The object is the only copy of such a file. What deletes objects of an existing bucket, Railyard neither sets nor knows.",
  source: SOURCES.release,
  *check({ env }) {
    const found = taskOf(env, "release");
    if (found?.bucket.kind !== "existing") return;
    const name = found.bucket.name;
    yield {
      path: RELEASE,
      message: `whether ${name} deletes objects by its lifecycle, or keeps old versions, is unknown: it exists already, and released files have their contents nowhere else`,
      fix: `look with aws s3api get-bucket-lifecycle-configuration --bucket ${name} and get-bucket-versioning; if nothing expires there, name this rule in ignoreRules`,
    };
  },
};

const releaseLoses: AwsRule = {
  id: "checkpoints/release-loses",
  title: "S3 deletes no object whose file on Lustre was released.",
  severity: "error",
  why: "The object is the only copy of a file that was released: Lustre goes on listing it, and nobody can read it any more.",
  source: `${SOURCES.release}; https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoimport-data-repo-dra.html (expirations are not imported)`,
  *check({ env }) {
    const found = taskOf(env, "release");
    if (!found) return;
    const { warm, cold, bucket } = found;
    const days = cold.expireAfterDays;
    if (days !== null && bucket.kind === "create")
      yield {
        path: ["checkpoints", "cold", "expireAfterDays"],
        message: `objects are deleted ${days === 1 ? "a day" : `${days} days`} after they were written, and files that were released have their contents nowhere else`,
        fix: "take expireAfterDays out; keepLast and keepEvery of cold thin checkpoints out, too",
      };
    if (cold.keepLast === null) return;
    const listed = "and Lustre lists files whose contents are nowhere else then";
    if (warm.keepLast === null || cold.keepLast < warm.keepLast)
      yield {
        path: ["checkpoints", "cold", "keepLast"],
        message: `the bucket keeps the last ${cold.keepLast} checkpoints of a run and Lustre ${warm.keepLast === null ? "all" : `the last ${warm.keepLast}`}, ${listed}`,
        fix:
          warm.keepLast === null
            ? `take keepLast out of cold, or write one of at most ${cold.keepLast} in warm`
            : `write keepLast: ${warm.keepLast} or more in cold`,
      };
    if (warm.keepEvery !== null && (cold.keepEvery === null || warm.keepEvery % cold.keepEvery !== 0))
      yield {
        path: ["checkpoints", "cold", "keepEvery"],
        message: `Lustre keeps every ${warm.keepEvery} steps and the bucket ${cold.keepEvery === null ? "only the last ones" : `every ${cold.keepEvery}`}, ${listed}`,
        fix: `write keepEvery: ${warm.keepEvery}, or a number that divides it, in cold`,
      };
  },
};

const releaseBesideKeepData: AwsRule = {
  id: "checkpoints/release-beside-keep-data",
  title: "One policy alone says whose contents stay on Lustre.",
  severity: "warning",
  why: "keepData has the contents of the newest checkpoints of each run stay; a task releases those as well once nobody has used them for its days.",
  source: SOURCES.releasing,
  *check({ env }) {
    const found = taskOf(env, "release");
    if (!found || found.warm.keepData === null) return;
    const { warm, task } = found;
    yield {
      path: RELEASE,
      message: `the last ${warm.keepData} checkpoints of a run that has rested for ${task.afterDays} days are released, too, though keepData keeps them`,
      fix: "take keepData or release out; or name this rule in ignoreRules, if runs that rest may be released",
    };
  },
};

const exportBesideAutomatic: AwsRule = {
  id: "checkpoints/export-task-beside-automatic",
  title: "A task exports only where the link does not.",
  severity: "error",
  why: "Automatic exports and tasks that export cannot run at the same time: FSx refuses one of them.",
  source: SOURCES.exports,
  *check({ env }) {
    const found = taskOf(env, "export");
    if (!found || !exportsItself(found.warm)) return;
    const { export: events, exportDeletes } = found.warm;
    yield {
      path: [...TASKS, "export"],
      message: `the link exports by itself what is ${[...events, ...(exportDeletes ? ["deleted"] : [])].join(", ")}`,
      fix: "take tasks.export out; or write export: [] and exportDeletes: false, and what is written is in the bucket after the task alone",
    };
  },
};

const importBesideAutomatic: AwsRule = {
  id: "checkpoints/import-task-beside-automatic",
  title: "A task imports what the link does not.",
  severity: "warning",
  why: "Where new and changed objects appear by themselves, a task lists the whole prefix for nothing.",
  source: SOURCES.imports,
  *check({ env }) {
    const found = taskOf(env, "import");
    if (!found || !(["new", "changed"] as const).every((event) => found.warm.import.includes(event))) return;
    yield {
      path: [...TASKS, "import"],
      message: "new and changed objects are imported by the link already",
      fix: "take tasks.import out, or write import: []",
    };
  },
};

/** What data repository tasks may be asked for. Where nothing is linked, the rules of links refuse the warm tier. */
export const CHECKPOINTS_TASK_RULES: readonly AwsRule[] = [
  releaseNeedsExport,
  releaseWithoutSchedule,
  releaseBeforeExport,
  releaseUnknownLifecycle,
  releaseLoses,
  releaseBesideKeepData,
  exportBesideAutomatic,
  importBesideAutomatic,
];
