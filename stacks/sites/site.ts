import type { App, ITerraformDependable, TerraformRemoteState } from "cdktf";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { Placement } from "../../constructs/cluster/placement";
import type { ClusterContext, ComponentOf } from "../../constructs/platform/component";
import type { TopologyLabels } from "../../constructs/slurm/annotator-script";
import type { LoginService } from "../../constructs/slurm/login-set";
import type { BaseStack } from "../base-stack";
import type { DroppableRole } from "../dropped-stack";
import type { SlurmAccounting } from "../slurm-stack";

/** What every stack of a site stands on. */
export interface SiteGround<Env extends SiteEnvironment = SiteEnvironment> {
  /** Gives a stack its backend, its providers and what else holds for all stacks of the site. */
  providers(stack: BaseStack<Env>): void;
  /** State of another stack of the same environment, where it is in no local file. */
  remoteState(consumer: BaseStack<Env>, producer: BaseStack<Env>): TerraformRemoteState;
}

/** What a site gives to the stacks in its cluster. */
export interface ClusterSite<Context extends ClusterContext = ClusterContext> {
  readonly ground: SiteGround<Context["env"]>;
  /** Lets a stack install Helm releases: how to reach the cluster, and as whom. */
  kubernetesAuth(stack: BaseStack<Context["env"]>): void;
  /** Nodes of controllers. */
  readonly placement: Placement;
  /** Classes of volumes: the usual one, and one whose volumes outlive their claims. */
  readonly storageClasses: { readonly usual: string; readonly retained: string };
  /** What the platform stack installs, and what it knows when it does. */
  readonly components: readonly ComponentOf<Context>[];
  context(stack: BaseStack<Context["env"]>): Context;
  /** Stacks that must be there before the platform. */
  readonly before: readonly BaseStack[];
  /** Account of slurmd and login pods; null: that of the namespace. */
  readonly jobsAccount: string | null;
  /** Who gives login pods an address. @default - the AWS Load Balancer Controller */
  readonly loginService?: LoginService;
  /** Labels that say where nodes stand in the network. @default - those of EKS */
  readonly topologyLabels?: TopologyLabels;
  /** Lets the pod that repairs nodes end instances; what it must wait for. @default - it ends none */
  repairRole?(stack: BaseStack<Context["env"]>): readonly ITerraformDependable[];
  /** Dumps the accounting database. @default - nobody does */
  backUp?(stack: BaseStack<Context["env"]>, accounting: SlurmAccounting): void;
  /** Copies the state of slurmctld, once Slurm is there. @default - nobody does */
  backUpState?(stack: BaseStack<Context["env"]>, slurm: ITerraformDependable): void;
}

/** A place where clusters stand: one folder, and one row in `stacks/sites/kinds.ts`. */
export interface Site {
  readonly kind: string;
  /** Builds the stacks of an environment in the order of their life: what is below stands on what is above. */
  // a method: each site takes the environments that it resolved
  stacks(app: App, env: SiteEnvironment, dropped: readonly DroppableRole[]): BaseStack[];
}
