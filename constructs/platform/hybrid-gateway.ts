import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { GATEWAY_NODE, GATEWAY_REPLICAS } from "../../config/facts/hybrid-nodes";
import { type HelmValues } from "../core/helm-values";
import type { PolicyStatement } from "../security/policy";
import { chartWithRole, type ChartWithRoleProps } from "./chart-with-role";
import type { PlatformComponent } from "./component";

export interface HybridGatewayValuesProps {
  /** Block of the VPC, for which hybrid nodes use the tunnel. */
  readonly vpcCidr: string;
  /** Blocks of pods on hybrid nodes; one at least. */
  readonly podCidrs: readonly string[];
  /** Route tables of private subnets, in which pods on premises are to be found; one at least. */
  readonly routeTableIds: readonly string[];
}

export interface HybridGatewayProps extends ChartWithRoleProps, HybridGatewayValuesProps {
  readonly region: string;
  readonly accountId: string;
}

const NAME = "eks-hybrid-nodes-gateway";

/** Values of AWS's chart. @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-configuration.html */
export function hybridGatewayValues({ vpcCidr, podCidrs, routeTableIds }: HybridGatewayValuesProps): HelmValues {
  if (podCidrs.length === 0 || routeTableIds.length === 0)
    throw new Error("the gateway needs podCidrs and routeTableIds: without them no packet would reach it.");
  return {
    replicas: GATEWAY_REPLICAS,
    nodeLabel: GATEWAY_NODE,
    vpcCIDR: vpcCidr,
    podCIDRs: podCidrs.join(","),
    routeTableIDs: routeTableIds.join(","),
    // its nodes are a managed node group
    autoMode: { enabled: false },
  };
}

/** What the leader does in EC2: it finds its own interface, and points routes of these tables at it. */
const statements = ({ partition, region, accountId, routeTableIds }: HybridGatewayProps): PolicyStatement[] => [
  { sid: "FindItself", actions: ["ec2:DescribeInstances", "ec2:DescribeRouteTables"], resources: ["*"] },
  {
    sid: "PointRoutes",
    actions: ["ec2:CreateRoute", "ec2:ReplaceRoute"],
    resources: routeTableIds.map((id) => `arn:${partition}:ec2:${region}:${accountId}:route-table/${id}`),
  },
];

/**
 * Carries packets between the VPC and pods on premises, by VXLAN, which encrypts nothing. Its routes are its own, in tables that
 * Terraform has made: they stay when it goes.
 */
export class HybridGateway extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: HybridGatewayProps) {
    super(scope, id);
    this.dependable = chartWithRole(this, props, {
      release: NAME,
      serviceAccount: NAME,
      statements: statements(props),
      values: hybridGatewayValues(props),
      // its leader writes an object of a kind that Cilium's operator makes, which waits for the first server
      wait: false,
    });
  }
}

/** The way between the VPC and pods on premises, where the network there has no routes to them. */
export const hybridGateway: PlatformComponent = {
  id: "hybrid-gateway",
  chart: NAME,
  after: ["cilium", "authorities"],
  install: ({ env, partition, cluster, network }, { scope, id, chart }) =>
    new HybridGateway(scope, id, {
      ...chart,
      partition,
      region: env.region,
      accountId: env.account,
      clusterName: cluster.clusterName,
      roleName: env.names.role("hybrid-gateway"),
      vpcCidr: env.network.cidr,
      podCidrs: env.cluster.hybrid?.podCidrs ?? [],
      routeTableIds: Object.values(network.privateRouteTableIds ?? {}),
    }).dependable,
};
