import type { App } from "cdktf";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { CrdsStack } from "../../crds-stack";
import type { DroppableRole } from "../../dropped-stack";
import { PlatformStack } from "../../platform-stack";
import { SlurmStack } from "../../slurm-stack";
import type { Site } from "../site";
import { existingCluster } from "./cluster-site";

/** A cluster that somebody has made: what runs in it is installed, and nothing below it is touched. */
export const KUBERNETES: Site = {
  kind: "kubernetes",
  stacks(app: App, env: KubernetesEnvironment, _dropped: readonly DroppableRole[]) {
    const cluster = existingCluster(env);
    const crds = new CrdsStack(app, env, cluster);
    const platform = new PlatformStack(app, env, { ...cluster, before: [crds] });
    return [crds, platform, ...(env.slurm ? [new SlurmStack(app, env, env.slurm, cluster, platform)] : [])];
  },
};
