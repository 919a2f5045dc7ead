import { TRANSIT_GATEWAY } from "../../../../scripts/preflight/checks/transit-gateway";
import { hybrid } from "../../../helpers/hybrid";
import { checked } from "../../../helpers/preflight-check";
import { awsError } from "../../../helpers/pretended-aws";

const ID = "tgw-0123456789abcdef0";
const CONNECTED = hybrid({ connection: { kind: "transit-gateway", id: ID } });
const OPTIONS = {
  AutoAcceptSharedAttachments: "disable",
  DefaultRouteTableAssociation: "enable",
  DefaultRouteTablePropagation: "enable",
};
const ask = async (gateways: object[], change = CONNECTED) =>
  (await checked(TRANSIT_GATEWAY, { "EC2.DescribeTransitGateways": { TransitGateways: gateways } }, change)).map(
    ({ verdict, text }) => [verdict, text],
  );
const gateway = (more: object = {}, options: object = {}) => ({
  TransitGatewayId: ID,
  State: "available",
  OwnerId: "111122223333",
  Options: { ...OPTIONS, ...options },
  ...more,
});

test.each([
  ["the account's own", gateway(), "ok", "routes to what is attached"],
  ["one that is being made", gateway({ State: "pending" }), "failed", "its state is pending"],
  ["another account's", gateway({ OwnerId: "999999999999" }), "warning", "accepts attachments by hand"],
  [
    "another account's that accepts",
    gateway({ OwnerId: "999999999999" }, { AutoAcceptSharedAttachments: "enable" }),
    "ok",
    "available",
  ],
  ["one without a default table", gateway({}, { DefaultRouteTablePropagation: "disable" }), "warning", "finds the VPC"],
])("%s is told as it is", async (_, there, verdict, text) => {
  expect(await ask([there])).toEqual([[verdict, expect.stringContaining(text)]]);
});

test("one that is not there fails, whether AWS says so by an error or by an empty list", async () => {
  const missing = [["failed", expect.stringContaining("sees no such gateway in us-east-1")]];
  expect(await ask([])).toEqual(missing);
  const refused = awsError("InvalidTransitGatewayID.NotFound", 400, "Transit Gateway was deleted or does not exist.");
  const found = await checked(TRANSIT_GATEWAY, { "EC2.DescribeTransitGateways": () => refused }, CONNECTED);
  expect(found.map(({ verdict, text }) => [verdict, text])).toEqual(missing);
});

test("nothing is asked where the VPC is connected in another way, or not at all", async () => {
  expect(await checked(TRANSIT_GATEWAY, {}, hybrid())).toEqual([]);
  expect(await checked(TRANSIT_GATEWAY, {}, {})).toEqual([]);
});
