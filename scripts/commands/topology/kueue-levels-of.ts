import { clusterOf } from "../../../config/sites/kubernetes/environment";
import { kueueLevels } from "../../../config/topology/kueue";
import { layerLabels } from "../../../config/topology/layer-label";
import { loadWritten } from "../../lib/environments/environment-table";
import { ExpectedError } from "../../lib/errors/expected-error";

/**
 * Kueue's levels by the labels of an environment: those by which Slurm learns places, too.
 * @throws ExpectedError where nodes have no such labels
 */
export function kueueLevelsOf(name: string, now: Date): string {
  const env = clusterOf(loadWritten([name], now)[0]!.resolved);
  if (!env)
    throw new ExpectedError(`${name} has no cluster that exists: EKS labels its nodes itself, and no fabric is read.`);
  const layers = Math.max(0, ...env.nodeGroups.map(({ fabric }) => fabric.topology.layers ?? 0));
  if (layers === 0)
    throw new ExpectedError(
      `No pool of ${name} says layers: nobody labels its nodes with their place in the fabric.\nWrite nodeGroups.<pool>.layers, and who sets the labels into cluster.layersFrom.`,
    );
  return kueueLevels(layerLabels(env.cluster.layersFrom, layers));
}
