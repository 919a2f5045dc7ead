import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { configMap } from "../kubernetes/config-map";
import type { Container, CronJob, EnvVar, KubernetesObject, PodSpec, Volume, VolumeMount } from "../kubernetes/objects";
import { AWS_CLI_IMAGE } from "../platform/checkpoint-pruner";
import { placementValues } from "../platform/tolerations";

/** Where backups are kept. */
export interface BackupPlace {
  readonly namespace: string;
  readonly bucketName: string;
  /** Prefix of the backups; ends with a slash. */
  readonly prefix: string;
  /** Region of the bucket. */
  readonly region: string;
  readonly placement: Placement;
}

/** One of the two containers: that which knows what is saved. */
interface Step {
  /** Name of the container. */
  readonly name: string;
  readonly image: string;
  /** Where the backup is, as a file, is in `DUMP`. */
  readonly script: string;
  readonly env: readonly EnvVar[];
  readonly volumeMounts?: readonly VolumeMount[];
}

export interface BucketBackupProps extends BackupPlace {
  /** Name of the CronJob, of its account and of the ConfigMap. */
  readonly name: string;
  /** Name of the CronJob that never runs by itself: jobs that put a backup back are made from it. */
  readonly restoreName: string;
  /** Of files, without a dot at its beginning. */
  readonly suffix: string;
  /** Copies beside the latest, each in the place of that of a day, week or year ago. */
  readonly keep: readonly ("hour" | "day" | "month")[];
  /** In UTC, as cron has it. */
  readonly schedule: string;
  /** How late a run may begin, seconds. */
  readonly startingDeadlineSeconds: number;
  /** How long a run may take, seconds. */
  readonly deadlineSeconds: { readonly backup: number; readonly restore: number };
  /** Id of user and group that both containers run as. */
  readonly userId: number;
  readonly save: Step;
  readonly restore: Step;
  /** Lines of the script that fetches a backup, after its own. @default - none */
  readonly fetchMore?: string;
  /** Variables of both containers of a restore. @default - none */
  readonly restoreEnv?: readonly EnvVar[];
  /** What the pods have beside that. @default - nothing */
  readonly pods?: { readonly backup: PodParts; readonly restore: PodParts };
}

/** Beside which pods one may run, for which others it makes way, and its volumes. */
interface PodParts extends Pick<PodSpec, "affinity" | "priorityClassName"> {
  readonly volumes: readonly Volume[];
}

const SCRIPTS = "/opt/railyard";
/** What one container leaves for the next one. */
export const FOLDER = "/backup";

/**
 * Where a backup and its names are is in the environment of both: `TARGET` (bucket and prefix), `SUFFIX`, `DUMP` (a file).
 * `KEEP` has the copies beside the latest: the number of objects does not grow.
 */
export const uploadScript = (): string => scriptFile("slurm/files/backup-upload.sh");

/** Fetches a backup; `BACKUP` is its name, such as `latest` or `day-3`. */
export const downloadScript = (more: string | null = null): string =>
  scriptFile("slurm/files/backup-download.sh", { insert: { more } });

/** Objects of a backup: a CronJob that saves and uploads, and one, never started by itself, that fetches and restores. */
export function bucketBackup(props: BucketBackupProps): KubernetesObject[] {
  const { name, restoreName, namespace, deadlineSeconds, pods } = props;
  const saved = (step: Step, script: string) => stepContainer(props, step, script);
  const inBucket = (script: string, env: readonly EnvVar[] = []) => bucketContainer(props, script, env);
  const { restoreEnv = [] } = props;
  const metadata = (of: string) => ({ name: of, namespace, labels: labelsOf(props) });
  const common = { timeZone: "Etc/UTC", concurrencyPolicy: "Forbid", successfulJobsHistoryLimit: 2 } as const;
  const backup: CronJob = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: metadata(name),
    spec: {
      schedule: props.schedule,
      ...common,
      failedJobsHistoryLimit: 3,
      startingDeadlineSeconds: props.startingDeadlineSeconds,
      jobTemplate: jobTemplate(props, {
        retries: 2,
        seconds: deadlineSeconds.backup,
        first: [saved(props.save, "save.sh")],
        then: inBucket("upload.sh"),
        pod: pods?.backup,
      }),
    },
  };
  const restore: CronJob = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: metadata(restoreName),
    spec: {
      schedule: props.schedule,
      ...common,
      failedJobsHistoryLimit: 3,
      suspend: true,
      jobTemplate: jobTemplate(props, {
        retries: 0,
        seconds: deadlineSeconds.restore,
        first: [inBucket("download.sh", restoreEnv)],
        then: saved({ ...props.restore, env: [...props.restore.env, ...restoreEnv] }, "restore.sh"),
        pod: pods?.restore,
      }),
    },
  };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
    configMap(name, namespace, {
      "save.sh": props.save.script,
      "upload.sh": uploadScript(),
      "download.sh": downloadScript(props.fetchMore),
      "restore.sh": props.restore.script,
    }),
    backup,
    restore,
  ];
}

