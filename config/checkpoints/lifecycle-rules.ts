import { canTransition, earliestTransitionDay, S3_SOURCES, S3_STORAGE_CLASSES, type S3StorageClass } from "../facts/s3";
import { orList } from "../kernel/nearest";
import { payingDays } from "../physics/archive";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";
import { isLinked } from "./link-rules";

const TRANSITIONS = S3_SOURCES.transitions.url;

interface Ladder {
  readonly tier: "cold" | "archive";
  readonly prefix: string;
  readonly steps: readonly { readonly afterDays: number; readonly to: S3StorageClass }[];
  readonly expireAfterDays: number | null;
}

/** The lifecycles that Railyard writes; none for a bucket that it does not own. */
function ladders({ checkpoints }: AwsEnvironment): Ladder[] {
  if (!checkpoints || checkpoints.bucket.kind === "existing") return [];
  const { cold, archive, prefix } = checkpoints;
  return [
    { tier: "cold", prefix, steps: cold.transitions, expireAfterDays: cold.expireAfterDays },
    ...(archive
      ? [
          {
            tier: "archive" as const,
            prefix: archive.prefix,
            steps: archive.transitions,
            expireAfterDays: archive.expireAfterDays,
          },
        ]
      : []),
  ];
}

const stepPath = (tier: string, index: number, key: string) => ["checkpoints", tier, "transitions", index, key];

const ladderAge: AwsRule = {
  id: "checkpoints/ladder-age",
  title: "Objects are as old as S3 asks for before they move.",
  severity: "error",
  why: "S3 refuses a lifecycle rule that moves objects to Standard-IA or One Zone-IA in their first 30 days.",
  source: TRANSITIONS,
  *check({ env }) {
    for (const { tier, steps } of ladders(env)) {
      for (const [index, { afterDays, to }] of steps.entries()) {
        const { minAgeDays } = S3_STORAGE_CLASSES[to];
        if (afterDays >= minAgeDays) continue;
        yield {
          path: stepPath(tier, index, "afterDays"),
          message: `objects move to ${to} after ${afterDays} days; S3 takes ${minAgeDays} days or more`,
          fix: `write afterDays: ${minAgeDays}, or a class without a least age: INTELLIGENT_TIERING, GLACIER_IR`,
        };
      }
    }
  },
};

const ladderOrder: AwsRule = {
  id: "checkpoints/ladder-order",
  title: "Each step of a lifecycle is one that S3 makes.",
  severity: "error",
  why: "S3 moves objects down its waterfall only, and refuses a rule that would go up or aside.",
  source: TRANSITIONS,
  *check({ env }) {
    for (const { tier, steps } of ladders(env)) {
      for (const [index, { to }] of steps.entries()) {
        const from = steps[index - 1]?.to;
        if (!from || canTransition(from, to)) continue;
        const next = S3_STORAGE_CLASSES[from].transitionsTo;
        yield {
          path: stepPath(tier, index, "to"),
          message: `S3 moves no objects from ${from} to ${to}; from ${from} they go ${next.length ? `to ${orList(next)}` : "nowhere"}`,
          fix: "put the steps in S3's order, or leave one out",
        };
      }
    }
  },
};

const ladderGap: AwsRule = {
  id: "checkpoints/ladder-gap",
  title: "Objects stay in a class for the days that S3 charges at least.",
  severity: "error",
  why: "S3 refuses a rule that moves objects on before the least duration of the class is over.",
  source: TRANSITIONS,
  *check({ env }) {
    for (const { tier, steps } of ladders(env)) {
      for (const [index, { to, afterDays }] of steps.entries()) {
        const before = steps[index - 1];
        if (!before) continue;
        const first = Math.max(earliestTransitionDay(before.to, before.afterDays, to), before.afterDays + 1);
        if (afterDays >= first || afterDays < S3_STORAGE_CLASSES[to].minAgeDays) continue;
        yield {
          path: stepPath(tier, index, "afterDays"),
          message: `${to} after ${afterDays} days comes too early: ${before.to} begins on day ${before.afterDays}, so day ${first} is the first`,
          fix: `write afterDays: ${first} or more`,
        };
      }
    }
  },
};

const restoreClassUnderLink: AwsRule = {
  id: "checkpoints/restore-class-under-link",
  title: "Objects that Lustre reads stay in classes that can be read at once.",
  severity: "error",
  why: "Lustre lists them as files, but reading fails until somebody restores the objects, which takes hours.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/importing-files-dra.html",
  *check({ env }) {
    if (!isLinked(env)) return;
    for (const { tier, prefix, steps } of ladders(env).filter((l) => l.tier === "cold")) {
      for (const [index, { to }] of steps.entries()) {
        const { retrieval, standardRestoreHours } = S3_STORAGE_CLASSES[to];
        if (retrieval === "instant") continue;
        yield {
          path: stepPath(tier, index, "to"),
          message: `${to} needs a restore of up to ${standardRestoreHours} hours, but Lustre reads ${prefix} at any time`,
          fix: 'write to: "GLACIER_IR", or put milestones under archive, which Lustre does not read',
        };
      }
    }
  },
};

