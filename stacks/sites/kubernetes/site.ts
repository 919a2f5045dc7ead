import type { App } from "cdktf";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { CrdsStack } from "../../crds-stack";
import { DroppedStack, type DroppableRole } from "../../dropped-stack";
import { PlatformStack } from "../../platform-stack";
import { SlurmStack } from "../../slurm-stack";
import type { Site } from "../site";
import { existingCluster } from "./cluster-site";

/** A cluster that somebody has made: what runs in it is installed, and nothing below it is touched. */
export const KUBERNETES: Site = {
  kind: "kubernetes",
  stacks(app: App, env: KubernetesEnvironment, dropped: readonly DroppableRole[]) {
    const cluster = existingCluster(env);
    const crds = new CrdsStack(app, env, cluster);
    const platform = new PlatformStack(app, env, { ...cluster, before: [crds] });
    const slurm = env.slurm ? [new SlurmStack(app, env, env.slurm, cluster, platform)] : [];
    // of what can be dropped, only Slurm is in a cluster that somebody has made
    const gone = dropped
      .filter((role) => role === "slurm")
      .map((role) => new DroppedStack(app, env, role, cluster.ground, cluster.kubernetesAuth));
    for (const stack of gone) stack.addDependency(platform);
    return [crds, platform, ...slurm, ...gone];
  },
};
