import { BLOCK_HEALTH, BLOCKS } from "../../../../scripts/preflight/checks/blocks";
import { checked, instances, type Running } from "../../../helpers/preflight-check";
import { awsError, pretendedAws } from "../../../helpers/pretended-aws";
import { NOW, sample, type Change } from "../../../helpers/environment";

const ID = "cr-0123456789abcdef0";
const DESCRIBE = "EC2.DescribeCapacityReservations";
const STATUS = "EC2.DescribeCapacityBlockStatus";

const CAPACITY = {
  kind: "capacity-block",
  target: null,
  id: ID,
  zone: "us-east-1a",
  start: "2026-11-20",
  end: "2026-12-04",
};
const blockGroup = (capacity: Change = {}): Change => ({
  nodeGroups: { h100: { capacity: { ...CAPACITY, ...capacity } } },
});

const GOOD = {
  CapacityReservationId: ID,
  CapacityBlockId: "cb-0123456789abcdef0",
  ReservationType: "capacity-block",
  OwnerId: "111122223333",
  State: "active",
  InstanceType: "p5.48xlarge",
  AvailabilityZone: "us-east-1a",
  Tenancy: "default",
  TotalInstanceCount: 4,
  AvailableInstanceCount: 4,
  StartDate: new Date("2026-11-20T11:30:00Z"),
  EndDate: new Date("2026-12-04T11:30:00Z"),
};

const ask = (block: object, capacity: Change = {}, ...running: Running[]) =>
  checked(
    BLOCKS,
    { [DESCRIBE]: { CapacityReservations: [{ ...GOOD, ...block }] }, ...instances(...running) },
    blockGroup(capacity),
  );

test("a block that is what config says is one good result", async () => {
  expect(await ask({})).toEqual([
    {
      verdict: "ok",
      subject: ID,
      text: "active in us-east-1a, 4 p5.48xlarge for 4 nodes, 2026-11-20T11:30:00.000Z to 2026-12-04T11:30:00.000Z",
    },
  ]);
});

test.each([
  [{ ReservationType: "default" }, "is an On-Demand Capacity Reservation", 'Write kind: "reservation" in h100.'],
  [{ State: "payment-failed" }, "state is payment-failed", "Name another block"],
  [{ State: "expired" }, "state is expired", "Name another block"],
  [{ InstanceType: "p5e.48xlarge" }, "has p5e.48xlarge, but h100 has p5.48xlarge", "Correct h100."],
  [
    { AvailabilityZone: "us-east-1f" },
    "is in us-east-1f, but h100 says us-east-1a",
    'Write zone: "us-east-1f" in h100.',
  ],
  [
    { StartDate: new Date("2026-11-20T12:15:00Z") },
    "start is 2026-11-20T12:15:00.000Z, but h100 says 2026-11-20T11:30:00Z",
    'Write start: "2026-11-20T12:15:00Z" in h100.',
  ],
  [
    { EndDate: new Date("2026-12-11T11:30:00Z") },
    "end is 2026-12-11T11:30:00.000Z, but h100 says 2026-12-04T11:30:00Z",
    'Write end: "2026-12-11T11:30:00Z" in h100.',
  ],
  [{ TotalInstanceCount: 3 }, "has 3 instances for 4 nodes of h100", "Lower nodes by 1."],
  [{ AvailableInstanceCount: 3 }, "3 of 4 instances are free for 4 nodes of h100", "Stop what else runs in it."],
  [{ Tenancy: "dedicated" }, "has tenancy dedicated", "Name another block"],
])("%j fails", async (block, text, fix) => {
  const results = await ask(block);
  expect(results.map(({ verdict }) => verdict)).toEqual(["failed"]);
  expect(results[0]?.text).toContain(text);
  expect(results[0]?.fix).toContain(fix);
});

test("seconds do not matter, minutes do", async () => {
  expect(await ask({ StartDate: new Date("2026-11-20T11:30:59Z") })).toHaveLength(1);
  expect((await ask({ StartDate: new Date("2026-11-20T11:31:00Z") }))[0]?.verdict).toBe("failed");
});

test("a block that has not begun is scheduled, and has nothing free yet", async () => {
  const [result] = await ask({ State: "scheduled", AvailableInstanceCount: 0 });
  expect(result?.verdict).toBe("ok");
  expect(result?.text).toMatch(/^scheduled in us-east-1a/);
});

test("nodes of this environment that run in it have their places", async () => {
  const inside = { type: "p5.48xlarge", lifecycle: "capacity-block", reservation: ID } as const;
  expect((await ask({ AvailableInstanceCount: 3 }, {}, { ...inside, group: "h100" }))[0]?.verdict).toBe("ok");
  expect((await ask({ AvailableInstanceCount: 3 }, {}, inside))[0]?.verdict).toBe("failed");
});

