import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { KubernetesObject } from "../../kubernetes/objects";
import type { PlatformComponent } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { nodeClass, type NodeClassProps } from "./node-class";
import { nodeOverlay, nodePool, type NodePoolProps } from "./node-pool";

/** A pool of Karpenter. */
export interface KarpenterPool extends NodePoolProps, Omit<NodeClassProps, "name"> {}

export interface KarpenterPoolsProps {
  /** One at least. */
  readonly pools: readonly KarpenterPool[];
  readonly dependsOn: readonly ITerraformDependable[];
}

/** Frozen. */
const RELEASE = "karpenter-pools";
const NAMESPACE = "kube-system";

/** Draining waits for pods, and GPU machines take minutes to end. */
const TIMEOUT_SECONDS = 3600;

/** Objects of the pools. Those of one pool have its name. */
export function poolObjects(pools: readonly KarpenterPool[]): KubernetesObject[] {
  return pools.flatMap((pool) => {
    const overlay = nodeOverlay(pool);
    return [nodeClass(pool, pool), nodePool(pool), ...(overlay ? [overlay] : [])];
  });
}

/**
 * NodePools with their NodeClasses, in one release: Helm removes it only when its objects are gone, a NodeClass goes only
 * when no node is left of it, and the release of the controller goes after this one. So no instance is left behind.
 * @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/controllers/nodeclass/controller.go
 */
export class KarpenterPools extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, { pools, dependsOn }: KarpenterPoolsProps) {
    super(scope, id);
    this.dependable = new KubernetesObjects(this, "pools", {
      release: RELEASE,
      namespace: NAMESPACE,
      createNamespace: false,
      objects: poolObjects(pools),
      timeoutSeconds: TIMEOUT_SECONDS,
      dependsOn,
    }).dependable;
  }
}

/** After the controller, which ends their nodes before they go. */
export const karpenterPools: PlatformComponent = {
  id: "karpenter-pools",
  after: ["karpenter"],
  when: ({ karpenterPools: pools }) => pools().length > 0 || "no node group is scaled by karpenter",
  install: ({ karpenterPools: pools }, { scope, id, dependsOn }) => [
    new KarpenterPools(scope, id, { pools: pools(), dependsOn }).dependable,
  ],
};
