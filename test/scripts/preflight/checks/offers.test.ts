import { BLOCK_OFFERS, offersFor } from "../../../../scripts/preflight/checks/offers";
import { checked, quotas } from "../../../helpers/preflight-check";
import { awsError, pretendedAws, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { NOW, sample, type Change } from "../../../helpers/environment";

const CALL = "EC2.DescribeCapacityBlockOfferings";

const onDemand = (change: Change = {}): Change => ({
  nodeGroups: { h100: { capacity: { kind: "on-demand", target: null, zone: null }, ...change } },
});

/** A block of four instances for one day. */
const offer = (id: string, zone: string, fee: number | string, start = "2026-11-25T11:30:00Z", hours = 24) => ({
  CapacityBlockOfferingId: id,
  AvailabilityZone: zone,
  InstanceCount: 4,
  StartDate: new Date(start),
  EndDate: new Date(Date.parse(start) + hours * 3_600_000),
  CapacityBlockDurationHours: hours,
  UpfrontFee: `${fee}`,
  CurrencyCode: "USD",
});

/** Quota on concurrent blocks of p5: enough for four, and for those of the account. */
const MAY_BUY = { ...quotas({ "L-DA6814F2": 1000 }), "EC2.DescribeCapacityReservations": {} };

/** Offers of one day; none of another length. */
const offers = (...CapacityBlockOfferings: object[]): PretendedAnswers => ({
  ...MAY_BUY,
  [CALL]: ({ CapacityDurationHours }: { CapacityDurationHours: number }) =>
    CapacityDurationHours === 24 ? { CapacityBlockOfferings } : { CapacityBlockOfferings: [] },
});

test("offers in the zones of the network are ranked by price, then by start", async () => {
  const answers = offers(
    offer("cbo-dear", "us-east-1b", 4800),
    offer("cbo-late", "us-east-1a", 3840, "2026-12-02T11:30:00Z"),
    offer("cbo-soon", "us-east-1b", 3840),
  );
  const [result] = await checked(BLOCK_OFFERS, answers, onDemand());
  expect(result).toMatchObject({ verdict: "ok", subject: "h100" });
  expect(result?.text).toContain("4 p5.48xlarge for 1, 7 or 14 days, on-demand 55.04 USD per instance hour");
  expect(result?.text).toContain(
    "1. us-east-1b from 2026-11-25T11:30:00.000Z for 24 h, 40.00 USD per instance hour, 3,840.00 USD up front (cbo-soon); 2.",
  );
  expect(result?.text.match(/cbo-\w+(?=\))/g)).toEqual(["cbo-soon", "cbo-late", "cbo-dear"]);
  expect(result?.text).toContain("cannot be undone");
  expect(result?.text).toContain("--capacity-block-offering-id cbo-soon --instance-platform Linux/UNIX");
});

test("zones that the network lacks are told apart, and never recommended", async () => {
  const answers = offers(offer("cbo-cheap", "us-east-1f", 1000), offer("cbo-here", "us-east-1a", 3840));
  const [result] = await checked(BLOCK_OFFERS, answers, onDemand());
  expect(result?.text).toContain("1. us-east-1a");
  expect(result?.text).toContain("; outside the network: us-east-1f from");
  expect(result?.text).toContain("--capacity-block-offering-id cbo-here");
});

test("nothing on offer in the network is a warning; where there is some is said", async () => {
  const elsewhere = offers(offer("cbo-1", "us-east-1f", 1000), offer("cbo-2", "us-east-1d", 1200));
  const [outside] = await checked(BLOCK_OFFERS, elsewhere, onDemand());
  expect(outside).toMatchObject({ verdict: "warning" });
  expect(outside?.text).toContain(
    "no Capacity Block of 4 p5.48xlarge for 1, 7 or 14 days is on offer in us-east-1a, us-east-1b; outside",
  );
  expect(outside?.fix).toBe("Add us-east-1d or us-east-1f to the network, or run fewer nodes.");
  const [none] = await checked(BLOCK_OFFERS, offers(), onDemand());
  expect(none?.fix).toContain("Try again later");
});

test("five are listed, and how many more there are", async () => {
  const seven = Array.from({ length: 7 }, (_, index) => offer(`cbo-${index}`, "us-east-1a", 4000 + index));
  const [result] = await checked(BLOCK_OFFERS, offers(...seven), onDemand());
  expect(result?.text).toContain("5. us-east-1a");
  expect(result?.text).not.toContain("6. ");
  expect(result?.text).toContain("; 2 more");
});

test("a day, a week and two weeks are asked for, of as many instances as a block may have", async () => {
  const aws = pretendedAws(offers());
  await BLOCK_OFFERS.run({ environment: sample(onDemand({ nodes: 100 })).env, aws, now: NOW });
  expect(aws.calls.map(({ input }) => input)).toEqual(
    [24, 168, 336].map((CapacityDurationHours) =>
      expect.objectContaining({ InstanceType: "p5.48xlarge", InstanceCount: 64, CapacityDurationHours }),
    ),
  );
});

