import { replicationRuleId } from "../../config/checkpoints/replication";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { bucketRequestAlerts } from "../alerts/bucket-requests";
import { type CopiedBucket, replicationAlerts } from "../alerts/replication";
import type { PlatformComponent } from "./component";

/** The bucket of checkpoints, where S3 copies it; null: it has one copy alone. */
export function copiedBucket({ checkpoints }: Pick<AwsEnvironment, "checkpoints">): CopiedBucket | null {
  const to = checkpoints?.replicateTo;
  return to
    ? { name: checkpoints.bucket.name, rules: to.prefixes.map(replicationRuleId), inTime: to.timeControl }
    : null;
}

/** Alerts of copies of the bucket of checkpoints; the exporter of CloudWatch's metrics asks for them. */
export const replicationOverview: PlatformComponent = {
  id: "replication-overview",
  after: ["cloudwatch-exporter"],
  when: ({ env }) => copiedBucket(env) !== null || "nothing copies the bucket of checkpoints",
  alerts: {
    id: "replication-alerts",
    release: "railyard-replication-alerts",
    groups: ({ env }) => {
      const bucket = copiedBucket(env);
      return bucket ? replicationAlerts(bucket) : [];
    },
  },
};

/** The same of requests to it. */
export const bucketRequestsOverview: PlatformComponent = {
  id: "bucket-requests-overview",
  after: ["cloudwatch-exporter"],
  when: ({ env }) => env.checkpoints?.requestMetrics === true || "checkpoints.requestMetrics is off",
  alerts: { id: "bucket-requests-alerts", release: "railyard-bucket-requests-alerts", groups: bucketRequestAlerts },
};
