import type { Construct } from "constructs";
import type { StackRole } from "../config/names/resolve";
import type { SiteEnvironment } from "../config/sites/environment";
import { BaseStack } from "./base-stack";
import type { SiteGround } from "./sites/site";

/** Stacks that an environment may come to do without. What bootstrap holds, the states of all others, is for a person. */
export const DROPPABLE = ["governance", "slurm"] as const satisfies readonly StackRole[];
export type DroppableRole = (typeof DROPPABLE)[number];

/** Stacks whose resources are in Kubernetes. */
const IN_CLUSTER: readonly DroppableRole[] = ["slurm"];

/**
 * A stack that config has no more, and whose state is not empty: its state, its providers and nothing else, so that
 * applying it removes what it made.
 */
export class DroppedStack<Env extends SiteEnvironment = SiteEnvironment> extends BaseStack<Env> {
  /** @param kubernetesAuth lets a stack remove what it has in the cluster */
  constructor(
    scope: Construct,
    env: Env,
    role: DroppableRole,
    ground: SiteGround<Env>,
    kubernetesAuth: (stack: BaseStack<Env>) => void,
  ) {
    super(scope, env, role, ground);
    if (IN_CLUSTER.includes(role)) kubernetesAuth(this);
  }
}
