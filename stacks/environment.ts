import type { App } from "cdktf";
import type { ResolvedEnvironment } from "../config/resolve";
import { importAdopted } from "./adopted-resources";
import type { BaseStack } from "./base-stack";
import { BootstrapStack } from "./bootstrap-stack";
import { ClusterStack } from "./cluster-stack";
import { CrdsStack } from "./crds-stack";
import { DroppedStack, type DroppableRole } from "./dropped-stack";
import { GovernanceStack } from "./governance-stack";
import { NetworkStack } from "./network-stack";
import { NodesStack } from "./nodes-stack";
import { PlatformStack } from "./platform-stack";
import { SlurmStack } from "./slurm-stack";
import { StorageStack } from "./storage-stack";

/**
 * The stacks of an environment in the order of their life: what is below stands on what is above.
 * @param dropped stacks that config has no more and that are still there: each is built empty
 */
export function buildEnvironment(
  app: App,
  env: ResolvedEnvironment,
  dropped: readonly DroppableRole[] = [],
): BaseStack[] {
  const bootstrap = env.state.kind === "s3" ? [new BootstrapStack(app, env, env.state.bucket)] : [];
  const network = new NetworkStack(app, env);
  // the bucket must be there before the first stack that keeps its state in it
  for (const stack of bootstrap) network.addDependency(stack);
  const governance = env.governance && new GovernanceStack(app, env, env.governance);
  for (const stack of bootstrap) governance?.addDependency(stack);
  const cluster = new ClusterStack(app, env, network);
  const storage = new StorageStack(app, env, network, cluster);
  const nodes = new NodesStack(app, env, network, cluster);
  const crds = new CrdsStack(app, env, cluster);
  const platform = new PlatformStack(app, env, { network, cluster, storage, nodes, crds, governance });
  const slurm = env.slurm ? [new SlurmStack(app, env, env.slurm, cluster, platform, storage)] : [];
  const gone = dropped.map((role) => new DroppedStack(app, env, role, cluster));
  for (const stack of gone) stack.addDependency(stack.role === "slurm" ? platform : network);
  const stacks = [
    ...bootstrap,
    ...(governance ? [governance] : []),
    network,
    cluster,
    storage,
    nodes,
    crds,
    platform,
    ...slurm,
    ...gone,
  ];
  for (const stack of stacks) importAdopted(stack);
  return stacks;
}
