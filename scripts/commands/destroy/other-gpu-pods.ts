import { listed } from "../../../config/kernel/listed";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Kubectl, KubernetesObject } from "../../lib/kubernetes/kubectl";
import { STAY_CLOSED } from "./reopen";

/** What jobs of the fabric ask for. */
const DEVICES = /^(nvidia\.com\/(gpu|mig-)|vpc\.amazonaws\.com\/efa)/;

/**
 * Refuses while pods with GPUs run that are neither Slurm's nor, with its queues drained, Kueue's: nothing waits for them.
 * @param except namespace of Slurm, whose jobs have ended
 * @param effect what would happen to them, as a sentence
 */
export async function refuseOtherGpuPods(
  kubectl: Kubectl,
  except: string | null,
  effect = "They would end with their nodes.",
): Promise<void> {
  const pods = (await kubectl.list("pod")).filter((pod) => pod.metadata.namespace !== except && isWork(pod));
  if (pods.length === 0) return;
  const names = pods.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
  throw new ExpectedError(
    `Pods with GPUs run that neither Slurm nor Kueue knows: ${listed(names)}. ${effect} End them, or ` +
      `let them end: --cancel-jobs. No stack was destroyed. ${STAY_CLOSED}`,
  );
}

/** Runs, with devices, and not on every node by itself. */
function isWork({ metadata, spec, status }: KubernetesObject): boolean {
  if (status?.["phase"] !== "Running" || metadata.ownerReferences?.some(({ kind }) => kind === "DaemonSet"))
    return false;
  const containers = (spec?.["containers"] ?? []) as readonly { resources?: { limits?: Record<string, string> } }[];
  return containers.some(({ resources }) => Object.keys(resources?.limits ?? {}).some((name) => DEVICES.test(name)));
}
