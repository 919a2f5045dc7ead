import { SYSTEM_PODS } from "../../config/facts/system-pods";
import { REPOSITORY_TASK_TYPES, type RepositoryTaskKind } from "../../config/facts/repository-tasks";
import type { ResolvedTask } from "../../config/checkpoints/resolve-tasks";
import type { Partition } from "../../config/facts/regions";
import type { Placement } from "../cluster/placement";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import { podResources } from "../core/pod-resources";
import { scriptFile } from "../core/script-file";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import type { PolicyStatement } from "../security/policy";
import { askedOf, reportPath, repositoryTaskRequest, type LinkedFolder } from "../storage/repository-task";
import { AWS_CLI_IMAGE } from "./checkpoint-pruner";
import type { PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { repositoryTaskAlerts } from "./repository-task-alerts";
import { placementValues } from "./tolerations";

/** What is asked of FSx again and again, and of which folder. */
export interface RepositoryTasks {
  readonly folder: LinkedFolder;
  /** At least one, each kind once. */
  readonly tasks: readonly Pick<ResolvedTask, "kind" | "cron" | "afterDays">[];
}

export interface RepositoryTasksProps extends RepositoryTasks {
  readonly namespace: string;
  readonly region: string;
  readonly placement: Placement;
}

/** Release and account. Frozen. */
export const REPOSITORY_TASKS = "repository-tasks";
/** How long a run waits for tasks of others and for the end of its own. */
const HOURS = 12;
const SCRIPT = "/opt/railyard";

/** CronJob of a kind of task. Frozen: an alert and whoever starts one by hand name it. */
export const taskCronJob = (kind: RepositoryTaskKind): string => `repository-${kind}`;

/** Objects: the account, the script with a request for each task, and a CronJob for each. */
export function repositoryTaskObjects(props: RepositoryTasksProps): KubernetesObject[] {
  const { namespace, folder, tasks } = props;
  const labels = { "app.kubernetes.io/name": REPOSITORY_TASKS };
  const metadata = { name: REPOSITORY_TASKS, namespace, labels };
  const data = {
    "repository-task.sh": scriptFile("platform/files/repository-task.sh"),
    ...Object.fromEntries(
      tasks.map(({ kind, afterDays }) => [
        `${kind}.json`,
        JSON.stringify(repositoryTaskRequest(kind, folder, afterDays), null, 2),
      ]),
    ),
  };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "v1", kind: "ConfigMap", metadata, data },
    ...tasks.map(({ kind, cron, afterDays }): KubernetesObject => {
      const name = taskCronJob(kind);
      return {
        apiVersion: "batch/v1",
        kind: "CronJob",
        metadata: { ...metadata, name },
        spec: {
          // one that nobody wants by the clock is started by hand: its time never comes
          schedule: cron ?? "0 0 * * *",
          suspend: cron === null,
          timeZone: "Etc/UTC",
          concurrencyPolicy: "Forbid",
          startingDeadlineSeconds: 3600,
          successfulJobsHistoryLimit: 2,
          failedJobsHistoryLimit: 3,
          jobTemplate: {
            spec: {
              // the next run asks for the same, and follows a task that still runs
              backoffLimit: 0,
              activeDeadlineSeconds: HOURS * 3600 + 900,
              template: {
                metadata: { labels: { ...labels, "railyard.dev/task": name } },
                spec: podSpec(props, kind, afterDays),
              },
            },
          },
        },
      };
    }),
  ];
}

function podSpec(
  { folder, region, placement }: RepositoryTasksProps,
  kind: RepositoryTaskKind,
  afterDays: number | null,
): PodSpec {
  const env = {
    HOME: "/tmp",
    AWS_REGION: region,
    AWS_RETRY_MODE: "standard",
    AWS_MAX_ATTEMPTS: "8",
    FILE_SYSTEM: folder.fileSystemId,
    TYPE: REPOSITORY_TASK_TYPES[kind],
    REQUEST: `${SCRIPT}/${kind}.json`,
    ASKED: askedOf(repositoryTaskRequest(kind, folder, afterDays)),
    REPORT: reportPath(folder),
    HOURS: String(HOURS),
    POLL_SECONDS: "60",
  };
  return {
    restartPolicy: "Never",
    serviceAccountName: REPOSITORY_TASKS,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(placement),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [
      {
        name: "task",
        image: AWS_CLI_IMAGE,
        command: ["bash", `${SCRIPT}/repository-task.sh`],
        env: Object.entries(env).map(([name, value]) => ({ name, value })),
        resources: podResources(SYSTEM_PODS.repositoryTask),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: [
          { name: "script", mountPath: SCRIPT, readOnly: true },
          { name: "tmp", mountPath: "/tmp" },
        ],
      },
    ],
    volumes: [
      { name: "script", configMap: { name: REPOSITORY_TASKS } },
      { name: "tmp", emptyDir: {} },
    ],
  };
}

/**
 * Tasks of one file system, and the list of all: that has no rights for one of them. What a task does in the bucket, and its
 * report, FSx does with its own role.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonfsx.html
 */
export function repositoryTaskStatements(
  of: { readonly partition: Partition; readonly region: string; readonly account: string },
  fileSystemId: string,
): PolicyStatement[] {
  const fsx = `arn:${of.partition}:fsx:${of.region}:${of.account}`;
  return [
    {
      sid: "MakeTasks",
      actions: ["fsx:CreateDataRepositoryTask"],
      resources: [`${fsx}:file-system/${fileSystemId}`, `${fsx}:task/*`],
    },
    { sid: "SeeTasks", actions: ["fsx:DescribeDataRepositoryTasks"], resources: ["*"] },
  ];
}

/** Where config has tasks. */
export const repositoryTasks: PlatformComponent = {
  id: REPOSITORY_TASKS,
  when: ({ env }) => (env.checkpoints?.warm?.tasks ?? []).length > 0 || "checkpoints.warm.tasks is not written",
  after: ["volumes", "monitoring"],
  install: ({ env, partition, cluster, lustreFileSystems, jobs, placement }, { scope, id, dependsOn }) => {
    const { warm, bucket, prefix } = env.checkpoints!;
    const fileSystemId = lustreFileSystems().find(({ name }) => name === env.lustre?.name)?.fileSystemId;
    if (fileSystemId === undefined) throw new Error("no Lustre has the warm tier, which a rule refuses");
    const role = new PodIdentityRole(scope, `${id}-role`, {
      partition,
      roleName: env.names.role("repository-tasks"),
      clusterName: cluster.clusterName,
      namespace: jobs.namespace,
      serviceAccount: REPOSITORY_TASKS,
      statements: repositoryTaskStatements({ ...env, partition }, fileSystemId),
    });
    return [
      new KubernetesObjects(scope, id, {
        release: REPOSITORY_TASKS,
        namespace: jobs.namespace,
        objects: repositoryTaskObjects({
          folder: { fileSystemId, path: warm!.path, bucket: bucket.name, prefix },
          tasks: warm!.tasks,
          namespace: jobs.namespace,
          region: env.region,
          placement,
        }),
        dependsOn: [...dependsOn, ...role.dependables],
      }).dependable,
    ];
  },
  alerts: {
    id: "repository-tasks-alerts",
    release: "repository-tasks-alerts",
    groups: ({ env, jobs }) =>
      repositoryTaskAlerts(
        jobs.namespace,
        env.checkpoints!.warm!.tasks.map(({ kind, cron }) => ({ cronJob: taskCronJob(kind), cron })),
      ),
  },
};
