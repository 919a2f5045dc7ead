import { AutoscalingSchedule } from "@cdktf/provider-aws/lib/autoscaling-schedule";
import fc from "fast-check";
import { DAYS } from "../../../config/schedule/schema";
import { AUTO_SCALING_KINDS } from "../../../scripts/rehearsal/aws/eks/auto-scaling";
import { fakeCloud } from "../../scripts/rehearsal/aws/fake-cloud";
import { refusalsOf } from "../../scripts/rehearsal/aws/refusal-text";
import { NodeHours, type NodeHoursProps } from "../../../constructs/nodes/node-hours";
import { sample } from "../../helpers/environment";
import { resources, synthStack, type Json } from "../../helpers/synth";

const HOURS = {
  timeZone: "Europe/Zurich",
  on: { recurrence: "0 8 * * 1,2,3,4,5" },
  off: { recurrence: "0 19 * * 1,2,3,4,5" },
  nodes: 4,
};
/** By name, without what follows from the content. */
const actions = (props: Partial<NodeHoursProps>): Record<string, Json> => {
  const json = synthStack((stack) => void new NodeHours(stack, "hours", { autoScalingGroupName: "asg", ...props }));
  return Object.fromEntries(
    Object.values<Json>(resources(json, AutoscalingSchedule)).map(({ "//": _, ...one }) => [
      one.scheduled_action_name.replace(/-[0-9a-f]{8}$/, ""),
      one,
    ]),
  );
};
const names = (props: Partial<NodeHoursProps>): string[] =>
  Object.values(actions(props)).map((one) => one.scheduled_action_name);

test("nodes come and go by the clock of the zone; least and most stay as they are", () => {
  const common = { autoscaling_group_name: "asg", time_zone: "Europe/Zurich", min_size: -1, max_size: -1 };
  expect(actions({ hours: HOURS })).toEqual({
    "railyard-hours-on": {
      ...common,
      scheduled_action_name: expect.stringMatching(/^railyard-hours-on-[0-9a-f]{8}$/),
      recurrence: "0 8 * * 1,2,3,4,5",
      desired_capacity: 4,
    },
    "railyard-hours-off": {
      ...common,
      scheduled_action_name: expect.stringMatching(/^railyard-hours-off-[0-9a-f]{8}$/),
      recurrence: "0 19 * * 1,2,3,4,5",
      desired_capacity: 0,
    },
  });
});

test("the first time may be told: until then nobody is switched", () => {
  const on = { ...HOURS.on, first: "2026-12-25T07:00:00Z" };
  const off = { ...HOURS.off, first: "2026-12-25T18:00:00Z" };
  const scheduled = actions({ hours: { ...HOURS, on, off } });
  expect(scheduled["railyard-hours-on"]!.start_time).toBe("2026-12-25T07:00:00Z");
  expect(scheduled["railyard-hours-off"]!.start_time).toBe("2026-12-25T18:00:00Z");
});

test("at its end a group loses all nodes once, and never gets them back by the clock", () => {
  const scheduled = actions({ hours: HOURS, expires: "2027-01-01T00:00:00Z" });
  expect(scheduled["railyard-expires"]).toEqual({
    scheduled_action_name: "railyard-expires",
    autoscaling_group_name: "asg",
    start_time: "2027-01-01T00:00:00Z",
    min_size: 0,
    max_size: -1,
    desired_capacity: 0,
  });
  expect(scheduled["railyard-hours-on"]!.end_time).toBe("2027-01-01T00:00:00Z");
  expect(scheduled["railyard-hours-off"]!.end_time).toBe("2027-01-01T00:00:00Z");
});

describe("an action that comes again is replaced, for the provider would send times of before", () => {
  const before = names({ hours: HOURS });
  const first = "2026-12-25T07:00:00Z";

  test.each<[string, Partial<NodeHoursProps>]>([
    ["another zone", { hours: { ...HOURS, timeZone: "Etc/UTC" } }],
    ["another time", { hours: { ...HOURS, on: { recurrence: "0 9 * * 1" }, off: { recurrence: "0 18 * * 1" } } }],
    ["a pause", { hours: { ...HOURS, pausedUntil: first } }],
    ["an end", { hours: HOURS, expires: "2027-01-01T00:00:00Z" }],
  ])("%s", (_, props) => {
    const after = names(props);
    for (const name of before) expect(after).not.toContain(name);
  });

  test("another number of nodes: only the one that starts them", () => {
    const kept = names({ hours: { ...HOURS, nodes: 5 } }).filter((name) => before.includes(name));
    expect(kept).toEqual([expect.stringContaining("-off-")]);
  });

  test("but not because time goes by: a first time that has passed is no longer told", () => {
    const paused = { ...HOURS, pausedUntil: "2026-12-24T23:00:00Z" };
    const scheduled = { ...paused, on: { ...HOURS.on, first }, off: { ...HOURS.off, first } };
    expect(names({ hours: scheduled })).toEqual(names({ hours: paused }));
  });
});

test("Auto Scaling takes the times of any hours", () => {
  const kind = AUTO_SCALING_KINDS["aws_autoscaling_schedule"]!;
  const refused = refusalsOf(kind, fakeCloud());
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const days = fc.subarray([...DAYS], { minLength: 1 });
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 });
  const text = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  fc.assert(
    fc.property(zone, days, times, fc.boolean(), (timezone, wanted, minutes, isPaused) => {
      const [start = 0, end = 0] = minutes.sort((a, b) => a - b);
      const { env } = sample({
        nodeGroups: { h100: { capacity: { kind: "on-demand" } } },
        schedule: {
          timezone,
          days: wanted,
          start: text(start),
          end: text(end),
          ...(isPaused && { pausedUntil: "2026-12-24" }),
        },
      });
      const { on, off } = env.schedule!;
      for (const { recurrence, first } of [on, off]) {
        const sizes = { min_size: -1, max_size: -1, desired_capacity: 0 };
        const names = { scheduled_action_name: "night", autoscaling_group_name: "eks-gpu-1" };
        expect(refused({ ...names, ...sizes, recurrence, time_zone: timezone, start_time: first })).toBe("");
      }
      if (isPaused) expect(on.first! > env.schedule!.pausedUntil! || on.first === env.schedule!.pausedUntil).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a group may have an end and no hours, or neither", () => {
  expect(Object.keys(actions({ expires: "2027-01-01T00:00:00Z" }))).toEqual(["railyard-expires"]);
  expect(actions({})).toEqual({});
});
