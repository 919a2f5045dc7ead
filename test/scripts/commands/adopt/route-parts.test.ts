import { plannedResources } from "../../../../scripts/commands/adopt/planned";
import { routeParts } from "../../../../scripts/commands/adopt/route-parts";
import { sample } from "../../../helpers/environment";

const places = plannedResources(sample().env).get("network")!;
const subnet = (zone: string, id: string) => ({ place: `vpc/subnet-private-us-east-1${zone}`, id, actual: {} });
const table = (RouteTableId: string, subnets: readonly string[], destination?: string, Main = false) => ({
  RouteTableId,
  Associations: subnets.map((SubnetId) => ({ SubnetId, Main })),
  Routes: destination === undefined ? [] : [{ DestinationCidrBlock: destination }],
});
const both = [subnet("a", "s-a"), subnet("b", "s-b")];
const read = (...tables: Parameters<typeof table>[]) =>
  routeParts(
    places,
    both,
    tables.map((each) => table(...each)),
  ).map(({ place, id }) => `${place}=${id}`);

test("each subnet has its table, with the way out where there is one", () =>
  expect(read(["rtb-a", ["s-a"], "0.0.0.0/0"], ["rtb-b", ["s-b"], "10.9.0.0/16"])).toEqual([
    "vpc/routes-of-private-us-east-1a=s-a/rtb-a",
    "vpc/private-routes-us-east-1a=rtb-a",
    "vpc/private-default-route-us-east-1a=rtb-a_0.0.0.0/0",
    "vpc/routes-of-private-us-east-1b=s-b/rtb-b",
    "vpc/private-routes-us-east-1b=rtb-b",
  ]));

test("a table that subnets share is that of the first", () =>
  expect(read(["rtb-a", ["s-b", "s-a"]])).toEqual([
    "vpc/routes-of-private-us-east-1a=s-a/rtb-a",
    "vpc/private-routes-us-east-1a=rtb-a",
    "vpc/routes-of-private-us-east-1b=s-b/rtb-a",
  ]));

test("a subnet under the main table has no association that could be imported", () =>
  expect(read(["rtb-main", ["s-a", "s-b"], undefined, true])).toEqual([]));

test("tables of subnets that are not adopted are left alone", () =>
  expect(read(["rtb-x", ["s-x"], "0.0.0.0/0"])).toEqual([]));
