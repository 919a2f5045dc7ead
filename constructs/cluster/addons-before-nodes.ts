import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { ManagedAddon } from "./managed-addon";
import { PodIdentityRole } from "./pod-identity-role";
import { vpcCniConfiguration, type VpcCniSettings } from "./vpc-cni-settings";

export interface AddonsBeforeNodesProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly versions: {
    /** At least v1.18.5 where nodes have `efa-only` interfaces. Updates go one minor at a time. */
    readonly vpcCni: string;
    readonly kubeProxy: string;
    readonly podIdentityAgent: string;
  };
  /** Role of the CNI, up to 64 characters, unique in the account. */
  readonly cniRoleName: string;
  /** Whether the agent of Pod Identity runs on hybrid nodes, too: pods there have no role without it. @default false */
  readonly hybridNodes?: boolean;
  /** @default - the defaults of `VpcCniSettings` */
  readonly cni?: VpcCniSettings;
}

/** The daemon for hybrid nodes is one of its own, which is off. @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-add-ons.html */
const HYBRID_AGENT = { daemonsets: { hybrid: { create: true } } };

/**
 * What a node needs to become ready: network, services and credentials. The cluster is made without add-ons, so a
 * node group that comes before these fails with NodeCreationFailure. By default all three tolerate every taint.
 */
export class AddonsBeforeNodes extends Construct {
  /** For node groups: they must depend on all of these. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: AddonsBeforeNodesProps) {
    super(scope, id);
    const { partition, clusterName, versions } = props;

    const agent = new ManagedAddon(this, "pod-identity-agent", {
      clusterName,
      addonName: "eks-pod-identity-agent",
      version: versions.podIdentityAgent,
      ...(props.hybridNodes && { configuration: HYBRID_AGENT }),
    });
    const kubeProxy = new ManagedAddon(this, "kube-proxy", {
      clusterName,
      addonName: "kube-proxy",
      version: versions.kubeProxy,
    });
    const role = new PodIdentityRole(this, "cni-role", {
      partition,
      roleName: props.cniRoleName,
      clusterName,
      namespace: "kube-system",
      serviceAccount: "aws-node",
      awsManagedPolicies: ["AmazonEKS_CNI_Policy"],
      associate: false,
    });
    const cni = new ManagedAddon(this, "vpc-cni", {
      clusterName,
      addonName: "vpc-cni",
      version: versions.vpcCni,
      configuration: vpcCniConfiguration(props.cni ?? {}),
      podIdentity: { serviceAccount: "aws-node", roleArn: role.roleArn },
      dependsOn: [agent.dependable, ...role.dependables],
    });

    this.dependables = [agent.dependable, kubeProxy.dependable, cni.dependable];
  }
}
