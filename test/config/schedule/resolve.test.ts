import fc from "fast-check";
import { instancePrice } from "../../../config/facts/prices";
import { longestJobHours, minutesOf, nextTime, openMinutesOf } from "../../../config/schedule/resolve";
import { localTime } from "../../../config/schedule/zoned-time";
import { DAYS } from "../../../config/schedule/schema";
import { NOW, sample, type Change } from "../../helpers/environment";

const HOURS = { timezone: "Europe/Zurich", start: "08:00", end: "19:00" };
const ON_DEMAND = { nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
const of = (schedule: Change, change: Change = ON_DEMAND, now: Date = NOW) =>
  sample({ profile: "development", ...change, schedule: { ...HOURS, ...schedule } }, now).env;
const schedule = (...given: Parameters<typeof of>) => of(...given).schedule!;

test("there is none unless config says so", () => {
  expect(sample().env.schedule).toBeNull();
});

test("nodes start and go on working days, by cron in the time zone", () => {
  expect(schedule({})).toMatchObject({
    timezone: "Europe/Zurich",
    on: { recurrence: "0 8 * * 1,2,3,4,5", first: null },
    off: { recurrence: "0 19 * * 1,2,3,4,5", first: null },
    drain: "45 18 * * 1,2,3,4,5",
    openMinutes: 660,
    hoursPerWeek: 55,
  });
});

test("days stand in the order of the week, Sunday first as in cron", () => {
  const { days, on } = schedule({ days: ["sat", "mon", "sun"], start: "09:05", end: "22:30", drainMinutes: 40 });
  expect(days).toEqual(["sun", "mon", "sat"]);
  expect(on.recurrence).toBe("5 9 * * 0,1,6");
});

describe("hours over midnight", () => {
  const night = { start: "20:00", end: "06:00" };

  test("end on the day after each of the days, the drain where it falls", () => {
    expect(schedule({ ...night, days: ["mon", "fri", "sat"] })).toMatchObject({
      on: { recurrence: "0 20 * * 1,5,6" },
      off: { recurrence: "0 6 * * 0,2,6" },
      drain: "45 5 * * 0,2,6",
      openMinutes: 600,
      hoursPerWeek: 30,
    });
    expect(schedule({ start: "20:00", end: "00:05", days: ["sat"] })).toMatchObject({
      off: { recurrence: "5 0 * * 0" },
      drain: "50 23 * * 6",
    });
  });

  test("after a pause begin with a night that is one of the days", () => {
    // the 24th is a Thursday: its night ends on Friday
    expect(schedule({ ...night, days: ["thu"], pausedUntil: "2026-12-23" })).toMatchObject({
      on: { first: "2026-12-24T19:00:00Z" },
      off: { first: "2026-12-25T05:00:00Z" },
    });
  });

  test("are as long as the same hours of a day would be, for any times", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const text = (m: number) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(minute, minute, (start, end) => {
        const open = openMinutesOf({ start: text(start), end: text(end) });
        expect((start + open) % 1440).toBe(end);
        expect(open).toBeGreaterThanOrEqual(0);
        expect(open).toBeLessThan(1440);
      }),
    );
  });
});

describe("groups that follow the hours", () => {
  test("are all that are paid by the hour", () => {
    expect(schedule({}).nodeGroups).toEqual(["h100", "cpu"]);
    expect(schedule({}, {}).nodeGroups).toEqual(["cpu"]);
  });

  test("are those that are named, but for what is paid for anyway", () => {
    expect(schedule({ nodeGroups: ["cpu", "h100", "none"] }, {}).nodeGroups).toEqual(["cpu"]);
    expect(schedule({ nodeGroups: ["h100"] }).nodeGroups).toEqual(["h100"]);
  });

  test("have no least size, and all nodes when they are made", () => {
    const [h100, cpu] = of({}).nodeGroups;
    expect(h100!.count).toEqual({ min: 0, max: 4, initial: 4, owner: "schedule", window: null });
    expect(cpu!.count).toEqual({ min: 0, max: 3, initial: 0, owner: "autoscaler", window: null });
    expect(of({ nodeGroups: ["cpu"] }).nodeGroups[0]!.count.owner).toBe("terraform");
  });
});

