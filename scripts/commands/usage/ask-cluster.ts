import { CHARTS } from "../../../config/facts/versions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { KubectlError } from "../../lib/kubernetes/run-kubectl";
import { slurmController } from "../../lib/slurm/controller";
import { askSlurm } from "./ask-slurm";
import { askPrometheus } from "./pods";
import { askQueues } from "./queues";
import type { Period } from "./period";
import type { UsageRecording } from "./recording";

/**
 * Asks the cluster of an environment who used what. Nothing in it is changed.
 * @throws ExpectedError where Slurm does not answer; where Prometheus alone does not, the recording says why
 */
export async function askUsage(
  environment: SiteEnvironment,
  kubectl: Kubectl,
  period: Period,
  takenAt: Date,
): Promise<UsageRecording> {
  return {
    format: 1,
    takenAt: takenAt.toISOString(),
    environment: environment.name,
    period,
    slurm: await slurmOf(environment, kubectl, period),
    nodes: await poolsOfNodes(environment, kubectl),
    prometheus: await prometheusOf(environment, () => askPrometheus(kubectl, period)),
    kueue: environment.kueue
      ? await prometheusOf(environment, () => askQueues(kubectl, period))
      : { kind: "none", why: "the environment has none" },
  };
}

async function slurmOf(env: SiteEnvironment, kubectl: Kubectl, period: Period): Promise<UsageRecording["slurm"]> {
  if (!env.slurm) return { kind: "none", why: "the environment has none" };
  const slurm = await slurmController(kubectl, CHARTS.slurm.namespace);
  if (!slurm) return { kind: "none", why: "the cluster has no controller of it" };
  return { kind: "asked", answers: await askSlurm(slurm, period) };
}

async function prometheusOf(env: SiteEnvironment, ask: () => Promise<string>): Promise<UsageRecording["prometheus"]> {
  if (!env.monitoring.enabled) return { kind: "none", why: "monitoring is off" };
  try {
    return { kind: "asked", answer: await ask() };
  } catch (error) {
    if (!(error instanceof KubectlError)) throw error;
    return { kind: "none", why: error.message };
  }
}

/** Pools of nodes, by the labels that config says they have. */
async function poolsOfNodes(env: SiteEnvironment, kubectl: Kubectl): Promise<Record<string, string>> {
  const nodes = await kubectl.list("node");
  return Object.fromEntries(
    nodes.flatMap(({ metadata }) => {
      const pool = env.nodeGroups.find(({ nodeSelector }) =>
        Object.entries(nodeSelector).every(([key, value]) => metadata.labels?.[key] === value),
      );
      return pool && Object.keys(pool.nodeSelector).length > 0 ? [[metadata.name, pool.name]] : [];
    }),
  );
}