const expireBeforeTransition: AwsRule = {
  id: "checkpoints/expire-before-transition",
  title: "Objects are deleted after their last move, not before.",
  severity: "error",
  why: "S3 refuses a rule whose expiration is not later than its transitions.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleExpiration.html",
  *check({ env }) {
    for (const { tier, steps, expireAfterDays } of ladders(env)) {
      const last = steps.reduce((most, { afterDays }) => Math.max(most, afterDays), 0);
      if (expireAfterDays === null || steps.length === 0 || expireAfterDays > last) continue;
      yield {
        path: ["checkpoints", tier, "expireAfterDays"],
        message: `objects expire after ${expireAfterDays} days, but still move after ${last}`,
        fix: `write expireAfterDays: ${last + 1} or more, or take the late transitions out`,
      };
    }
  },
};

const expiryInMinimumCharge: AwsRule = {
  id: "checkpoints/expiry-in-minimum-charge",
  title: "Objects are kept for the days that their last class charges at least.",
  severity: "warning",
  why: "An object that is deleted earlier is billed for the rest of the least duration. As an old version it is still there.",
  source: S3_SOURCES.classes.url,
  *check({ env }) {
    for (const { tier, steps, expireAfterDays } of ladders(env)) {
      const last = steps.at(-1);
      if (!last || expireAfterDays === null || expireAfterDays <= last.afterDays) continue;
      const { minDurationDays } = S3_STORAGE_CLASSES[last.to];
      const paid = last.afterDays + minDurationDays;
      const old = env.checkpoints!.oldVersionDays;
      if (expireAfterDays + old >= paid) continue;
      yield {
        path: ["checkpoints", tier, "expireAfterDays"],
        message: `objects expire after ${expireAfterDays} days and are gone ${old} days later (oldVersionDays), but ${last.to} from day ${last.afterDays} is charged for ${minDurationDays} days, to day ${paid}${dearer(env, steps, expireAfterDays)}`,
        fix: `write expireAfterDays: ${paid - old} or more, or take the step to ${last.to} out`,
      };
    }
  },
};

/** Whether the last step costs more than it saves, in words; empty: it does not, or a price is unknown. */
function dearer({ prices, checkpoints }: AwsEnvironment, steps: Ladder["steps"], expireAfterDays: number): string {
  const last = steps.length - 1;
  const moved = { steps, shape: LARGE_OBJECT, oldVersionDays: checkpoints!.oldVersionDays };
  const days = payingDays(last, moved, prices);
  return days === null || expireAfterDays >= days
    ? ""
    : `; it costs more than to leave them in ${steps[last - 1]?.to ?? "STANDARD"} under ${days} days`;
}

/** Of large objects requests cost nothing beside what they store. */
const LARGE_OBJECT = { gib: 1, objects: 1, puts: 0, gets: 0 };

const expiryUnderLink: AwsRule = {
  id: "checkpoints/expiry-under-link",
  title: "Objects that expire in S3 are not files on Lustre any more.",
  severity: "warning",
  why: "FSx does not import expirations: Lustre goes on listing the file, and one whose content was released cannot be read.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoimport-data-repo-dra.html",
  *check({ env }) {
    if (!isLinked(env)) return;
    const cold = ladders(env).find((l) => l.tier === "cold");
    if (!cold || cold.expireAfterDays === null) return;
    yield {
      path: ["checkpoints", "cold", "expireAfterDays"],
      message: `objects under ${cold.prefix} expire after ${cold.expireAfterDays} days; Lustre, which is linked, will still list them as files`,
      fix: "have files deleted on Lustre earlier, by warm.keepLast and the pruner, then name this rule in ignoreRules; or leave expireAfterDays out",
    };
  },
};

const oneZone: AwsRule = {
  id: "checkpoints/one-zone",
  title: "Checkpoints in S3 survive the loss of a zone.",
  severity: "warning",
  why: "One Zone-IA keeps objects in a single zone: they are lost with it.",
  source: S3_SOURCES.classes.url,
  *check({ env }) {
    for (const { tier, steps } of ladders(env)) {
      for (const [index, { to }] of steps.entries()) {
        if (S3_STORAGE_CLASSES[to].zones !== "one") continue;
        yield {
          path: stepPath(tier, index, "to"),
          message: `${to} keeps objects in one zone only`,
          fix: 'write to: "STANDARD_IA" or "GLACIER_IR", or ignore this rule for what can be made again',
        };
      }
    }
  },
};

export const CHECKPOINTS_LIFECYCLE_RULES: readonly AwsRule[] = [
  ladderAge,
  ladderOrder,
  ladderGap,
  restoreClassUnderLink,
  expireBeforeTransition,
  expiryInMinimumCharge,
  expiryUnderLink,
  oneZone,
];
