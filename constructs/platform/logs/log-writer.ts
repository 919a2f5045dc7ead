import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../../config/facts/regions";
import { logGroupName, logStore, logSubjects, type LogSubject } from "../../../config/logs/logs";
import { LOGS_NAMESPACE } from "../../../config/logs/schema";
import { PodIdentityRole } from "../../cluster/pod-identity-role";
import type { LogRetentionDays } from "../../core/log-retention";
import type { LogWriterPlace, PlatformContext } from "../component";
import { LOG_ACCOUNT } from "./collector-names";

export interface LogWriterProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  readonly environment: string;
  /** What logs are of. At least one. */
  readonly subjects: readonly LogSubject[];
  readonly retentionDays: LogRetentionDays;
  /** Terraform refuses to destroy the logs. */
  readonly preventDestroy: boolean;
}

/** Frozen: another id would be another group, and the logs of before would go. */
const LOGICAL_IDS: Readonly<Record<LogSubject, string>> = { pods: "pod_logs", nodes: "node_logs" };

/** Groups of CloudWatch for logs, and the right of collectors to write to them, and nothing else. */
export class LogWriter extends Construct {
  readonly groups: Readonly<Partial<Record<LogSubject, string>>>;
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: LogWriterProps) {
    super(scope, id);
    const { partition, clusterName, roleName, environment, subjects, retentionDays, preventDestroy } = props;
    const groups = subjects.map((subject) => {
      const name = logGroupName(environment, subject);
      const group = new CloudwatchLogGroup(this, subject, {
        name,
        retentionInDays: retentionDays,
        tags: { Name: name },
        lifecycle: { preventDestroy },
      });
      group.overrideLogicalId(LOGICAL_IDS[subject]);
      return { subject, name, group };
    });
    const role = new PodIdentityRole(this, "role", {
      partition,
      clusterName,
      roleName,
      namespace: LOGS_NAMESPACE,
      serviceAccount: LOG_ACCOUNT,
      statements: [
        {
          sid: "WriteLogs",
          // no logs:CreateLogGroup: it would let a collector make a deleted group again, which keeps logs for ever
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: groups.flatMap(({ group }) => [group.arn, `${group.arn}:*`]),
        },
      ],
    });
    this.groups = Object.fromEntries(groups.map(({ subject, name }) => [subject, name]));
    this.dependables = [...groups.map(({ group }) => group), ...role.dependables];
  }
}

/** Groups and role where logs go to CloudWatch; null elsewhere. */
export function logWriter({ env, partition, cluster }: PlatformContext, scope: Construct): LogWriterPlace | null {
  const store = logStore(env.logs);
  if (store?.kind !== "cloudwatch") return null;
  const roleName = env.names.role("logs");
  const { groups, dependables } = new LogWriter(scope, "log-writer", {
    partition,
    clusterName: cluster.clusterName,
    roleName,
    environment: env.name,
    subjects: logSubjects(env.logs),
    // other numbers of days are refused by the rule logs/retention
    retentionDays: store.retentionDays as LogRetentionDays,
    preventDestroy: env.production,
  });
  return { region: env.region, groups, roleName, dependables };
}
