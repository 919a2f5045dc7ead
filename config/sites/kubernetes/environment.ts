import type { ExistingPool } from "../../pools/existing/resolve";
import type { SiteEnvironment } from "../environment";
import type { KubernetesConfig } from "./schema";

/** Where states are; in a bucket, in a folder of the environment. */
type WithFolder<State> = State extends { readonly bucket: string } ? State & { readonly folder: string } : State;

/** An environment in a cluster that somebody has made. */
export interface KubernetesEnvironment extends SiteEnvironment {
  readonly site: "kubernetes";
  readonly region: null;
  readonly state: WithFolder<KubernetesConfig["state"]>;
  readonly cluster: KubernetesConfig["cluster"];
  readonly nodeGroups: readonly ExistingPool[];
  readonly written: KubernetesConfig;
}

/** Whether an environment stands in a cluster that somebody has made. */
export const isOnCluster = (env: SiteEnvironment): env is KubernetesEnvironment => env.site === "kubernetes";

/** An environment with what is known of its cluster; null where it stands elsewhere, or where there is none. */
export const clusterOf = (env: SiteEnvironment | null | undefined): KubernetesEnvironment | null =>
  env && isOnCluster(env) ? env : null;