test.each([
  [{ State: "payment-pending" }, {}, "is not paid yet"],
  [{}, { count: 8 }, "has 4 instances, but h100 says 8"],
  [{ OwnerId: "444455556666" }, {}, "belongs to account 444455556666"],
])("%j with %j is a warning beside the good result", async (block, capacity, text) => {
  const [good, warning, ...more] = await ask(block, capacity);
  expect([good?.verdict, warning?.verdict, more]).toEqual(["ok", "warning", []]);
  expect(warning?.text).toContain(text);
});

test("a block that nobody sees fails, with the call that lists all", async () => {
  const answers = { [DESCRIBE]: awsError("InvalidCapacityReservationId.NotFound"), ...instances() };
  const [result] = await checked(BLOCKS, answers, blockGroup());
  expect(result).toMatchObject({
    verdict: "failed",
    text: "account 111122223333 sees no such Capacity Block in us-east-1",
  });
  expect(result?.fix).toContain("--filters Name=reservation-type,Values=capacity-block");
});

test("no permission is thrown on, and without a block nothing is asked", async () => {
  await expect(checked(BLOCKS, { [DESCRIBE]: awsError("UnauthorizedOperation") }, blockGroup())).rejects.toThrow(
    "UnauthorizedOperation",
  );
  expect(await checked(BLOCKS, {})).toEqual([]);
});

describe("health of blocks that are open", () => {
  const WELL = { TotalUnavailableCapacity: 0, InterconnectStatus: "ok" };
  const health = (status: object) => ({
    [DESCRIBE]: { CapacityReservations: [GOOD, { CapacityReservationId: "cr-other", CapacityBlockId: "cb-other" }] },
    [STATUS]: { CapacityBlockStatuses: [{ CapacityBlockId: GOOD.CapacityBlockId, TotalCapacity: 4, ...status }] },
  });

  test("is asked for those of this environment alone, and good where nothing fails", async () => {
    const aws = pretendedAws(health(WELL));
    const results = await BLOCK_HEALTH.run({ environment: sample(blockGroup()).env, aws, now: NOW });
    expect(aws.calls.at(-1)?.input).toMatchObject({ CapacityBlockIds: ["cb-0123456789abcdef0"] });
    expect(results).toEqual([
      {
        verdict: "ok",
        subject: "cb-0123456789abcdef0",
        text: "0 of 4 instances fail their system status check; interconnect ok",
      },
    ]);
  });

  test.each([
    [{ TotalUnavailableCapacity: 1 }, "1 of 4 instances fail their system status check; interconnect ok"],
    [{ InterconnectStatus: "impaired" }, "0 of 4 instances fail their system status check; interconnect impaired"],
  ])("%j is a warning", async (status, text) => {
    const [result] = await checked(BLOCK_HEALTH, health({ ...WELL, ...status }), blockGroup());
    expect(result).toMatchObject({ verdict: "warning", text });
    expect(result?.fix).toContain("AWS Support");
  });

  test.each([
    [{ InterconnectStatus: "insufficient-data" }, "interconnect insufficient-data"],
    [{ InterconnectStatus: undefined }, "interconnect unknown"],
    [{ TotalUnavailableCapacity: undefined }, "an unknown number of 4 instances"],
  ])("%j is unknown, not good", async (status, text) => {
    const [result] = await checked(BLOCK_HEALTH, health({ ...WELL, ...status }), blockGroup());
    expect(result).toMatchObject({ verdict: "unknown", text: expect.stringContaining(text) as string });
  });

  test("a block of which AWS says nothing is unknown", async () => {
    const answers = { ...health(WELL), [STATUS]: { CapacityBlockStatuses: [] } };
    expect(await checked(BLOCK_HEALTH, answers, blockGroup())).toEqual([
      expect.objectContaining({ verdict: "unknown", subject: GOOD.CapacityBlockId }),
    ]);
  });

  test("nothing is asked without a block, and no status of one that is not open", async () => {
    expect(await checked(BLOCK_HEALTH, {})).toEqual([]);
    expect(await checked(BLOCK_HEALTH, { [DESCRIBE]: { CapacityReservations: [] } }, blockGroup())).toEqual([]);
  });

  test("no permission is thrown on", async () => {
    const answers = { ...health({}), [STATUS]: awsError("UnauthorizedOperation") };
    await expect(checked(BLOCK_HEALTH, answers, blockGroup())).rejects.toThrow("UnauthorizedOperation");
  });
});