test.each<[string, Change]>([
  ["a reservation", {}],
  ["a type that is not sold in blocks", onDemand({ instanceType: "g6.48xlarge" })],
  ["no nodes", onDemand({ nodes: 0 })],
])("%s: nothing is asked", async (_, change) => {
  expect(await checked(BLOCK_OFFERS, {}, change)).toEqual([]);
});

test("spot groups are told too", async () => {
  const change = onDemand({ capacity: { kind: "spot", target: null, zone: null } });
  const results = await checked(BLOCK_OFFERS, offers(offer("cbo-1", "us-east-1a", 3840)), change);
  expect(results.map(({ subject }) => subject)).toEqual([
    "h100",
    "Concurrent P5 Capacity Blocks of an account (L-DA6814F2)",
  ]);
});

describe("the quota on what may be bought", () => {
  const block = (InstanceType: string, TotalInstanceCount: number) => ({
    ReservationType: "capacity-block",
    InstanceType,
    TotalInstanceCount,
  });
  const asked = async (limit: number, CapacityReservations: object[], change = onDemand()) => {
    const answers = {
      ...offers(offer("cbo-1", "us-east-1a", 3840)),
      ...quotas({ "L-DA6814F2": limit }),
      "EC2.DescribeCapacityReservations": { CapacityReservations },
    };
    return (await checked(BLOCK_OFFERS, answers, change))[1];
  };

  test("counts the vCPUs of blocks of the family that are active, and those of the one to buy", async () => {
    const others = [block("p5en.48xlarge", 8), { ...block("p5.48xlarge", 8), ReservationType: "default" }];
    expect(await asked(1152, [block("p5.48xlarge", 2), ...others])).toMatchObject({
      verdict: "ok",
      text: "limit 1,152 vCPU; 384 vCPU in use (DescribeCapacityReservations), 768 vCPU more needed: a block for h100 4 × 192",
    });
  });

  test("is a warning where it is too small, with the request: the group itself needs no block", async () => {
    const result = await asked(0, []);
    expect(result?.verdict).toBe("warning");
    expect(result?.fix).toContain("--quota-code L-DA6814F2 --desired-value 768");
  });

  test("is unknown where blocks have types whose vCPUs nobody says", async () =>
    expect(await asked(9999, [block("p5.nano", 1)])).toMatchObject({
      verdict: "unknown",
      text: expect.stringContaining("not counted: blocks of types whose vCPUs are unknown") as string,
    }));

  test("is not told of a family for which no document gives one", async () =>
    expect(await asked(9999, [], onDemand({ instanceType: "p6-b200.48xlarge" }))).toBeUndefined());
});

test("an on-demand price that is unknown is said to be", async () => {
  const answers = offers(offer("cbo-1", "us-east-1a", 3840));
  const [result] = await checked(BLOCK_OFFERS, answers, onDemand({ instanceType: "p5e.48xlarge" }));
  expect(result?.text).toContain("on-demand unknown per instance hour");
});

test("an offer without what a price needs is left out", async () => {
  const broken = [
    offer("cbo-1", "us-east-1a", "soon"),
    { ...offer("cbo-2", "us-east-1a", 1), EndDate: undefined },
    { ...offer("cbo-3", "us-east-1a", 1), UpfrontFee: undefined },
    offer("cbo-4", "us-east-1a", 1, "2026-11-25T11:30:00Z", 0),
  ];
  expect(await offersFor(pretendedAws(offers(...broken)), "p5.48xlarge", 4, ["us-east-1"])).toEqual([]);
});

test("several Regions are ranked together, each asked in itself", async () => {
  const aws = pretendedAws({
    [CALL]: ({ CapacityDurationHours }: { CapacityDurationHours: number }, region: string) =>
      CapacityDurationHours === 168
        ? {
            CapacityBlockOfferings: [
              offer(`cbo-${region}`, `${region}a`, region === "us-west-2" ? 20_000 : 30_000, undefined, 168),
            ],
          }
        : {},
  });
  const found = await offersFor(aws, "p5.48xlarge", 4, ["us-east-1", "us-west-2"]);
  expect(found.map(({ region, zone, hours }) => [region, zone, hours])).toEqual([
    ["us-west-2", "us-west-2a", 168],
    ["us-east-1", "us-east-1a", 168],
  ]);
  expect(found[0]?.perInstanceHour).toBeCloseTo(20_000 / 4 / 168);
});

test("no permission is thrown on", async () => {
  const answers = { [CALL]: awsError("UnauthorizedOperation") };
  await expect(checked(BLOCK_OFFERS, answers, onDemand())).rejects.toThrow("UnauthorizedOperation");
});
