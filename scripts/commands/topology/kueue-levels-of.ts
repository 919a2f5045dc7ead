import type { ExistingPool } from "../../../config/pools/existing/resolve";
import { clusterOf, type KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { kueueLevels } from "../../../config/topology/kueue";
import { unitLabel, writtenUnits } from "../../../config/topology/leaves-of-pools";
import { shellWords } from "../../../constructs/core/shell-word";
import { layerLabels } from "../../../config/topology/layer-label";
import type { CommandContext } from "../../cli/command";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";

/**
 * Kueue's levels by the labels of an environment: those by which Slurm learns places, too.
 * @throws ExpectedError where nodes have no such labels
 */
export function kueueLevelsOf(name: string, context: CommandContext): string {
  const env = inCluster(name, context);
  const layers = Math.max(0, ...env.nodeGroups.map(({ fabric }) => fabric.topology.layers ?? 0));
  if (layers === 0)
    throw new ExpectedError(
      `No pool of ${name} says layers: nobody labels its nodes with their place in the fabric.\nWrite nodeGroups.<pool>.layers, and who sets the labels into cluster.layersFrom.`,
    );
  return kueueLevels(layerLabels(env.cluster.layersFrom, layers));
}

/**
 * Commands that label nodes by the leaves of their cards, which config names. Selectors are those of the pools.
 * @throws ExpectedError where no card has one
 */
export function labelsOf(name: string, context: CommandContext): string {
  const text = labelsBy(inCluster(name, context).nodeGroups);
  if (text === "")
    throw new ExpectedError(
      `No card of ${name} has a leaf: nobody knows where its nodes stand.\nWrite nodeGroups.<pool>.server.nics[].leaf, or read the fabric: npx railyard topology <file> --labels.`,
    );
  return text;
}

/** The commands for pools; empty where no card has a leaf. */
export function labelsBy(pools: readonly ExistingPool[]): string {
  const words = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return writtenUnits(pools)
    .flatMap((unit) =>
      unit.pools.map(
        ({ nodeSelector }) =>
          `kubectl label --overwrite nodes --selector ${shellWords([words(nodeSelector).join(","), ...words(unitLabel(unit))])}`,
      ),
    )
    .join("\n");
}

function inCluster(name: string, context: CommandContext): KubernetesEnvironment {
  const env = clusterOf(loadFor("topology", [name], context)[0]!.resolved);
  if (env) return env;
  throw new ExpectedError(`${name} has no cluster that exists: EKS labels its nodes itself, and no fabric is read.`);
}
