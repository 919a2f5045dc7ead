import { KUEUE_JOBS, KUEUE_OPERATORS, type KueueOperator } from "../../../config/facts/kueue";
import { gangSamples } from "../../../constructs/platform/kueue/gang-samples";
import type { Queues } from "../../../constructs/platform/kueue/queues";
import { KindJob, podsInWords, type KindObject } from "./kind-jobs";
import { tryLife } from "./kind-life";
import type { TrialJobs } from "./trial-jobs";
import type { QueueFinding, TrialSetting } from "./trial-setting";
import { resourcesOf, type TrialUnits } from "./units";

/** Kinds that Kueue knows by the pods that their operator makes. */
const BY_PODS = new Set(["LeaderWorkerSet"]);

/**
 * Jobs of operators that are installed, as `railyard examples` writes them: Kueue admits all pods of one together, and their operator
 * makes them.
 * @param whyNot why the operator does not run; null: it does
 */
export async function tryKinds(
  jobs: TrialJobs,
  queues: Queues,
  units: TrialUnits,
  whyNot: (operator: KueueOperator) => string | null,
): Promise<QueueFinding[]> {
  const found: QueueFinding[] = [];
  const note: TrialSetting["note"] = (promise, outcome, detail) =>
    void found.push({ pool: units.pool.name, promise, outcome, detail });
  const setting = { jobs, queues, units, note };
  const operators = queues.operators.filter((operator) => KUEUE_OPERATORS[operator].length > 0);
  const [team, pods] = [...units.own].at(-1) ?? [];
  if (operators.length === 0) return found;
  if (team === undefined || pods! * units.gpus < 2 * units.perNode) {
    note("jobs of operators start as a whole", "not tried", "no team has two whole nodes of its own");
    return found;
  }
  for (const operator of operators) {
    const samples = Object.values(samplesOf(operator, team, units, queues));
    if (samples.length === 0) note(`jobs of ${operator} start as a whole`, "not tried", "the pool has one node");
    const reason = whyNot(operator);
    for (const objects of samples) {
      const job = new KindJob(jobs, team, objects);
      if (reason === null) await tryLife(setting, job);
      else await tryAdmission(setting, job, reason);
      await job.remove();
      await jobs.clear();
    }
  }
  return found;
}

/** Kueue alone: nobody makes pods of the job. */
async function tryAdmission({ note }: TrialSetting, job: KindJob, reason: string): Promise<void> {
  const promise = `pods of a job of the kind ${job.kind} are admitted together`;
  const refused = await job.submit();
  if (refused !== null) return note(promise, "broken", refused);
  if (BY_PODS.has(job.kind))
    return note(promise, "not tried", `Kueue takes it by the pods that its operator makes, and ${reason}`);
  const missing = await job.admitted();
  note(promise, missing === null ? "held" : "broken", missing ?? podsInWords((await job.state()).admitted));
  note(`a ${job.kind} has pods, gives them back and gets them again`, "not tried", reason);
}

function samplesOf(
  operator: KueueOperator,
  namespace: string,
  { pool, perNode, nodes }: TrialUnits,
  { frameworks }: Queues,
): Readonly<Record<string, readonly KindObject[]>> {
  return gangSamples({
    operators: [operator],
    rayClusters: frameworks.includes(KUEUE_JOBS.raycluster.framework),
    namespace,
    image: "trial",
    mpiImage: "trial",
    near: pool.levels?.at(-2) ?? null,
    podAnnotations: {},
    nodes: {
      nodeSelector: pool.nodeSelector,
      taints: pool.taints,
      gpus: perNode,
      gpu: { kind: "resource", resource: pool.offers[0]?.resource ?? "" },
      podResources: resourcesOf(pool, perNode),
      deviceClaims: [],
      maxNodes: nodes,
    },
  });
}
