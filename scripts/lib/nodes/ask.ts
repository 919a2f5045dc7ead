import { healthLoopOf } from "../../../config/health/health";
import { CHARTS } from "../../../config/facts/versions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { repairOf } from "../../../config/slurm/repair";
import { HEALTH_NAMESPACE } from "../../../constructs/platform/health-checks";
import { HEALTH_JOURNAL } from "../../../constructs/platform/node-health";
import { NODE_REPAIR, REPAIR_JOURNAL } from "../../../constructs/slurm/node-repair";
import { ExpectedError } from "../errors/expected-error";
import { parseJson } from "../files/read-json";
import type { Kubectl } from "../kubernetes/kubectl";
import { slurmController, type SlurmProgram } from "../slurm/controller";
import { kubernetesRecords, RECORDS } from "../slurm/pool-nodes";
import { NO_LOOP, type NodesRecording } from "./recording";

export interface AskNodesProps {
  readonly environment: SiteEnvironment;
  readonly kubectl: Pick<Kubectl, "run" | "list">;
  /** Null: the cluster has no controller. @default - that of the controller in the cluster */
  readonly slurm?: (() => Promise<SlurmProgram | null>) | undefined;
  readonly now: Date;
}

/** Asks a cluster for its nodes. @throws KubectlError where Kubernetes does not answer; where Slurm alone does not, it is written down why */
export async function askNodes(props: AskNodesProps): Promise<NodesRecording> {
  const { environment, kubectl, now } = props;
  const { namespace } = CHARTS.slurm;
  const { hosts, pods } = await kubernetesRecords(kubectl, namespace);
  // a node of Kubernetes has labels of all kinds: those that find its pool, and ours
  const keys = new Set(environment.nodeGroups.flatMap(({ nodeSelector }) => Object.keys(nodeSelector)));
  const kept = (key: string) => keys.has(key) || key.startsWith("railyard.dev/");
  return {
    format: 1,
    takenAt: now.toISOString(),
    environment: environment.name,
    slurm: await slurmOf(props),
    hosts: hosts.map((host) => ({
      ...host,
      labels: Object.fromEntries(Object.entries(host.labels).filter(([key]) => kept(key))),
    })),
    pods,
    repair: repairOf(environment)
      ? await repairMemory(kubectl, { name: NODE_REPAIR, namespace })
      : { kind: "none", why: "the environment repairs no nodes of Slurm" },
    health: healthLoopOf(environment).some(({ repair }) => repair)
      ? await repairMemory(kubectl, { name: HEALTH_JOURNAL, namespace: HEALTH_NAMESPACE })
      : { kind: "none", why: NO_LOOP },
  };
}

async function slurmOf({ environment, kubectl, slurm: given }: AskNodesProps): Promise<NodesRecording["slurm"]> {
  if (!environment.slurm) return { kind: "none", why: "the environment has none" };
  try {
    const slurm = await (given?.() ?? slurmController(kubectl as Kubectl, CHARTS.slurm.namespace));
    if (!slurm) return { kind: "none", why: "the cluster has no controller of it" };
    return { kind: "asked", answer: await slurm(...RECORDS) };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { kind: "none", why: `it does not answer: ${error.message}` };
  }
}

/** ConfigMap with what repair did and remembers. */
async function repairMemory(
  kubectl: Pick<Kubectl, "run">,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): Promise<NodesRecording["repair"]> {
  try {
    const answer = await kubectl.run(
      "get",
      "configmap",
      name,
      "--namespace",
      namespace,
      "--ignore-not-found",
      "--output=json",
    );
    if (answer.trim() === "") return { kind: "none", why: `there is no ConfigMap ${name}` };
    const { data = {} } = parseJson(answer, { name: `ConfigMap ${name}` }) as { data?: Record<string, string> };
    return { kind: "asked", memory: data["memory"] ?? "", journal: data[REPAIR_JOURNAL] ?? "" };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { kind: "none", why: `it cannot be read: ${error.message}` };
  }
}
