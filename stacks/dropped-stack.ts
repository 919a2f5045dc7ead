import type { Construct } from "constructs";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { StackRole } from "../config/names/resolve";
import type { ClusterStack } from "./cluster-stack";
import { eksAuth } from "./sites/aws-eks/kubernetes-auth";
import { consume } from "./shared-values";
import { AwsStack } from "./sites/aws-eks/aws-stack";

/** Stacks that an environment may come to do without. What bootstrap holds, the states of all others, is for a person. */
export const DROPPABLE = ["governance", "slurm"] as const satisfies readonly StackRole[];
export type DroppableRole = (typeof DROPPABLE)[number];

/** Stacks whose resources are in Kubernetes. */
const IN_CLUSTER: readonly DroppableRole[] = ["slurm"];

/**
 * A stack that config has no more, and whose state is not empty: its state, its providers and nothing else, so that
 * applying it removes what it made.
 */
export class DroppedStack extends AwsStack {
  constructor(scope: Construct, env: AwsEnvironment, role: DroppableRole, cluster: ClusterStack) {
    super(scope, env, role);
    if (IN_CLUSTER.includes(role)) eksAuth(this, consume(this, cluster, cluster.values));
  }
}