const labelsOf = ({ name }: JobPlace) => ({ "app.kubernetes.io/name": name });

/** Whose pods these are, and where they run. */
type JobPlace = Pick<BucketBackupProps, "name" | "userId" | "placement">;

interface JobProps {
  readonly retries: number;
  readonly seconds: number;
  /** Each ends before the next one begins. */
  readonly first: readonly Container[];
  readonly then: Container;
  /** Account whose rights in the bucket the pods have. @default - that of their name */
  readonly account?: string;
  readonly pod?: PodParts | undefined;
}

/** A job whose containers hand files on in a folder of the pod. */
export function jobTemplate(props: JobPlace, { retries, seconds, first, then, account = props.name, pod }: JobProps) {
  const user = props.userId;
  const spec: PodSpec = {
    restartPolicy: "Never",
    serviceAccountName: account,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(props.placement),
    ...(pod?.affinity && { affinity: pod.affinity }),
    ...(pod?.priorityClassName !== undefined && { priorityClassName: pod.priorityClassName }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      seccompProfile: { type: "RuntimeDefault" },
    },
    initContainers: first,
    containers: [then],
    volumes: [
      { name: "scripts", configMap: { name: props.name } },
      { name: "backup", emptyDir: {} },
      { name: "tmp", emptyDir: {} },
      ...(pod?.volumes ?? []),
    ],
  };
  return {
    spec: {
      backoffLimit: retries,
      activeDeadlineSeconds: seconds,
      template: { metadata: { labels: labelsOf(props) }, spec },
    },
  };
}

function stepContainer(props: BucketBackupProps, step: Step, script: string): Container {
  return container(props, { ...step, script, env: step.env });
}

/** What containers of the bucket are told. */
export type BucketPlace = Pick<BucketBackupProps, "region" | "bucketName" | "prefix" | "suffix" | "keep">;

/** A container that has the AWS CLI. */
export function bucketContainer(props: BucketPlace, script: string, more: readonly EnvVar[] = []): Container {
  const { region, bucketName, prefix, suffix, keep } = props;
  const env = [
    { name: "AWS_REGION", value: region },
    { name: "TARGET", value: `s3://${bucketName}/${prefix}` },
    { name: "SUFFIX", value: suffix },
    { name: "KEEP", value: keep.join(" ") },
    { name: "BACKUP", value: "latest" },
    ...more,
  ];
  return container(props, { name: "bucket", image: AWS_CLI_IMAGE, script, env });
}

/** A container that runs one of the scripts. */
export function container(
  { suffix }: Pick<BucketBackupProps, "suffix">,
  { name, image, script, env, volumeMounts = [] }: Step,
): Container {
  return {
    name,
    image,
    command: ["bash", `${SCRIPTS}/${script}`],
    env: [{ name: "HOME", value: "/tmp" }, { name: "DUMP", value: `${FOLDER}/dump.${suffix}` }, ...env],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "1Gi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: [
      { name: "scripts", mountPath: SCRIPTS, readOnly: true },
      { name: "backup", mountPath: FOLDER },
      { name: "tmp", mountPath: "/tmp" },
      ...volumeMounts,
    ],
  };
}
