import { teamAccess } from "../../../config/datasets/access";
import { startedBy, TRAINING_PODS } from "../../../config/datasets/retrain";
import { orList } from "../../../config/kernel/nearest";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Job } from "../../../constructs/kubernetes/objects";
import type { PodSamplesProps, SampleObject } from "../../../constructs/platform/pod-samples";
import { type DriftCheck, driftPods } from "../../../constructs/training/drift-job";
import { datasetVersions } from "../../../stacks/dataset-versions";
import { driftChecks } from "../../../stacks/drift-files";

type Objects = ReturnType<typeof driftPods>;

/**
 * CronJobs that tell of drift, by file name, and why a dataset has none.
 * @param team whose namespace it is; undefined: that of Slurm, or none @param samples of which one may be started
 */
export function driftPodFiles(
  env: SiteEnvironment,
  props: PodSamplesProps,
  team: string | undefined,
  samples: Readonly<Record<string, readonly SampleObject[]>>,
): {
  readonly files: Readonly<Record<string, Objects>>;
  readonly notes: readonly string[];
  readonly refused: readonly string[];
} {
  const files: Record<string, Objects> = {};
  const notes: string[] = [];
  const refused: string[] = [];
  const isMounted = (volume: string) => props.volumes?.some(({ name }) => name === `storage-${volume}`) === true;
  const keeps = env.storage.find(({ name, mount }) => isMounted(name) && !mount.files && !mount.readOnly);
  for (const { dataset, check } of driftChecks(env)) {
    const { name, place, slurm, drift } = dataset;
    // where Slurm starts the training its job compares, too
    if (env.slurm && drift?.retrain !== undefined && startedBy(drift.retrain) === "slurm") continue;
    const not = (why: string) => notes.push(`No CronJob tells of drift of ${name}: ${why}.`);
    const access = team === undefined ? slurm : teamAccess(dataset, team);
    const retrain = jobOf(samples, drift?.retrain);
    if (place.kind === "bucket" ? access === null : !isMounted(place.volume))
      not(`pods of ${props.namespace} do not read it`);
    else if (!keeps) not(`pods of ${props.namespace} have no volume that keeps what it was compared with`);
    else if (retrain === null)
      refused.push(
        `No CronJob tells of drift of ${name}: ${drift?.retrain} is no sample whose Job trains; there is ${orList(TRAINING_PODS)}.`,
      );
    else
      files[`drift-${name}.yaml`] = driftPods(
        {
          ...props,
          ...(place.kind === "bucket" && { serviceAccountName: "jobs" }),
          state: `${keeps.mount.mountPath}/railyard-drift`,
          ...(check.versioned && { versions: datasetVersions(env)["datasets.json"]! }),
          ...(retrain && { retrain }),
        },
        seenBy(props, check),
      );
  }
  return { files, notes, refused };
}

/** Where Prometheus is told, if pods see that volume. */
function seenBy({ volumeMounts = [] }: PodSamplesProps, { metrics, ...check }: DriftCheck): DriftCheck {
  const isSeen = volumeMounts.some(({ mountPath }) => metrics?.startsWith(`${mountPath}/`));
  return { ...check, ...(metrics !== undefined && isSeen && { metrics }) };
}

/** Undefined: none is asked for; null: there is none of that name. */
function jobOf(
  samples: Readonly<Record<string, readonly SampleObject[]>>,
  name: string | undefined,
): Job | undefined | null {
  if (name === undefined) return undefined;
  if (!TRAINING_PODS.some((one) => one === name)) return null;
  return samples[name]?.find((object): object is Job => object.kind === "Job") ?? null;
}
