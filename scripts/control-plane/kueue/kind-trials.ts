import { KUEUE_OPERATORS } from "../../../config/facts/kueue";
import { gangSamples } from "../../../constructs/platform/kueue/gang-samples";
import type { Queues } from "../../../constructs/platform/kueue/queues";
import { wordsOf } from "../api";
import { customPath } from "./custom-path";
import type { TrialJobs } from "./trial-jobs";
import type { QueueFinding } from "./trial-setting";
import { resourcesOf, type TrialUnits } from "./units";

/** Kinds whose pods Kueue looks at itself, once their operator has made them. */
const BY_PODS = new Set(["LeaderWorkerSet"]);

/** Jobs of operators that are installed: Kueue admits all pods of one together, and starts it. Their operators do not run. */
export async function tryKinds(jobs: TrialJobs, queues: Queues, units: TrialUnits): Promise<QueueFinding[]> {
  const { pool, perNode, nodes, own, gpus } = units;
  const found: QueueFinding[] = [];
  const [team, pods] = [...own].at(-1) ?? [];
  const held = queues.operators.filter((operator) => KUEUE_OPERATORS[operator].length > 0);
  if (held.length === 0) return found;
  const samples =
    team === undefined || pods! * gpus < 2 * perNode
      ? {}
      : gangSamples({
          operators: held,
          namespace: team,
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
  const note = (promise: string, outcome: QueueFinding["outcome"], detail: string) =>
    void found.push({ pool: pool.name, promise, outcome, detail });
  if (Object.keys(samples).length === 0)
    note("jobs of operators start as a whole", "not tried", "no team has two whole nodes of its own");
  for (const objects of Object.values(samples)) {
    const job = objects.at(-1)!;
    const promise = `pods of a job of the kind ${job.kind} are admitted together`;
    const paths: string[] = [];
    let refused: string | null = null;
    for (const object of objects) {
      const path = customPath(object);
      const { status, body } = await jobs.api.ask("POST", path, object);
      if (status >= 300) refused ??= `${object.kind} was refused: ${wordsOf(body)}`;
      else paths.push(`${path}/${object.metadata.name}`);
    }
    if (refused !== null) note(promise, "broken", refused);
    else if (BY_PODS.has(job.kind))
      note(
        promise,
        "not tried",
        "Kueue takes it by the pods that its operator makes, which does not run here; the API server took it",
      );
    else note(promise, ...(await admitted(jobs, team!, job.kind)));
    for (const path of paths.reverse()) await jobs.api.remove(path, { propagationPolicy: "Background" });
    await jobs.until(async () => (await workloadsOf(jobs, team!, job.kind)).length === 0);
  }
  return found;
}

async function workloadsOf(jobs: TrialJobs, team: string, kind: string) {
  const all = await jobs.api.list(`/apis/kueue.x-k8s.io/v1beta2/namespaces/${team}/workloads`);
  return all.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.kind === kind));
}

/** What Kueue says of why a workload waits. */
function waitingWords(conditions: readonly { readonly type: string; readonly message?: string }[] = []): string {
  const of = (wanted: string) => conditions.find(({ type }) => type === wanted)?.message;
  return of("QuotaReserved") ?? of("Admitted") ?? "Kueue has not looked at it";
}

async function admitted(jobs: TrialJobs, team: string, kind: string): Promise<["held" | "broken", string]> {
  const is = (conditions: readonly { type: string; status: string }[] | undefined, type: string) =>
    conditions?.some((one) => one.type === type && one.status === "True") === true;
  let words = "Kueue made no workload of it";
  const done = await jobs.until(async () => {
    const [workload] = await workloadsOf(jobs, team, kind);
    if (!workload) return false;
    words = waitingWords(workload.status?.conditions);
    return is(workload.status?.conditions, "Admitted");
  });
  if (!done) return ["broken", words];
  const [workload] = await workloadsOf(jobs, team, kind);
  const assigned = (workload?.status?.admission?.podSetAssignments ?? []) as readonly { name: string; count: number }[];
  const wanted = (workload?.spec?.podSets ?? []) as readonly { name: string; count: number }[];
  const isWhole = wanted.every(({ name, count }) => assigned.some((one) => one.name === name && one.count === count));
  return [isWhole ? "held" : "broken", assigned.map(({ name, count }) => `${count} of ${name}`).join(", ")];
}
