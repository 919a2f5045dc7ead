import type { CapacityReservation } from "@aws-sdk/client-ec2";
import { reservationFindings } from "../../../../scripts/preflight/checks/reservation-findings";
import { NOW, sample, type Change } from "../../../helpers/environment";
import { ec2Groups } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

const GOOD: CapacityReservation = {
  CapacityReservationId: "cr-0123456789abcdef0",
  OwnerId: "111122223333",
  State: "active",
  ReservationType: "default",
  InstanceType: "p5.48xlarge",
  InstancePlatform: "Linux/UNIX",
  AvailabilityZone: "us-east-1a",
  Tenancy: "default",
  TotalInstanceCount: 4,
  AvailableInstanceCount: 4,
  InstanceMatchCriteria: "targeted",
};

function findings(change: Partial<CapacityReservation>, capacity: Change = {}, free = 4) {
  const { env } = sample({ nodeGroups: { h100: { capacity } } });
  const groups = ec2Groups(env).filter(({ name }) => name === "h100");
  const reservation = { ...GOOD, ...change };
  return reservationFindings({ reservation, groups, nodes: 4, free, account: env.account, now: NOW });
}

test("a reservation that fits is one good result", () => {
  expect(findings({})).toEqual([
    {
      verdict: "ok",
      subject: "cr-0123456789abcdef0",
      text: "active in us-east-1a, 4 of 4 p5.48xlarge free for 4 nodes, has no end",
    },
  ]);
});

test.each<[Partial<CapacityReservation>, string, string]>([
  [{ State: "expired" }, "state is expired: nothing can launch in it", "Name a reservation that is active in h100."],
  [
    { State: "scheduled", StartDate: new Date("2026-12-01T11:30:00Z") },
    "state is scheduled, from 2026-12-01T11:30:00.000Z",
    "Deploy the group when it is active.",
  ],
  [{ ReservationType: "capacity-block" }, "is a Capacity Block", 'Write kind: "capacity-block" in h100.'],
  [{ InstanceType: "p5e.48xlarge" }, "is for p5e.48xlarge, but h100 has p5.48xlarge", "Correct instanceType of h100"],
  [{ AvailabilityZone: "us-east-1b" }, "is in us-east-1b, but h100 says us-east-1a", 'zone: "us-east-1b"'],
  [{ InstancePlatform: "Windows" }, "is for Windows", "Reserve for Linux/UNIX."],
  [{ Tenancy: "dedicated" }, "has tenancy dedicated", "Reserve with tenancy default."],
])("%j fails, and no good result stands beside it", (change, text, fix) => {
  const found = findings(change);
  expect(found.map(({ verdict }) => verdict)).toEqual(["failed"]);
  expect(found[0]?.text).toContain(text);
  expect(found[0]?.fix).toContain(fix);
  expect(found[0]?.source).toContain("docs.aws.amazon.com");
});

test("too few free instances fail, and the command says how many it takes", () => {
  const [found] = findings({ TotalInstanceCount: 6 }, {}, 3);
  expect(found).toMatchObject({ verdict: "failed", text: "3 of 6 instances are free for 4 nodes of h100" });
  expect(found?.fix).toContain("lower nodes of h100 by 1");
  expect(found?.fix).toContain("--capacity-reservation-id cr-0123456789abcdef0 --instance-count 7");
});

describe("placement groups", () => {
  const ARN = "arn:aws:ec2:us-east-1:111122223333:placement-group/train";

  test("the one in which it was made is good", () => {
    expect(findings({ PlacementGroupArn: ARN }, { placementGroup: "train" }).map((one) => one.verdict)).toEqual(["ok"]);
  });

  test.each([
    [ARN, {}, "in the placement group train, but h100 says none", 'Write placementGroup: "train" in h100.'],
    [ARN, { placementGroup: "other" }, "but h100 says other", 'Write placementGroup: "train" in h100.'],
    [undefined, { placementGroup: "train" }, "in no placement group, but h100 says train", "Remove placementGroup"],
  ])("%s with %j fails", (PlacementGroupArn, capacity, text, fix) => {
    const [found] = findings({ PlacementGroupArn }, capacity);
    expect(found).toMatchObject({ verdict: "failed" });
    expect(found?.text).toContain(text);
    expect(found?.fix).toContain(fix);
    expect(found?.source).toContain("cr-cpg");
  });
});

describe("warnings stand beside the good result", () => {
  const warned = (...args: Parameters<typeof findings>) => {
    const [first, second, ...more] = findings(...args);
    expect(first?.verdict).toBe("ok");
    expect(second?.verdict).toBe("warning");
    expect(more).toEqual([]);
    return second;
  };

  test("another count than config says", () => {
    expect(warned({}, { count: 8 })).toMatchObject({
      text: "has 4 instances, but h100 says 8",
      fix: "Write count: 4 in h100.",
    });
    expect(findings({}, { count: 4 })).toHaveLength(1);
  });

  test("an end that is near", () => {
    expect(warned({ EndDate: new Date("2026-12-21T11:59:00Z") })?.text).toContain("ends 2026-12-21T11:59:00.000Z");
    const later = findings({ EndDate: new Date("2026-12-21T12:01:00Z") });
    expect(later).toHaveLength(1);
    expect(later[0]?.text).toContain("ends 2026-12-21T12:01:00.000Z");
  });

  test("open matching", () => {
    const found = warned({ InstanceMatchCriteria: "open" });
    expect(found?.text).toBe("is open: any p5.48xlarge of the account in us-east-1a takes its places");
    expect(found?.fix).toContain("--instance-match-criteria targeted");
  });

  test("another owner", () => {
    expect(warned({ OwnerId: "444455556666" })?.text).toContain("belongs to account 444455556666");
  });
});

test("a failure and a warning are both told, without a good result", () => {
  const found = findings({ AvailabilityZone: "us-east-1b", OwnerId: "444455556666" });
  expect(found.map(({ verdict }) => verdict)).toEqual(["failed", "warning"]);
});

test("one that is on its way without a date is waited for", () => {
  const [found] = findings({ State: "pending" });
  expect(found?.text).toBe("state is pending: nothing can launch in it");
  expect(found?.fix).toBe("Deploy the group when it is active.");
});

test("every group that names it is judged by itself", () => {
  const capacity = { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1b" };
  const { env } = sample({ nodeGroups: { more: { instanceType: "p5.48xlarge", nodes: 1, capacity } } });
  const groups = ec2Groups(env).filter((group) => group.machines.capacity.kind === "reservation");
  const props = { reservation: { ...GOOD, TotalInstanceCount: 5 }, nodes: 5, free: 5, account: env.account, now: NOW };
  expect(reservationFindings({ ...props, groups }).map(({ text }) => text)).toEqual([
    "is in us-east-1a, but more says us-east-1b",
  ]);
});
