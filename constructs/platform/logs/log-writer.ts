import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../../config/facts/regions";
import { logGroupName, logStore, type LogSubject } from "../../../config/logs/logs";
import { PodIdentityRole } from "../../cluster/pod-identity-role";
import type { LogRetentionDays } from "../../core/log-retention";
import type { LogAccount, LogWriterPlace, PlatformContext } from "../component";

export interface LogWriterProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  /** Account of the collectors. */
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly environment: string;
  /** What logs are of. At least one. */
  readonly subjects: readonly LogSubject[];
  readonly retentionDays: LogRetentionDays;
  /** Terraform refuses to destroy the logs. */
  readonly preventDestroy: boolean;
}

/** Frozen: another id would be another group, and the logs of before would go. */
const LOGICAL_IDS: Readonly<Record<LogSubject, string>> = { pods: "pod_logs", nodes: "node_logs", jobs: "job_logs" };

/** Groups of CloudWatch for logs, and the right of collectors to write to them, and nothing else. */
export class LogWriter extends Construct {
  readonly groups: Readonly<Partial<Record<LogSubject, string>>>;
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: LogWriterProps) {
    super(scope, id);
    const { environment, subjects, retentionDays, preventDestroy, ...role } = props;
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
    const { dependables } = new PodIdentityRole(this, "role", {
      ...role,
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
    this.dependables = [...groups.map(({ group }) => group), ...dependables];
  }
}

/** Groups and role where logs go to CloudWatch; null elsewhere. */
export function logWriter(
  { env, partition, cluster }: PlatformContext,
  scope: Construct,
  { namespace, serviceAccount, subjects }: LogAccount,
): LogWriterPlace | null {
  const store = logStore(env.logs);
  if (store?.kind !== "cloudwatch") return null;
  const roleName = env.names.role(serviceAccount.replace(/^railyard-/, ""));
  const { groups, dependables } = new LogWriter(scope, `${serviceAccount}-writer`, {
    partition,
    clusterName: cluster.clusterName,
    roleName,
    namespace,
    serviceAccount,
    environment: env.name,
    subjects,
    // other numbers of days are refused by the rule logs/retention
    retentionDays: store.retentionDays as LogRetentionDays,
    preventDestroy: env.production,
  });
  return { region: env.region, groups, roleName, dependables };
}
