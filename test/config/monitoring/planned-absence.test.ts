import { plannedAbsences } from "../../../config/monitoring/planned-absence";
import { sample, type Change } from "../../helpers/environment";

const of = (change: Change) => plannedAbsences(sample(change).env);
const texts = (change: Change) =>
  of(change).map(({ name, allNodes, windows }) => [
    name,
    allNodes,
    windows.map(
      ({ weekdays, date, start, end, timezone }) =>
        `${weekdays.join() || `${date?.year}-${date?.month}-${date?.day}`} ${start}-${end} ${timezone}`,
    ),
  ]);
const HOURS = { timezone: "Europe/Zurich", days: ["fri", "sat"], start: "08:00", end: "19:00" };
const ON_DEMAND = { profile: "development", nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
const maintenance = (more: object = {}) => ({
  slurm: {
    reservations: {
      upgrade: { kind: "maintenance", start: "2026-12-01T22:00:30Z", end: "2026-12-03T05:00:00Z", ...more },
    },
  },
});

test("nothing is planned in the sample, nor where nobody looks", () => {
  expect(of({})).toEqual([]);
  expect(of({ ...maintenance(), monitoring: { enabled: false } })).toEqual([]);
  expect(of({ ...maintenance(), monitoring: { mutePlanned: false } })).toEqual([]);
});

test("around the hours nodes come and go, in the time zone", () => {
  expect(texts({ ...ON_DEMAND, schedule: HOURS })).toEqual([
    [
      "railyard-hours",
      true,
      [
        "friday 08:00-08:30 Europe/Zurich",
        "friday 18:45-19:30 Europe/Zurich",
        "saturday 08:00-08:30 Europe/Zurich",
        "saturday 18:45-19:30 Europe/Zurich",
      ],
    ],
  ]);
});

test("hours over midnight are cut there, and Sunday follows Saturday", () => {
  const night = { ...HOURS, days: ["sat"], start: "20:00", end: "00:05" };
  expect(texts({ ...ON_DEMAND, schedule: night })[0]?.[2]).toEqual([
    "saturday 20:00-20:30 Europe/Zurich",
    "saturday 23:50-24:00 Europe/Zurich",
    "sunday 00:00-00:35 Europe/Zurich",
  ]);
});

test("a pause mutes nothing: nobody is switched", () => {
  expect(of({ ...ON_DEMAND, schedule: { ...HOURS, pausedUntil: "2026-12-24" } })).toEqual([]);
});

test("maintenance is cut at midnight of UTC; of one partition only what counts nodes is muted", () => {
  const days = ["2026-12-1 22:01-24:00 Etc/UTC", "2026-12-2 00:00-24:00 Etc/UTC", "2026-12-3 00:00-05:30 Etc/UTC"];
  expect(texts(maintenance())).toEqual([["railyard-maintenance-upgrade", true, days]]);
  expect(texts(maintenance({ partition: "train" }))).toEqual([["railyard-maintenance-upgrade", false, days]]);
});

test("reservations of teams mute nothing", () => {
  const reservations = {
    own: {
      kind: "teams",
      partition: "train",
      teams: ["vision"],
      start: "2026-12-01T22:00:00Z",
      end: "2026-12-03T05:00:00Z",
    },
  };
  expect(of({ slurm: { reservations } })).toEqual([]);
});

test("the end of a Capacity Block is muted from the drain of its nodes on", () => {
  const capacity = {
    kind: "capacity-block",
    id: "cr-0123456789abcdef0",
    zone: "us-east-1a",
    start: "2026-12-07",
    end: "2026-12-14",
  };
  const [block, ...others] = texts({ nodeGroups: { h100: { capacity: { target: null, ...capacity } } } });
  expect(others).toEqual([]);
  // it ends at 11:30, and its nodes go 40 minutes before
  expect(block).toEqual(["railyard-block-h100", true, ["2026-12-14 10:40-11:20 Etc/UTC"]]);
});
