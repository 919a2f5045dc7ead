import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type Placement } from "../cluster/placement";
import { type Retention } from "../storage/checkpoint-retention";
import { checkpointPrunerScript, type ObjectTier } from "./checkpoint-pruner-script";
import { KubernetesObjects } from "./kubernetes-objects";
import { placementValues } from "./tolerations";
import type { PlatformComponent } from "./component";
import type { KubernetesObject, PodSecurityContext, PodSpec } from "../kubernetes/objects";

/** The warm tier, as pods reach it. */
export interface WarmTier extends Retention {
  /** Claim of the file system in the namespace of the pruner. */
  readonly claimName: string;
  /** Folder on the file system, from its root. */
  readonly path: string;
  /** Whether what lies there goes to the cold tier, by whatever way: then nothing is deleted that is not there. */
  readonly exported: boolean;
}

/** What is too much of checkpoints. */
export interface PrunedTiers {
  /** Without `keepLast` nothing there is deleted. @default - no warm tier */
  readonly warm?: WarmTier;
  /** Without `keepLast` nothing there is tagged. */
  readonly cold: ObjectTier;
}

export interface CheckpointPrunerProps extends PrunedTiers {
  readonly namespace: string;
  /** Account whose role may list and tag the objects. */
  readonly serviceAccountName: string;
  /** Region of the bucket. */
  readonly region: string;
  readonly placement: Placement;
  /** When it runs, as cron writes it, in UTC. @default "17 * * * *" */
  readonly schedule?: string;
  /** Minutes for which nothing of a checkpoint may have changed before it is looked at. @default 60 */
  readonly graceMinutes?: number;
  /** Only print what would be done. @default false */
  readonly dryRun?: boolean;
  /** Volume and service account. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * Amazon Linux 2023 with the AWS CLI, bash, coreutils and, since 2.27.57, findutils.
 * @see https://github.com/aws/aws-cli/blob/v2/docker/Dockerfile
 */
export const AWS_CLI_IMAGE = "public.ecr.aws/aws-cli/aws-cli:2.36.46";
const NAME = "checkpoint-pruner";
const MOUNT = "/warm";
const LABELS = { "app.kubernetes.io/name": NAME };

/** Enforces `keepLast` and `keepEvery` of the warm and the cold tier, every hour. */
export class CheckpointPruner extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: CheckpointPrunerProps) {
    super(scope, id);
    const { dependable } = new KubernetesObjects(this, "pruner", {
      release: NAME,
      namespace: props.namespace,
      objects: checkpointPruner(props),
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    this.dependable = dependable;
  }
}

/** Objects of the pruner: its script, and the CronJob that runs it. */
export function checkpointPruner(props: CheckpointPrunerProps): KubernetesObject[] {
  const { namespace } = props;
  const metadata = { name: NAME, namespace, labels: LABELS };
  return [
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "prune.sh": script(props) } },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata,
      spec: {
        schedule: props.schedule ?? "17 * * * *",
        timeZone: "Etc/UTC",
        concurrencyPolicy: "Forbid",
        startingDeadlineSeconds: 600,
        successfulJobsHistoryLimit: 2,
        failedJobsHistoryLimit: 3,
        jobTemplate: {
          spec: {
            // the next run decides the same: trying again at once helps nobody, and one that hangs would stop all others
            backoffLimit: 0,
            activeDeadlineSeconds: 6 * 3600,
            template: { metadata: { labels: LABELS }, spec: podSpec(props) },
          },
        },
      },
    },
  ];
}

function script({ warm, cold, graceMinutes, dryRun }: CheckpointPrunerProps): string {
  if (warm?.keepLast === undefined && cold.keepLast === undefined)
    throw new Error("the pruner has nothing to do: neither the warm nor the cold tier has keepLast. Leave it out.");
  return checkpointPrunerScript({
    ...(warm?.keepLast !== undefined && {
      folders: {
        path: MOUNT,
        keepLast: warm.keepLast,
        ...(warm.keepEvery !== undefined && { keepEvery: warm.keepEvery }),
        ...(warm.exported && { copies: cold }),
      },
    }),
    ...(cold.keepLast !== undefined && { objects: cold }),
    ...(graceMinutes !== undefined && { graceMinutes }),
    ...(dryRun !== undefined && { dryRun }),
  });
}

function podSpec(props: CheckpointPrunerProps): PodSpec {
  const warm = props.warm?.keepLast === undefined ? undefined : props.warm;
  return {
    restartPolicy: "Never",
    serviceAccountName: props.serviceAccountName,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(props.placement),
    securityContext: { ...user(warm), seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        name: "pruner",
        image: AWS_CLI_IMAGE,
        command: ["bash", "/opt/railyard/prune.sh"],
        env: [
          { name: "HOME", value: "/tmp" },
          { name: "AWS_REGION", value: props.region },
          { name: "AWS_RETRY_MODE", value: "standard" },
          { name: "AWS_MAX_ATTEMPTS", value: "8" },
        ],
        resources: { requests: { cpu: "250m", memory: "256Mi" }, limits: { memory: "2Gi" } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          // files belong to whoever ran the job
          capabilities: { drop: ["ALL"], ...(warm && { add: ["DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER"] }) },
        },
        volumeMounts: [
          { name: "script", mountPath: "/opt/railyard", readOnly: true },
          { name: "tmp", mountPath: "/tmp" },
          // only the tier: a link that leads out of it leads nowhere
          ...(warm ? [{ name: "warm", mountPath: MOUNT, subPath: subPath(warm) }] : []),
        ],
      },
    ],
    volumes: [
      { name: "script", configMap: { name: NAME } },
      { name: "tmp", emptyDir: {} },
      ...(warm ? [{ name: "warm", persistentVolumeClaim: { claimName: warm.claimName } }] : []),
    ],
  };
}

const user = (warm: WarmTier | undefined): PodSecurityContext =>
  warm ? { runAsUser: 0, runAsGroup: 0 } : { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532 };

function subPath({ path }: WarmTier): string {
  const folder = path.replace(/^\/+|\/+$/g, "");
  if (folder !== "") return folder;
  throw new Error(
    `the warm tier is "${path}", the whole file system: the pruner would take every folder in it for a run. ` +
      'Give it a folder such as "/checkpoints", or no keepLast.',
  );
}

/** Where config says how much of checkpoints is kept. */
export const checkpointPruning: PlatformComponent = {
  id: "checkpoint-pruner",
  when: ({ prunedTiers }) => prunedTiers !== null || "no tier of checkpoints has keepLast",
  after: ["jobs", "volumes"],
  install: ({ env, prunedTiers, jobs, placement }, { scope, id, dependsOn }) => [
    new CheckpointPruner(scope, id, {
      ...prunedTiers!,
      namespace: jobs.namespace,
      serviceAccountName: jobs.serviceAccount,
      region: env.region,
      placement,
      dependsOn,
    }).dependable,
  ],
};
