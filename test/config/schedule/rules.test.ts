import { SCHEDULE_RULES } from "../../../config/schedule/rules";
import { sample } from "../../helpers/environment";
import { CAPACITY_BLOCK, group, ruleCases } from "../../helpers/rule-cases";

const HOURS = { timezone: "Europe/Zurich", start: "08:00", end: "19:00", nodeGroups: ["cpu"] };
const development = (schedule: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  profile: "development",
  schedule: { ...HOURS, ...schedule },
  ...more,
});
const GOOD = { change: development({}) };

ruleCases(SCHEDULE_RULES, {
  "schedule/production": {
    severity: "error",
    trips: [{ change: { schedule: HOURS }, at: ["schedule"], message: ["production", "19:00"], fix: ["development"] }],
    passes: [GOOD, { change: {} }],
  },
  "schedule/order": {
    severity: "error",
    trips: [
      { change: development({ end: "08:00" }), at: ["schedule", "end"], message: ["08:00", "the time at which"] },
      {
        change: development({ start: "00:00", end: "00:00" }),
        at: ["schedule", "end"],
        message: ["00:00"],
        fix: ["next day"],
      },
    ],
    passes: [
      GOOD,
      { when: "hours over midnight", change: development({ start: "20:00", end: "06:00" }) },
      { change: development({ start: "08:00", end: "08:01" }) },
    ],
  },
  "schedule/drain": {
    severity: "error",
    trips: [
      {
        change: development({ end: "08:30", drainMinutes: 30 }),
        at: ["schedule", "drainMinutes"],
        message: ["30", "30 minutes a day"],
      },
      {
        when: "a short hour over midnight",
        change: development({ start: "23:50", end: "00:10", drainMinutes: 20 }),
        at: ["schedule", "drainMinutes"],
        message: ["20 minutes a day"],
      },
    ],
    passes: [GOOD, { change: development({ end: "08:31", drainMinutes: 30 }) }],
  },
  "schedule/groups-exist": {
    severity: "error",
    trips: [
      {
        change: development({ nodeGroups: ["cpu", "h10"] }),
        at: ["schedule", "nodeGroups", 1],
        message: ['"h10"', "cpu"],
        fix: ["h100"],
      },
    ],
    passes: [GOOD, { change: development({ nodeGroups: null }) }],
  },
  "schedule/paid-capacity": {
    severity: "error",
    trips: [
      {
        change: development({ nodeGroups: ["cpu", "h100"] }),
        at: ["schedule", "nodeGroups", 1],
        message: ["h100", "reservation"],
      },
      {
        change: { ...development({ nodeGroups: ["h100"] }), ...group("h100", { capacity: CAPACITY_BLOCK }) },
        at: ["schedule", "nodeGroups", 0],
        message: ["Capacity Block"],
      },
    ],
    passes: [GOOD, { when: "reservations that are not named", change: development({ nodeGroups: null }) }],
  },
  "schedule/nothing": {
    severity: "warning",
    trips: [
      {
        change: { ...development({ nodeGroups: null }), nodeGroups: { cpu: null } },
        at: ["schedule"],
        message: ["no node group"],
      },
    ],
    passes: [GOOD, { change: development({ nodeGroups: null }) }],
  },
  "schedule/autoscaler": {
    severity: "warning",
    trips: [{ change: GOOD.change, at: ["nodeGroups", "cpu", "nodes"], message: ["range", "cpu"] }],
    passes: [
      { change: { ...GOOD.change, ...group("cpu", { nodes: 2 }) } },
      {
        when: "a pool whose jobs ask for no node outside of them",
        change: {
          ...GOOD.change,
          ...group("cpu", { scaledBy: { kind: "karpenter" } }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
      { change: {} },
    ],
  },
  "schedule/clock-change": {
    severity: "warning",
    trips: [
      {
        change: development({ days: ["sun"], start: "02:30", end: "19:00" }),
        at: ["schedule", "start"],
        message: ["2027-03-28", "leap over", "02:30"],
      },
      {
        change: development({ days: ["sun"], start: "01:00", end: "02:30" }),
        now: "2026-10-01T00:00:00Z",
        at: ["schedule", "end"],
        message: ["2026-10-25", "twice"],
      },
      {
        change: development({ days: ["sun"], start: "01:00", end: "19:00" }),
        at: ["schedule", "start"],
        message: ["2027-03-28", "between 01:00 and 19:00"],
      },
      {
        when: "a night in which clocks change",
        change: development({ days: ["sat"], start: "20:00", end: "06:00" }),
        at: ["schedule", "start"],
        message: ["2027-03-27", "between 20:00 and 06:00"],
      },
      {
        when: "an end of a night that clocks leap over",
        change: development({ days: ["sat"], start: "20:00", end: "02:30" }),
        at: ["schedule", "end"],
        message: ["2027-03-28", "leap over", "02:30"],
      },
    ],
    passes: [
      GOOD,
      { when: "other days", change: development({ start: "02:30" }) },
      { when: "hours after the change", change: development({ days: ["sun"], start: "04:00" }) },
      {
        when: "zones whose clocks never change",
        change: development({ timezone: "Asia/Tokyo", days: ["sun"], start: "02:30" }),
      },
    ],
  },
  "schedule/pause-over": {
    severity: "warning",
    trips: [
      {
        change: development({ pausedUntil: "2026-11-20" }),
        at: ["schedule", "pausedUntil"],
        message: ["2026-11-20"],
        fix: ["out"],
      },
    ],
    passes: [GOOD, { change: development({ pausedUntil: "2026-11-21" }) }],
  },
});

describe("the shape", () => {
  test.each(["Europe/Zürich", "CEST+1", "+01:00", "europe/zurich", "Europe/zurich", "EUROPE/ZURICH", "utc", ""])(
    "takes %j for no time zone",
    (timezone) => {
      expect(() => sample(development({ timezone }))).toThrow(/must be a time zone of the IANA database/);
    },
  );

  test.each(["Europe/Zurich", "Etc/UTC", "America/Argentina/Buenos_Aires"])("takes %s", (timezone) => {
    expect(sample(development({ timezone })).env.schedule!.timezone).toBe(timezone);
  });

  test.each(["8:00", "24:00", "19:60", "noon"])("takes %j for no time of the day", (end) => {
    expect(() => sample(development({ end }))).toThrow(/must be a time of the day/);
  });

  test("takes each day once, and at least one", () => {
    expect(() => sample(development({ days: ["mon", "mon"] }))).toThrow(/each day once/);
    expect(() => sample(development({ days: [] }))).toThrow();
  });
});
