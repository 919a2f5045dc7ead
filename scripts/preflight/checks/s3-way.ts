import {
  EC2Client,
  paginateDescribeRouteTables,
  paginateDescribeVpcEndpoints,
  type RouteTable,
  type VpcEndpoint,
} from "@aws-sdk/client-ec2";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedSubnet } from "../../../config/sites/aws-eks/network/resolve";
import type { CheckResult, PreflightCheck } from "../check";
import { all } from "../../lib/aws/once";

const GATEWAY = "https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-s3.html";

/** In a VPC that is only used, Railyard makes no endpoint and touches no route table. */
export const S3_WAY: PreflightCheck = {
  id: "network/gateway-endpoint",
  title: "Private subnets of the adopted VPC reach S3 by a gateway endpoint, which is free.",
  actions: ["ec2:DescribeVpcEndpoints", "ec2:DescribeRouteTables"],
  run: async ({ environment: env, aws }) => {
    const { vpcId, subnets } = env.network;
    if (vpcId === null) return [];
    const client = aws.client(EC2Client);
    const input = () => ({ Filters: [{ Name: "vpc-id", Values: [vpcId] }] });
    const [endpoints, tables] = await Promise.all([
      all(paginateDescribeVpcEndpoints({ client }, input()), (page) => page.VpcEndpoints),
      all(paginateDescribeRouteTables({ client }, input()), (page) => page.RouteTables),
    ]);
    const usable = endpoints.filter(
      ({ ServiceName, State }) => ServiceName?.endsWith(`${env.region}.s3`) && State?.toLowerCase() === "available",
    );
    return subnets.filter(({ tier }) => tier === "private").map((subnet) => judge(subnet, usable, tables, env));
  },
};

function judge(
  { id, key }: ResolvedSubnet,
  endpoints: readonly VpcEndpoint[],
  tables: readonly RouteTable[],
  { region, network }: AwsEnvironment,
): CheckResult {
  const subject = id ?? key;
  const table = tableOf(subject, tables);
  if (!table?.RouteTableId) {
    const fix = `aws ec2 describe-route-tables --region ${region} --filters Name=vpc-id,Values=${network.vpcId}`;
    return { verdict: "unknown", subject, text: "AWS names no route table of it", fix, source: GATEWAY };
  }
  const { RouteTableId: tableId } = table;
  const gateway = endpoints.find(
    ({ VpcEndpointType, RouteTableIds = [] }) => VpcEndpointType === "Gateway" && RouteTableIds.includes(tableId),
  );
  if (gateway) return { verdict: "ok", subject, text: `${tableId} leads to S3 by ${gateway.VpcEndpointId}` };
  const other = endpoints.find(({ VpcEndpointType }) => VpcEndpointType === "Gateway");
  const fix = other
    ? `aws ec2 modify-vpc-endpoint --region ${region} --vpc-endpoint-id ${other.VpcEndpointId} --add-route-table-ids ${tableId}`
    : `aws ec2 create-vpc-endpoint --region ${region} --vpc-id ${network.vpcId} --service-name com.amazonaws.${region}.s3 --route-table-ids ${tableId}`;
  const without = `${tableId} has no gateway endpoint for S3`;
  const inside = endpoints.find(
    ({ VpcEndpointType, PrivateDnsEnabled }) => VpcEndpointType === "Interface" && PrivateDnsEnabled,
  );
  if (inside) {
    const text = `${without}: S3 is reached by ${inside.VpcEndpointId}, which costs for every byte`;
    return { verdict: "warning", subject, text, fix, source: GATEWAY };
  }
  const out = (table.Routes ?? []).find(
    ({ DestinationCidrBlock, State }) => DestinationCidrBlock === "0.0.0.0/0" && State !== "blackhole",
  );
  if (out) {
    const by =
      out.NatGatewayId ?? out.TransitGatewayId ?? out.GatewayId ?? out.NetworkInterfaceId ?? "its default route";
    const text = `${without}: images and checkpoints reach S3 by ${by}, which costs for every byte`;
    return { verdict: "warning", subject, text, fix, source: GATEWAY };
  }
  const text = `${without} and no default route: nodes cannot fetch their images, whose layers are in S3`;
  return { verdict: "failed", subject, text, fix, source: GATEWAY };
}

/** The table of a subnet; one that names none has the main table of the VPC. */
function tableOf(subnetId: string, tables: readonly RouteTable[]): RouteTable | undefined {
  const own = tables.find(({ Associations = [] }) => Associations.some(({ SubnetId }) => SubnetId === subnetId));
  return own ?? tables.find(({ Associations = [] }) => Associations.some(({ Main }) => Main));
}
