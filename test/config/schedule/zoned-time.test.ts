import fc from "fast-check";
import { clockChange, localDays, localTime, momentOf, offsetAt } from "../../../config/schedule/zoned-time";

const time = (text: string) => {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)$/.exec(text)!.map(Number);
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute! };
};
const utc = (zone: string, text: string) => new Date(momentOf(zone, time(text))).toISOString();

describe("a time on the clock of a zone", () => {
  test.each([
    ["Europe/Zurich", "2026-11-23 19:00", "2026-11-23T18:00:00.000Z"],
    ["Europe/Zurich", "2026-07-20 19:00", "2026-07-20T17:00:00.000Z"],
    ["America/Los_Angeles", "2026-12-01 08:00", "2026-12-01T16:00:00.000Z"],
    ["Asia/Kathmandu", "2026-12-01 08:00", "2026-12-01T02:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-12-01 00:00", "2026-11-30T10:00:00.000Z"],
    ["Etc/UTC", "2026-12-01 00:00", "2026-12-01T00:00:00.000Z"],
  ])("in %s, %s is %s", (zone, text, moment) => expect(utc(zone, text)).toBe(moment));

  test("is so far ahead of UTC", () => {
    const hours = (zone: string, text: string) => offsetAt(zone, Date.parse(text)) / 3_600_000;
    expect(hours("Europe/Zurich", "2026-11-23T00:00:00Z")).toBe(1);
    expect(hours("Europe/Zurich", "2026-07-20T00:00:00Z")).toBe(2);
    expect(hours("America/St_Johns", "2026-12-01T00:00:00Z")).toBe(-3.5);
  });

  test("that clocks leap over is as much later as they leap", () => {
    expect(utc("Europe/Zurich", "2027-03-28 02:30")).toBe("2027-03-28T01:30:00.000Z");
    expect(localTime("Europe/Zurich", Date.parse("2027-03-28T01:30:00Z"))).toEqual(time("2027-03-28 03:30"));
  });

  test("that clocks show twice is the first of the two", () => {
    expect(utc("Europe/Zurich", "2026-10-25 02:30")).toBe("2026-10-25T00:30:00.000Z");
    expect(utc("Australia/Lord_Howe", "2027-04-04 01:45")).toBe("2027-04-03T14:45:00.000Z");
  });

  test.each(["Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Etc/UTC"])(
    "there and back is the same in %s, but where clocks show it twice",
    (zone) => {
      const minutes = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
      fc.assert(
        fc.property(minutes, (minute) => {
          const local = localTime(zone, minute * 60_000);
          const back = momentOf(zone, local);
          expect(localTime(zone, back)).toEqual(local);
          expect(back <= minute * 60_000).toBe(true);
          if (clockChange(zone, local) === "none") expect(back).toBe(minute * 60_000);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe("a change of clocks", () => {
  test.each([
    ["2027-03-28 02:30", "skipped"],
    ["2027-03-28 01:59", "none"],
    ["2027-03-28 03:00", "none"],
    ["2026-10-25 02:00", "twice"],
    ["2026-10-25 02:59", "twice"],
    ["2026-10-25 03:00", "none"],
  ])("in Zurich, %s is there: %s", (text, kind) => expect(clockChange("Europe/Zurich", time(text))).toBe(kind));

  test("by half an hour is seen", () => {
    expect(clockChange("Australia/Lord_Howe", time("2027-04-04 01:45"))).toBe("twice");
    expect(clockChange("Australia/Lord_Howe", time("2026-10-04 02:15"))).toBe("skipped");
  });
});

test("days are those of the zone, over the end of a month and of a year", () => {
  // late evening of Thursday in UTC is Friday in Tokyo
  const days = localDays("Asia/Tokyo", Date.parse("2026-12-31T20:00:00Z"), 2);
  expect(days.map(({ date, weekday }) => [date.year, date.month, date.day, weekday])).toEqual([
    [2027, 1, 1, 5],
    [2027, 1, 2, 6],
  ]);
});
