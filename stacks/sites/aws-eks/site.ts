import type { App } from "cdktf";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { importAdopted } from "../../adopted-resources";
import { BootstrapStack } from "../../bootstrap-stack";
import { ClusterStack } from "../../cluster-stack";
import { CrdsStack } from "../../crds-stack";
import { DroppedStack, type DroppableRole } from "../../dropped-stack";
import { GovernanceStack } from "../../governance-stack";
import { NetworkStack } from "../../network-stack";
import { NodesStack } from "../../nodes-stack";
import { PlatformStack } from "../../platform-stack";
import { SlurmStack } from "../../slurm-stack";
import { StorageStack } from "../../storage-stack";
import type { Site } from "../site";
import { eksCluster } from "./cluster-site";
import { AWS_GROUND } from "./ground";

/** An account and a Region of AWS: the VPC, the EKS cluster and its node groups are made, and what runs in it. */
export const AWS_EKS: Site = {
  kind: "aws-eks",
  stacks(app: App, env: AwsEnvironment, dropped: readonly DroppableRole[]) {
    const bootstrap = env.state.kind === "s3" ? [new BootstrapStack(app, env, env.state.bucket)] : [];
    const network = new NetworkStack(app, env);
    // the bucket must be there before the first stack that keeps its state in it
    for (const stack of bootstrap) network.addDependency(stack);
    const governance = env.governance && new GovernanceStack(app, env, env.governance);
    for (const stack of bootstrap) governance?.addDependency(stack);
    const cluster = new ClusterStack(app, env, network);
    const storage = new StorageStack(app, env, network, cluster);
    const nodes = new NodesStack(app, env, network, cluster);
    const site = eksCluster(env, { network, cluster, storage, governance });
    const crds = new CrdsStack(app, env, site);
    // kinds must be there, and nodes for the daemons to become ready on
    const platform = new PlatformStack(app, env, { ...site, before: [crds, nodes] });
    const slurm = env.slurm ? [new SlurmStack(app, env, env.slurm, site, platform)] : [];
    const gone = dropped.map((role) => new DroppedStack(app, env, role, AWS_GROUND, site.kubernetesAuth));
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
  },
};
