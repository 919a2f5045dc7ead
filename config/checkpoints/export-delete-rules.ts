import type { AwsRule } from "../sites/aws-eks/rule";
import { isLinked } from "./link-rules";
import type { Retention } from "./resolve";

const EXPORTS = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html";

const exportDeletes: AwsRule = {
  id: "checkpoints/export-deletes",
  title: "Deleting a file on Lustre leaves its object in S3.",
  severity: "warning",
  why: "Else one slip of the hand, or the pruner, takes both copies. Only old versions are left, as long as the bucket keeps them.",
  source: EXPORTS,
  *check({ env }) {
    const { checkpoints } = env;
    if (!isLinked(env) || !checkpoints?.warm?.exportDeletes) return;
    const { keepLast } = checkpoints.warm;
    const pruned =
      keepLast === null ? "" : `, as the pruner does with all but the last ${keepLast} checkpoints of each run,`;
    const left =
      checkpoints.bucket.kind === "create"
        ? `for ${checkpoints.oldVersionDays} days an old version can be brought back, then it is lost`
        : "what can be brought back depends on the versioning of your bucket";
    yield {
      path: ["checkpoints", "warm", "exportDeletes"],
      message: `exportDeletes is true: what is deleted under ${checkpoints.warm.path} on Lustre${pruned} is deleted in s3://${checkpoints.bucket.name}/${checkpoints.prefix} too; ${left}`,
      fix: "write exportDeletes: false, and let cold.expireAfterDays clear the bucket",
    };
  },
};

const exportDeletesMore: AwsRule = {
  id: "checkpoints/export-deletes-what-cold-keeps",
  title: "Lustre deletes nothing in S3 that the cold tier is to keep.",
  severity: "error",
  why: "The pruner deletes on Lustre what the warm tier does not keep, and with exportDeletes FSx deletes it in the bucket, where the cold tier is told to keep it.",
  source: EXPORTS,
  *check({ env }) {
    const { warm, cold } = env.checkpoints ?? {};
    if (!isLinked(env) || !warm?.exportDeletes || !cold || !keepsLess(warm, cold)) return;
    yield {
      path: ["checkpoints", "warm", "exportDeletes"],
      message: `exportDeletes is true, and the warm tier keeps ${kept(warm)} of each run, where cold is to keep ${kept(cold)}: what is beyond the warm tier's is deleted in the bucket, too`,
      fix: "write exportDeletes: false, or give warm at least the keepLast and keepEvery of cold",
    };
  },
};

/** Where cold says no number, all that stays on Lustre is what it keeps. */
function keepsLess(warm: Retention, cold: Retention): boolean {
  if (warm.keepLast === null || cold.keepLast === null) return false;
  const covers = cold.keepEvery === null || (warm.keepEvery !== null && cold.keepEvery % warm.keepEvery === 0);
  return warm.keepLast < cold.keepLast || !covers;
}

const kept = ({ keepLast, keepEvery }: Retention): string =>
  `the last ${keepLast}${keepEvery === null ? "" : ` and each that ${keepEvery} divides`}`;

/** What deletes on Lustre do to the bucket. */
export const CHECKPOINTS_EXPORT_DELETE_RULES: readonly AwsRule[] = [exportDeletes, exportDeletesMore];
