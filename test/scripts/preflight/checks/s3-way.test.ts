import { S3_WAY } from "../../../../scripts/preflight/checks/s3-way";
import { checked } from "../../../helpers/preflight-check";

const VPC = "vpc-0123456789abcdef0";
const network = {
  kind: "existing",
  zones: null,
  vpcId: VPC,
  cidr: "10.20.0.0/16",
  subnets: [
    { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
    { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
    { id: "subnet-0000000c", zone: "us-east-1a", cidr: "10.20.128.0/24", tier: "public" },
  ],
};
const NAT = { DestinationCidrBlock: "0.0.0.0/0", NatGatewayId: "nat-1", State: "active" };
const GATEWAY = {
  VpcEndpointId: "vpce-1",
  VpcEndpointType: "Gateway",
  ServiceName: "com.amazonaws.us-east-1.s3",
  State: "available",
  RouteTableIds: ["rtb-a"],
};
/** `a` names its table, `b` has the main one. */
const ask = (endpoints: object[], routes: object[] = []) =>
  checked(
    S3_WAY,
    {
      "EC2.DescribeVpcEndpoints": { VpcEndpoints: endpoints },
      "EC2.DescribeRouteTables": {
        RouteTables: [
          { RouteTableId: "rtb-main", Associations: [{ Main: true }], Routes: routes },
          { RouteTableId: "rtb-a", Associations: [{ SubnetId: "subnet-0000000a" }], Routes: routes },
        ],
      },
    },
    { network },
  );

test("a gateway endpoint in every private route table is good", async () =>
  expect((await ask([{ ...GATEWAY, RouteTableIds: ["rtb-a", "rtb-main"] }])).map(({ verdict }) => verdict)).toEqual([
    "ok",
    "ok",
  ]));

test("a route table that the endpoint is not in is told, with the command", async () => {
  const [a, b] = await ask([GATEWAY], [NAT]);
  expect(a?.verdict).toBe("ok");
  expect(b).toMatchObject({ verdict: "warning", text: expect.stringContaining("nat-1, which costs for every byte") });
  expect(b?.fix).toContain("--vpc-endpoint-id vpce-1 --add-route-table-ids rtb-main");
});

test("without any way to S3 it fails", async () => {
  const [a] = await ask([], [{ ...NAT, State: "blackhole" }]);
  expect(a).toMatchObject({ verdict: "failed", fix: expect.stringContaining("create-vpc-endpoint") });
  expect((await ask([{ ...GATEWAY, State: "deleting" }]))[0]?.verdict).toBe("failed");
});

test("an interface endpoint is a way that costs, where names lead to it", async () => {
  const endpoint = { ...GATEWAY, VpcEndpointType: "Interface", RouteTableIds: [], PrivateDnsEnabled: true };
  expect((await ask([endpoint]))[0]?.verdict).toBe("warning");
  expect((await ask([{ ...endpoint, PrivateDnsEnabled: false }]))[0]?.verdict).toBe("failed");
});

test("a subnet of which AWS names no table is unknown; a network of Railyard's own asks nothing", async () => {
  const none = { "EC2.DescribeVpcEndpoints": {}, "EC2.DescribeRouteTables": {} };
  expect((await checked(S3_WAY, none, { network }))[0]?.verdict).toBe("unknown");
  expect(await checked(S3_WAY, {})).toEqual([]);
});
