import { ZONES } from "../../../../scripts/preflight/checks/zones";
import { checked } from "../../../helpers/preflight-check";
import type { Change } from "../../../helpers/environment";

const zone = (letter: string, id: string, more: object = {}) => ({
  ZoneName: `us-east-1${letter}`,
  ZoneId: id,
  State: "available",
  OptInStatus: "opt-in-not-required",
  ZoneType: "availability-zone",
  GroupName: "us-east-1-zg-1",
  ...more,
});
const ask = (zones: object[], change: Change = {}) =>
  checked(ZONES, { "EC2.DescribeAvailabilityZones": { AvailabilityZones: zones } }, change);
const A = zone("a", "use1-az4");
const B = zone("b", "use1-az6");

test("zones of the account are told with the ids that it knows them by", async () =>
  expect((await ask([A, B])).map(({ verdict, subject, text }) => [verdict, subject, text])).toEqual([
    ["ok", "us-east-1a", "use1-az4, available"],
    ["ok", "us-east-1b", "use1-az6, available"],
  ]));

test("a zone that the account has not fails, with those that it has", async () => {
  const [, b] = await ask([A, zone("c", "use1-az1")]);
  expect(b).toMatchObject({ verdict: "failed", subject: "us-east-1b", fix: "Choose us-east-1a or us-east-1c." });
});

test("the zone that EKS takes no control plane in fails by its id, whatever its name, unless nodes alone stand in it", async () => {
  const excluded = await ask([zone("a", "use1-az3"), B]);
  expect(excluded[0]).toMatchObject({ verdict: "failed", text: expect.stringContaining("use1-az3") });
  const network = { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] };
  const third = await ask([A, B, zone("c", "use1-az3")], { network });
  expect(third.map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok"]);
});

test("a Local Zone must be opted in", async () => {
  const network = { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] };
  const dallas = (OptInStatus: string) => ({
    ...zone("-dfw-2a", "use1-dfw2-az1", { ZoneType: "local-zone", GroupName: "us-east-1-dfw-2" }),
    OptInStatus,
  });
  const verdict = async (optIn: string) =>
    (await ask([A, B, dallas(optIn)], { network })).find(({ subject }) => subject === "us-east-1-dfw-2a");
  expect(await verdict("opted-in")).toMatchObject({ verdict: "ok" });
  const left = await verdict("not-opted-in");
  expect(left).toMatchObject({ verdict: "failed", fix: expect.stringContaining("--group-name us-east-1-dfw-2 ") });
});

test("a zone that is impaired is a warning; one of which AWS says nothing is unknown", async () => {
  const results = await ask([zone("a", "use1-az4", { State: "impaired" }), { ZoneName: "us-east-1b" }]);
  expect(results.map(({ verdict }) => verdict)).toEqual(["warning", "unknown"]);
});