describe("a pause", () => {
  const pausedUntil = "2026-12-24";

  test("ends with its day, where the clocks are; the hours hold from the first times after it", () => {
    expect(schedule({ pausedUntil })).toMatchObject({
      paused: true,
      pausedUntil: "2026-12-24T23:00:00Z",
      // the 25th is a Friday
      on: { first: "2026-12-25T07:00:00Z" },
      off: { first: "2026-12-25T18:00:00Z" },
    });
  });

  test("over a weekend and a change of clocks goes on at the time that clocks show", () => {
    const spring = schedule({ pausedUntil: "2027-03-26" }, ON_DEMAND, new Date("2027-03-20T12:00:00Z"));
    // Friday the 26th in winter time; Monday the 29th in summer time
    expect(spring).toMatchObject({ pausedUntil: "2027-03-26T23:00:00Z", off: { first: "2027-03-29T17:00:00Z" } });
  });

  test("has its first times only while it is ahead: AWS refuses times that have passed", () => {
    const last = schedule({ pausedUntil }, ON_DEMAND, new Date("2026-12-24T22:59:59Z"));
    const over = schedule({ pausedUntil }, ON_DEMAND, new Date("2026-12-24T23:00:00Z"));
    expect([last.paused, last.on.first]).toEqual([true, "2026-12-25T07:00:00Z"]);
    expect([over.paused, over.on.first, over.off.first]).toEqual([false, null, null]);
  });
});

describe("what the hours save", () => {
  const hourly = instancePrice("p5.48xlarge", "us-east-1") as number;

  test("is the share of the week in which nodes are gone, at the price of the nodes", () => {
    const { saved } = schedule({ nodeGroups: ["h100"] });
    expect(saved.usdPerHour).toBeCloseTo(4 * hourly * (1 - 55 / 168), 6);
    expect(saved.unknown).toEqual([]);
  });

  test("is told as unknown where the price is", () => {
    const saved = schedule({ nodeGroups: ["h100"] }, { ...ON_DEMAND, region: "sa-east-1" }).saved;
    expect(saved).toEqual({ usdPerHour: 0, unknown: ["h100"] });
  });
});

describe("the longest job", () => {
  const partitions = (change: Change, hours: Change = {}, now: Date = NOW) =>
    sample({ profile: "development", ...ON_DEMAND, schedule: { ...HOURS, ...hours }, slurm: change }, now).env.slurm!
      .partitions;

  test("ends with the hours, less the drain", () => {
    expect(longestJobHours(schedule({ drainMinutes: 30 }), ["h100"])).toBe(10.5);
    expect(partitions({})["train"]).toMatchObject({ maxHours: 10.75, defaultHours: 10.75 });
  });

  test("is no longer than config says, either", () => {
    const train = { train: { maxHours: 4, defaultHours: 1 } };
    expect(partitions({ partitions: train })["train"]).toMatchObject({ maxHours: 4, defaultHours: 1 });
    const long = { train: { defaultHours: 100 } };
    expect(partitions({ partitions: long })["train"]).toMatchObject({ maxHours: 10.75, defaultHours: 10.75 });
  });

  test("has no limit of the hours where some nodes of the partition run day and night, or all of them for now", () => {
    expect(partitions({}, { nodeGroups: ["cpu"] })["train"]).toMatchObject({ maxHours: 336, defaultHours: 24 });
    const both = { partitions: { train: { nodeGroups: ["h100", "cpu"] } } };
    expect(partitions(both, { nodeGroups: ["h100"] })["train"]!.maxHours).toBe(336);
    expect(partitions({}, { pausedUntil: "2026-12-24" })["train"]!.maxHours).toBe(336);
  });
});

test("the next time is ahead, on a day that was asked for, when clocks show it; no earlier one is", () => {
  const zone = fc.constantFrom("Europe/Zurich", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe");
  const days = fc.subarray([...DAYS], { minLength: 1 });
  const minute = fc.integer({ min: 0, max: 1439 });
  const after = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(zone, days, minute, after, (timezone, wanted, minutes, from) => {
      const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
      const next = nextTime({ timezone, days: wanted, time }, from);
      expect(next).toBeGreaterThanOrEqual(from);
      // a week and, where clocks leap, a little more
      expect(next - from).toBeLessThan((7 * 24 + 2) * 3600_000);
      const { year, month, day, hour, minute: shown } = localTime(timezone, next);
      expect(wanted).toContain(DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]);
      const late = hour * 60 + shown - minutesOf(time);
      expect([0, 30, 60]).toContain(late);
    }),
    { numRuns: 300 },
  );
});
