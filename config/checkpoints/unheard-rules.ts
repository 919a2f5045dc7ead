import type { ConfigPath } from "../kernel/issues";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";

/** What is done behind everybody's back, so that an alert alone tells when it no longer is: where it is written, and what nobody hears. */
function* watched({ checkpoints }: AwsEnvironment): Iterable<{
  readonly path: ConfigPath;
  readonly unheard: string;
  /** Where one may look oneself. */
  readonly look: string;
}> {
  if (!checkpoints) return;
  const at = (...keys: readonly string[]) => ["checkpoints", ...keys];
  // one that people start themselves is theirs to look at
  if (checkpoints.warm?.tasks.some(({ cron }) => cron !== null))
    yield {
      path: at("warm", "tasks"),
      unheard: "a data repository task that fails, or is not made at its time",
      look: "look at kubectl get jobs --all-namespaces",
    };
  if (checkpoints.agent)
    yield {
      path: at("agent"),
      unheard: "checkpoints that do not go from tier to tier",
      look: "look at the log of the deployment checkpoint-tiers",
    };
  if (checkpoints.replicateTo)
    yield {
      path: at("replicateTo"),
      unheard: "objects of which S3 has made no copy, and will make none by itself",
      look: "watch OperationsFailedReplication in CloudWatch",
    };
  if (checkpoints.requestMetrics)
    yield {
      path: at("requestMetrics"),
      unheard: "errors of the bucket, for whose metrics AWS is paid",
      look: "watch 5xxErrors of the bucket in CloudWatch",
    };
}

const unheard: AwsRule = {
  id: "checkpoints/unheard",
  title: "Somebody is told when checkpoints are no longer copied, released or exported.",
  severity: "warning",
  why: "Alerts on it are Prometheus': without it what fails each day looks like what succeeds, until a checkpoint is missing or Lustre is full.",
  source:
    "https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics/workload/cronjob-metrics.md; https://docs.aws.amazon.com/AmazonS3/latest/userguide/repl-metrics.html",
  *check({ env }) {
    if (env.monitoring.enabled) return;
    for (const { path, unheard: what, look } of watched(env))
      yield {
        path,
        message: `monitoring is off: no alert tells of ${what}`,
        fix: `write monitoring: { enabled: true }; or ${look}, and ignore this rule`,
      };
  },
};

/** What is done with checkpoints, and nobody hears of. */
export const CHECKPOINTS_UNHEARD_RULES: readonly AwsRule[] = [unheard];
