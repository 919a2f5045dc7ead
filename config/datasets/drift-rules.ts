import { didYouMean, nearest, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import type { SiteEnvironment } from "../sites/environment";
import { driftVolume, toldDrift } from "./drift-told";
import { OTHER_JOBS, poolsForPods, startedBy, TRAINING_JOBS, TRAINING_PODS } from "./retrain";

/** What is wrong with a name of a training; null: it may be there. */
function fault(env: SiteEnvironment, retrain: string): { readonly message: string; readonly fix: string } | null {
  const [pods, jobs] = [poolsForPods(env).length > 0, env.slurm !== null];
  const known = [...(jobs ? TRAINING_JOBS : []), ...(pods ? TRAINING_PODS : [])];
  const fix = didYouMean(retrain, known) ?? (known.length > 0 ? `name ${orList(known)}` : "take retrain out");
  if (retrain.split("/").includes(".."))
    return { message: "a path with .. is another one wherever the jobs are written to", fix: "write a path from / on" };
  if (retrain.startsWith("~"))
    return { message: "~ is a folder for a shell alone, and no shell reads it there", fix: "write a path from / on" };
  if (startedBy(retrain) === "kubernetes") {
    if (!pods) return { message: "pods get no GPUs here that are not Slurm's: no CronJob starts a Job", fix };
    return TRAINING_PODS.some((name) => name === retrain)
      ? null
      : {
          message: `a CronJob starts the Job of ${orList(TRAINING_PODS)}: others do not train, or have several pods`,
          fix,
        };
  }
  if (!jobs) return { message: "there is no Slurm that would take a job", fix };
  return null;
}

/** Why Prometheus does not learn of a dataset's drift. */
function untold(env: SiteEnvironment): { readonly message: string; readonly fix: string } {
  if (!env.monitoring.enabled)
    return {
      message: "monitoring is off: no alert tells that it drifts, or that nobody compares it any more",
      fix: "write monitoring: { enabled: true }",
    };
  return driftVolume(env) === null
    ? {
        message: "no volume is there on which checks leave for Prometheus what they have found",
        fix: "add a volume to storage that pods may write to, whose server lets root be root",
      }
    : {
        message: `pods that compare it do not see ${driftVolume(env)!.name}, on which checks leave for Prometheus what they have found`,
        fix: "write teams: true at a volume that pods may write to",
      };
}

const unheard: Rule = {
  id: "datasets/drift-unheard",
  title: "Somebody is told when data drifts.",
  severity: "warning",
  why: "Otherwise it stands in the output of a job alone, which nobody reads unasked.",
  source: "https://prometheus.io/docs/practices/alerting/; Railyard's own design: docs/datasets.md",
  *check({ env }) {
    const heard = toldDrift(env).map(({ dataset }) => dataset);
    for (const { name, drift, format } of env.datasets) {
      if (drift === null || format === "tfrecord" || heard.includes(name)) continue;
      const { message, fix } = untold(env);
      yield {
        path: ["datasets", name, "drift"],
        message,
        fix: `${fix}; or ignore this rule where people look at the jobs`,
      };
    }
  },
};

/** Of what drift can be told. */
export const DRIFT_RULES: readonly Rule[] = [
  {
    id: "datasets/drift-format",
    title: "Drift is told of data that has columns.",
    severity: "error",
    why: "What a record of TensorFlow holds follows from the program that reads it: the job that compares columns would end with code 2 each time.",
    source: "https://www.tensorflow.org/tutorials/load_data/tfrecord",
    *check({ env: { datasets } }) {
      for (const { name, format, drift } of datasets) {
        if (drift === null || format !== "tfrecord") continue;
        yield {
          path: ["datasets", name, "drift"],
          message: "its files are records of TensorFlow, whose columns nobody knows",
          fix: "take drift out; or write what is compared as Parquet, CSV or lines of JSON, and name that as a dataset of its own",
        };
      }
    },
  },
  {
    id: "datasets/drift-retrain",
    title: "What drift starts is a job that Slurm, or the cluster, can have.",
    severity: "error",
    why: "Each check would end with code 2 before it compares anything, or a CronJob would not be written.",
    source: "https://slurm.schedmd.com/sbatch.html; https://kubernetes.io/docs/concepts/workloads/controllers/job/",
    *check({ env }) {
      for (const { name, drift } of env.datasets) {
        const found = drift?.retrain === undefined ? null : fault(env, drift.retrain);
        if (found) yield { path: ["datasets", name, "drift", "retrain"], ...found };
      }
    },
  },
  {
    id: "datasets/drift-retrain-name",
    title: "A training that drift starts is not nearly one that Railyard writes, and no job that it writes elsewhere.",
    severity: "warning",
    why: "Each check ends with code 2 until somebody writes a job of that name to the folder training.",
    source:
      "https://slurm.schedmd.com/sbatch.html; Railyard's own design: jobs of training by their names in the folder that railyard examples writes",
    *check({ env }) {
      for (const { name, drift } of env.datasets) {
        const { retrain } = drift ?? {};
        if (retrain === undefined || retrain.startsWith("/") || fault(env, retrain)) continue;
        const known: readonly string[] = [...TRAINING_JOBS, ...TRAINING_PODS];
        if (known.includes(retrain)) continue;
        const file = retrain.split("/").at(-1)!;
        const near = nearest(file, known);
        const elsewhere = Object.keys(OTHER_JOBS).find((folder) => OTHER_JOBS[folder]!.includes(file));
        if (near.length === 0 && elsewhere === undefined) continue;
        const where =
          elsewhere === undefined ? "" : `; ${file} is a sample of the folder ${elsewhere}, and no training`;
        const fix = didYouMean(file, near) ?? `Name ${orList(TRAINING_JOBS)}, or write a path from / on.`;
        yield {
          path: ["datasets", name, "drift", "retrain"],
          message: `Railyard writes no ${retrain} to the folder training${where}`,
          fix: `${fix} Or ignore this rule where the job is your own`,
        };
      }
    },
  },
  unheard,
];
