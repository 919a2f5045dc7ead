import { AUTO_SCALING_KINDS } from "../../../../../scripts/rehearsal/aws/eks/auto-scaling";
import { fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const kind = AUTO_SCALING_KINDS["aws_autoscaling_schedule"]!;
const ACTION = {
  scheduled_action_name: "night",
  autoscaling_group_name: "eks-gpu-1",
  min_size: 0,
  max_size: -1,
  desired_capacity: 0,
  recurrence: "0 22 * * 1-5",
  time_zone: "Europe/Berlin",
};
const refused = refusalsOf(kind, fakeCloud());

test("is replaced for another name or group", () => {
  expect(kind.forcesNew).toEqual(["autoscaling_group_name", "scheduled_action_name"]);
});

test("is known by group and name: two groups may have an action of one name", () => {
  expect(kind.identity).toEqual(["autoscaling_group_name", "scheduled_action_name"]);
});

test("needs its Auto Scaling group", () => {
  expect(kind.references).toEqual([
    { path: "autoscaling_group_name", to: ["aws_autoscaling_group"], by: "name", missing: "ValidationError" },
  ]);
});

test("has an ARN, and sizes of 0 where none are given", () => {
  const made = kind.create(ACTION, fakeCloud());
  expect(made).toMatchObject({ id: "night", min_size: 0, max_size: 0, desired_capacity: 0 });
  expect(made["arn"]).toMatch(
    /^arn:aws:autoscaling:us-west-2:123456789012:scheduledUpdateGroupAction:[0-9a-f-]{36}:autoScalingGroupName\/eks-gpu-1:scheduledActionName\/night$/,
  );
});

test.each(["*/15 * * * *", "30 0 1 1,6,12 *", "0 9 * JAN-MAR MON", "0 0 * * 7", "1-5,59 0-23/2 1,31 12 0", null, ""])(
  "recurs at %p",
  (recurrence) => {
    expect(refused({ ...ACTION, recurrence })).toBe("");
  },
);

test.each([
  "0 22 * *",
  "0 22 * * * *",
  "60 * * * *",
  "0 24 * * *",
  "0 0 0 * *",
  "0 0 * 13 *",
  "0 0 * * 8",
  "a b c d e",
  "5-1 * * * *",
  "0,60 * * * *",
  "60,0 * * * *",
  "*/0 * * * *",
])("does not recur at %p", (recurrence) => {
  expect(refused({ ...ACTION, recurrence })).toMatch(/^ValidationError: recurrence is/);
});

test("knows time zones", () => {
  expect(refused({ ...ACTION, time_zone: "Etc/UTC" })).toBe("");
  expect(refused({ ...ACTION, time_zone: null })).toBe("");
  expect(refused({ ...ACTION, time_zone: "Europe/Atlantis" })).toMatch(/^ValidationError: time_zone is/);
});

test.each<[number, number, number]>([
  [0, 0, 0],
  [1, 2, 3],
  [-1, 5, -1],
  [2, -1, 2],
])("takes sizes of %p, %p and %p", (min_size, desired_capacity, max_size) => {
  expect(refused({ ...ACTION, min_size, desired_capacity, max_size })).toBe("");
});

test.each<[number, number, number, RegExp]>([
  [-1, -1, -1, /at least one must be given/],
  [3, 2, 4, /between the minimum and the maximum/],
  [1, 5, 4, /between the minimum and the maximum/],
  [3, -1, 2, /between the minimum and the maximum/],
  [-2, 0, 1, /none is below 0/],
])("refuses sizes of %p, %p and %p", (min_size, desired_capacity, max_size, message) => {
  const refusal = refused({ ...ACTION, min_size, desired_capacity, max_size });
  expect(refusal).toMatch(/^ValidationError/);
  expect(refusal).toMatch(message);
});

test("begins and ends in the future", () => {
  expect(refused({ ...ACTION, start_time: "2026-01-01T00:00:00Z", end_time: "2027-01-01T00:00:00Z" })).toBe("");
  expect(refused({ ...ACTION, start_time: "2025-12-31T23:59:59Z" })).toMatch(
    /^ValidationError: start_time .*in the past/,
  );
  expect(refused({ ...ACTION, end_time: "2027-01-01" })).toMatch(/^ValidationError: end_time .*is written as/);
  expect(refused({ ...ACTION, end_time: "2027-13-01T00:00:00Z" })).toMatch(/^ValidationError: end_time/);
});

test("has no limits of time where none are given", () => {
  expect(refused({ ...ACTION, start_time: "", end_time: null })).toBe("");
});

test("counts a size that is left out as 0", () => {
  expect(refused({ ...ACTION, min_size: null, desired_capacity: null, max_size: null })).toBe("");
  expect(refused({ ...ACTION, min_size: 1, desired_capacity: null })).toMatch(/between the minimum and the maximum/);
});

test("keeps a time that has gone by since", () => {
  const past = { ...ACTION, start_time: "2025-12-31T23:59:59Z" };
  expect(refusalsOf(kind, fakeCloud(), past)(past)).toBe("");
});

test("is refused without names", () => {
  expect(refused({ ...ACTION, scheduled_action_name: "a", autoscaling_group_name: "a".repeat(255) })).toBe("");
  expect(refused({ ...ACTION, scheduled_action_name: "" })).toMatch(/^ValidationError: scheduled_action_name has 0/);
  expect(refused({ ...ACTION, autoscaling_group_name: "a".repeat(256) })).toMatch(
    /^ValidationError: autoscaling_group_name/,
  );
});
