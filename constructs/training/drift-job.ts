import type { DatasetDrift } from "../../config/datasets/drift-schema";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import { configMap } from "../kubernetes/config-map";
import type { ConfigMap, CronJob, Job, Role, RoleBinding, ServiceAccount } from "../kubernetes/objects";
import { podSpec, type PodSamplesProps } from "../platform/pod-samples";
import { SAMPLES_WRITTEN, serviceJobOptions } from "../slurm/samples";
import type { SlurmLayout } from "../slurm/slurm-types";

/** Python 3.9; what they read data with they name themselves. */
const PROGRAMS = [
  "railyard_drift.py",
  "railyard_retrain.py",
  "railyard_rows.py",
  "railyard_runs.py",
  "railyard_datasets.py",
] as const;
/** Where a pod has the programs. */
const PLACE = "/opt/drift";

/** A dataset whose columns are compared. */
export interface DriftCheck {
  readonly name: string;
  /** A folder as jobs see it, or s3://bucket/prefix. */
  readonly place: string;
  readonly drift: DatasetDrift;
  /** Whether `datasets.json` says where its version is. */
  readonly versioned: boolean;
  /** Folder in which Prometheus finds what it has found. @default - Prometheus is not told */
  readonly metrics?: string;
}

/** The programs by file name. */
export function driftPrograms(): Record<string, string> {
  return Object.fromEntries(PROGRAMS.map((name) => [name, scriptFile(`training/files/${name}`)]));
}

const command = (folder: string, { name, place, drift, versioned, metrics }: DriftCheck, hook: readonly string[]) => [
  "python3",
  `${folder}railyard_drift.py`,
  "check",
  // of the metrics: folders of several datasets end alike
  `--name=${name}`,
  `--psi=${drift.psi}`,
  `--ks=${drift.ks}`,
  `--rest-hours=${drift.restHours}`,
  ...(metrics === undefined ? [] : [`--metrics=${metrics}`]),
  ...(versioned ? [`--dataset=${name}`] : []),
  ...hook,
  place,
];

/** A job of Slurm that compares a dataset, and asks for its next run; null: there is no node for it. */
export function driftJob(
  layout: SlurmLayout,
  check: DriftCheck,
): { readonly file: string; readonly text: string } | null {
  const { name, drift } = check;
  const options = serviceJobOptions(layout, `drift-${name}`);
  if (!options) return null;
  const { retrain } = drift;
  const hook =
    retrain === undefined ? [] : [`--sbatch=${retrain.startsWith("/") ? retrain : `../training/${retrain}`}`];
  const file = `drift-${name}.sbatch`;
  const text = scriptFile("training/files/drift-job.sh", {
    values: { written: SAMPLES_WRITTEN, name, file, every: drift.every },
    insert: { options: options.join("\n"), check: `check=(${shellWords(command("", check, hook))})` },
  });
  return { file, text };
}

/** At night, where that is a time of day. */
const SCHEDULES = { hour: "17 * * * *", day: "17 3 * * *", week: "17 3 * * 1" } as const;

export interface DriftPodProps extends PodSamplesProps {
  /** Account of the pod, which may read the dataset. @default - one of its own */
  readonly serviceAccountName?: string;
  /** Folder that is there at the next check. */
  readonly state: string;
  /** `datasets.json`. @default - there is none */
  readonly versions?: string;
  /** What is started. @default - nothing */
  readonly retrain?: Job;
}

/** A CronJob that does the same, with the right to start a Job in its namespace where it is to. */
export function driftPods(
  props: DriftPodProps,
  check: DriftCheck,
): readonly (ConfigMap | CronJob | Role | RoleBinding | ServiceAccount)[] {
  const { namespace, retrain, versions, state } = props;
  const name = `drift-${check.name}`;
  const serviceAccountName = props.serviceAccountName ?? name;
  const hook = retrain ? [`--kubernetes-job=${PLACE}/retrain.json`] : [];
  const words = [...command(`${PLACE}/`, check, hook), `--state=${state}/${name}`];
  const pod = podSpec(
    name,
    {
      ...props,
      gpuDirect: false,
      volumes: [...(props.volumes ?? []), { name: "program", configMap: { name } }],
      volumeMounts: [...(props.volumeMounts ?? []), { name: "program", mountPath: PLACE, readOnly: true }],
    },
    { resources: {}, claims: [], objects: [], gpus: 1 },
    // drift is told, and is no failure of the pod
    { command: ["sh", "-c", '"$@" || [ $? -eq 10 ]', "drift", ...words] },
  );
  return [
    configMap(name, namespace, {
      ...driftPrograms(),
      ...(versions !== undefined && { "datasets.json": versions }),
      ...(retrain && { "retrain.json": JSON.stringify(retrain, null, 2) }),
    }),
    ...(props.serviceAccountName === undefined
      ? [{ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } } as const]
      : []),
    ...(retrain ? rights(name, namespace, serviceAccountName) : []),
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name, namespace },
      spec: {
        schedule: SCHEDULES[check.drift.every],
        timeZone: "Etc/UTC",
        concurrencyPolicy: "Forbid",
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 3,
        jobTemplate: {
          spec: {
            backoffLimit: 0,
            template: {
              metadata: { labels: { "app.kubernetes.io/name": name } },
              spec: { ...pod, serviceAccountName, automountServiceAccountToken: retrain !== undefined },
            },
          },
        },
      },
    },
  ];
}

function rights(name: string, namespace: string, account: string): [Role, RoleBinding] {
  const rbac = "rbac.authorization.k8s.io";
  return [
    {
      apiVersion: `${rbac}/v1`,
      kind: "Role",
      metadata: { name, namespace },
      rules: [{ apiGroups: ["batch"], resources: ["jobs"], verbs: ["create", "get"] }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata: { name, namespace },
      roleRef: { apiGroup: rbac, kind: "Role", name },
      subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    },
  ];
}
