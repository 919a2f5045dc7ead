import { TRANSIT_GATEWAY_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/transit-gateway";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const kind = TRANSIT_GATEWAY_KINDS["aws_ec2_transit_gateway_vpc_attachment"]!;
const subnet = (id: string, zone: string, vpc = "vpc-1") =>
  cloudObject("aws_subnet", id, { vpc_id: vpc, availability_zone: zone });

const cloud = fakeCloud({
  objects: [
    subnet("subnet-a", "us-west-2a"),
    subnet("subnet-a2", "us-west-2a"),
    subnet("subnet-x", "us-west-2b", "vpc-2"),
  ],
});
const attachment = {
  id: "new",
  vpc_id: "vpc-1",
  transit_gateway_id: "tgw-0123456789abcdef0",
  subnet_ids: ["subnet-a"],
};

test.each([
  [{}, []],
  [{ transit_gateway_id: "vgw-1" }, ["InvalidTransitGatewayID.Malformed"]],
  [{ subnet_ids: ["subnet-a", "subnet-a2"] }, ["DuplicateSubnetsInSameZone"]],
  [{ subnet_ids: ["subnet-a", "subnet-x"] }, ["InvalidParameterValue"]],
])("an attachment with %j is made, or refused: %j", (change, expected) => {
  expect(codes(kind, { ...attachment, ...change }, cloud)).toEqual(expected);
});

test("a VPC is attached to a gateway once", () => {
  const there = cloudObject("aws_ec2_transit_gateway_vpc_attachment", "tgw-attach-1", {
    vpc_id: "vpc-1",
    transit_gateway_id: attachment.transit_gateway_id,
  });
  const again = fakeCloud({ objects: [there] });
  expect(codes(kind, attachment, again)).toEqual(["DuplicateTransitGatewayAttachment"]);
  expect(codes(kind, { ...attachment, id: "tgw-attach-1" }, again)).toEqual([]);
});
