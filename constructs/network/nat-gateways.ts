import { Eip } from "@cdktf/provider-aws/lib/eip";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";

export interface NatGatewaysProps {
  /** Prefix of the `Name` tags. */
  readonly name: string;
  /** Zone → public subnet in which its gateway stands. */
  readonly subnetIdByZone: Readonly<Record<string, string>>;
  /** Internet gateway of the VPC: neither an address nor a NAT gateway works before it is attached. */
  readonly internetGateway: ITerraformDependable;
}

/** One NAT gateway with an Elastic IP of its own in each of the given zones. Ids carry the zone. */
export class NatGateways extends Construct {
  /** Zone → NAT gateway. */
  readonly natGatewayIdByZone: Readonly<Record<string, string>>;
  /** Addresses from which the private subnets reach the internet: what others put into allow-lists. */
  readonly publicIps: readonly string[];

  constructor(scope: Construct, id: string, props: NatGatewaysProps) {
    super(scope, id);
    const dependsOn = [props.internetGateway];
    const gateways = Object.entries(props.subnetIdByZone).map(([zone, subnetId]) => {
      const tags = { Name: `${props.name}-nat-${zone}` };
      const address = new Eip(this, `address-${zone}`, { domain: "vpc", tags, dependsOn });
      const gateway = new NatGateway(this, `nat-${zone}`, { allocationId: address.id, subnetId, tags, dependsOn });
      return { zone, natGatewayId: gateway.id, publicIp: address.publicIp };
    });

    this.natGatewayIdByZone = Object.fromEntries(gateways.map(({ zone, natGatewayId }) => [zone, natGatewayId]));
    this.publicIps = gateways.map(({ publicIp }) => publicIp);
  }
}
