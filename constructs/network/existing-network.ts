import { Construct } from "constructs";
import { assertOneSubnetPerPlace, type NetworkHandle, type SubnetHandle } from "./network-handle";

export interface ExistingNetworkProps {
  /** The existing VPC, e.g. `vpc-0a1b2c3d`. Its DNS support and DNS hostnames must be on: EKS nodes need both. */
  readonly vpcId: string;
  /** IPv4 CIDRs of the VPC, the primary one first. */
  readonly vpcCidrs: readonly string[];
  /** Existing subnets, with the role that each is to play. */
  readonly subnets: readonly SubnetHandle[];
  /** Route tables of the private subnets, each once. */
  readonly privateRouteTableIds: readonly string[];
  /** Route tables of the public subnets, each once. @default - none known */
  readonly publicRouteTableIds?: readonly string[];
}

/**
 * A network that exists and belongs to somebody else. It creates nothing and looks nothing up, so nothing
 * of it can ever be changed or destroyed from here. Tags that load balancers look for are the owner's affair.
 */
export class ExistingNetwork extends Construct implements NetworkHandle {
  readonly vpcId: string;
  readonly vpcCidrs: readonly string[];
  readonly subnets: readonly SubnetHandle[];
  readonly privateRouteTableIds: readonly string[];
  readonly publicRouteTableIds: readonly string[];

  constructor(scope: Construct, id: string, props: ExistingNetworkProps) {
    super(scope, id);
    assertOneSubnetPerPlace(props.vpcId, props.subnets);
    this.vpcId = props.vpcId;
    this.vpcCidrs = props.vpcCidrs;
    this.subnets = props.subnets;
    this.privateRouteTableIds = props.privateRouteTableIds;
    this.publicRouteTableIds = props.publicRouteTableIds ?? [];
  }
}
