import type { ConfigPath } from "../kernel/issues";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import type { AwsRule } from "../sites/aws-eks/rule";
import { isShut } from "../sites/aws-eks/shut-network";

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

const withoutWay: AwsRule = {
  id: "checkpoints/replica-without-way",
  title: "CloudWatch is reached in the Region of the copies, too.",
  severity: "warning",
  why: "How far copies lie behind S3 tells in that Region alone. Endpoints of the VPC lead to services of its own Region: without NAT gateways and without a proxy nobody learns of it, and CheckpointReplicationSilent sounds for ever.",
  source:
    "https://docs.aws.amazon.com/AmazonS3/latest/userguide/repl-metrics.html; https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-and-interface-VPC.html",
  *check({ env }) {
    const to = env.checkpoints?.replicateTo;
    if (!to || to.region === env.region || !env.monitoring.enabled || !isShut(env)) return;
    yield {
      path: ["checkpoints", "replicateTo", "region"],
      message: `network has no NAT gateway and no proxy, and no endpoint leads to CloudWatch in ${to.region}: that copies are late is not told, that some failed is`,
      fix: 'write network: { nat: "single" }, or outbound.proxy; or leave CheckpointReplicationSilent silenced, watch ReplicationLatency there, and ignore this rule',
    };
  },
};

/** What is done with checkpoints, and nobody hears of. */
export const CHECKPOINTS_UNHEARD_RULES: readonly AwsRule[] = [unheard, withoutWay];
