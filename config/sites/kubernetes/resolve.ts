import { deepFreeze } from "../../kernel/freeze";
import { unpriced } from "../../money/cost";
import { namesOf } from "../../names/resolve";
import { resolveTags } from "../../owner/tags";
import { resolveExistingPool } from "../../pools/existing/resolve";
import { isInSlurm } from "../../slurm/partitions";
import { resolveStorage } from "../../storage/resolve";
import { resolveCommon } from "../resolve";
import { resolveTopograph } from "../../topology/topograph";
import type { KubernetesEnvironment } from "./environment";
import type { KubernetesConfig } from "./schema";

/** Resolves an environment whose shape is right. Never fails: what cannot be is left for the rules to tell, in words. */
export function resolveKubernetes(
  config: KubernetesConfig,
  origins: ReadonlyMap<string, string>,
): KubernetesEnvironment {
  const nodeGroups = Object.entries(config.nodeGroups).map(([name, pool]) =>
    resolveExistingPool(
      name,
      pool,
      config.gpu,
      {
        ownSite: config.cluster.provider === "on-premises",
        hostLustre: Object.values(config.storage).some(({ kind }) => kind === "lustre-existing"),
      },
      isInSlurm(config.slurm, name),
    ),
  );
  return deepFreeze({
    site: "kubernetes",
    region: null,
    ...resolveCommon(config, origins, { nodeGroups }),
    tags: resolveTags(config),
    names: namesOf(config.name),
    // environments may share a bucket
    state: config.state.kind === "local" ? config.state : { ...config.state, folder: `${config.name}/` },
    cluster: config.cluster,
    nodeGroups,
    topograph: resolveTopograph(config.cluster.topograph, nodeGroups),
    storage: resolveStorage({ env: config, groups: nodeGroups, zones: [] }),
    lustre: null,
    checkpoints: null,
    schedule: null,
    lifetime: null,
    cost: unpriced(nodeGroups),
    written: config,
  });
}
