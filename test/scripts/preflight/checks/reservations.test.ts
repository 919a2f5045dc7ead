import { RESERVATIONS } from "../../../../scripts/preflight/checks/reservations";
import { checked, instances, type Running } from "../../../helpers/preflight-check";
import { awsError, pretendedAws } from "../../../helpers/pretended-aws";
import { NOW, sample } from "../../../helpers/environment";

const ID = "cr-0123456789abcdef0";
const GOOD = {
  CapacityReservationId: ID,
  OwnerId: "111122223333",
  State: "active",
  InstanceType: "p5.48xlarge",
  InstancePlatform: "Linux/UNIX",
  AvailabilityZone: "us-east-1a",
  Tenancy: "default",
  TotalInstanceCount: 4,
  AvailableInstanceCount: 4,
  InstanceMatchCriteria: "targeted",
};
const DESCRIBE = "EC2.DescribeCapacityReservations";

const ask = (reservation: object, ...running: Running[]) =>
  checked(RESERVATIONS, {
    [DESCRIBE]: { CapacityReservations: [{ ...GOOD, ...reservation }] },
    ...instances(...running),
  });

test("a reservation is asked for by its id, once for all groups that name it", async () => {
  const { env } = sample({
    nodeGroups: {
      more: {
        instanceType: "p5.48xlarge",
        nodes: 1,
        capacity: { kind: "reservation", target: ID, zone: "us-east-1a" },
      },
    },
  });
  const aws = pretendedAws({ [DESCRIBE]: { CapacityReservations: [GOOD] }, ...instances() });
  const results = await RESERVATIONS.run({ environment: env, aws, now: NOW });
  expect(aws.calls[0]?.input).toEqual({ CapacityReservationIds: [ID] });
  expect(aws.calls).toHaveLength(2);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ verdict: "failed", text: "4 of 4 instances are free for 5 nodes of h100, more" });
});

test("places that this environment took are free for it, those of others are not", async () => {
  const inside = { type: "p5.48xlarge", reservation: ID };
  const own = await ask({ AvailableInstanceCount: 2 }, { ...inside, group: "h100" }, { ...inside, group: "h100" });
  expect(own[0]).toMatchObject({ verdict: "ok", subject: ID });
  const others = await ask({ AvailableInstanceCount: 2 }, { ...inside, group: "h100" }, inside);
  expect(others[0]).toMatchObject({ verdict: "failed", text: "3 of 4 instances are free for 4 nodes of h100" });
  const outside = await ask({ AvailableInstanceCount: 3 }, { type: "p5.48xlarge", group: "h100" });
  expect(outside[0]?.verdict).toBe("failed");
});

test.each([
  ["an error", awsError("InvalidCapacityReservationId.NotFound")],
  ["nothing", { CapacityReservations: [] }],
])("a reservation that nobody sees, told by %s, fails", async (_, answer) => {
  const [result] = await checked(RESERVATIONS, { [DESCRIBE]: answer, ...instances() });
  expect(result).toMatchObject({
    verdict: "failed",
    subject: ID,
    text: "account 111122223333 sees no such reservation in us-east-1",
  });
  expect(result?.fix).toContain("capacity.target of h100");
});

test("no permission is thrown on", async () => {
  await expect(checked(RESERVATIONS, { [DESCRIBE]: awsError("UnauthorizedOperation") })).rejects.toThrow(
    "UnauthorizedOperation",
  );
});

test("without a reservation nothing is asked", async () => {
  const capacity = { kind: "on-demand", target: null, zone: null };
  expect(await checked(RESERVATIONS, {}, { nodeGroups: { h100: { capacity } } })).toEqual([]);
});

describe("a resource group", () => {
  const ARN = "arn:aws:resource-groups:us-east-1:111122223333:group/train";
  const CHANGE = { nodeGroups: { h100: { capacity: { target: ARN } } } };

  /** Reservations by id: what is free in them, and the group that they are in. */
  const group = (members: Record<string, readonly [free: number, arn: string]>, ...running: Running[]) => ({
    ...instances(...running),
    [DESCRIBE]: {
      CapacityReservations: Object.entries(members).map(([CapacityReservationId, [AvailableInstanceCount]]) => ({
        ...GOOD,
        CapacityReservationId,
        AvailableInstanceCount,
      })),
    },
    "EC2.GetGroupsForCapacityReservation": ({ CapacityReservationId }: { CapacityReservationId: string }) => ({
      CapacityReservationGroups: [{ GroupArn: members[CapacityReservationId]?.[1] }],
    }),
  });

  test("has the free places of its members together", async () => {
    const [result] = await checked(RESERVATIONS, group({ "cr-1": [1, ARN], "cr-2": [3, ARN] }), CHANGE);
    expect(result).toEqual({
      verdict: "ok",
      subject: "h100",
      text: `${ARN} has cr-1, cr-2 of p5.48xlarge in us-east-1a: 4 free for 4 nodes`,
    });
  });

  test("asks for reservations of the type and zone alone", async () => {
    const aws = pretendedAws(group({}));
    await RESERVATIONS.run({ environment: sample(CHANGE).env, aws, now: NOW });
    expect(aws.calls.at(-1)?.input).toMatchObject({
      Filters: [
        { Name: "state", Values: ["active"] },
        { Name: "instance-type", Values: ["p5.48xlarge"] },
        { Name: "availability-zone", Values: ["us-east-1a"] },
      ],
    });
  });

  test("that is too small is a warning, since the rest launches on demand", async () => {
    const [result] = await checked(RESERVATIONS, group({ "cr-1": [3, ARN], "cr-2": [9, `${ARN}-2`] }), CHANGE);
    expect(result).toMatchObject({ verdict: "warning" });
    expect(result?.text).toContain("has cr-1 of p5.48xlarge in us-east-1a: 3 free for 4 nodes");
    expect(result?.source).toContain("create-cr-group");
  });

  test("counts nodes of this environment that run in it", async () => {
    const own = { type: "p5.48xlarge", group: "h100", reservation: "cr-1" };
    const [result] = await checked(RESERVATIONS, group({ "cr-1": [3, ARN] }, own), CHANGE);
    expect(result?.verdict).toBe("ok");
  });

  test("without a member of the type and zone is said to have none", async () => {
    const [result] = await checked(RESERVATIONS, group({ "cr-1": [9, `${ARN}-2`] }), CHANGE);
    expect(result?.verdict).toBe("warning");
    expect(result?.text).toContain("has no active reservation of p5.48xlarge in us-east-1a that this account sees");
  });
});
