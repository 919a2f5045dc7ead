import { lifeSection } from "../../../../scripts/commands/describe/life-section";
import { lifeSheet } from "../../../../scripts/commands/describe/life";
import { dataSheet } from "../../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../../scripts/commands/describe/text";
import { sample, type Change } from "../../../helpers/environment";

const BASE = { profile: "development", nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
const env = (change: Change = {}, now?: Date) => sample({ ...BASE, ...change }, now).env;
const sheet = (change: Change = {}, now?: Date) => lifeSheet(env(change, now));
const rows = (change: Change = {}, now?: Date) =>
  lifeSection(sheet(change, now)).flatMap((section) => section.rows.map(([label, text]) => `${label}: ${text}`));
const schedule = { timezone: "Europe/Zurich", start: "08:00", end: "19:00", nodeGroups: ["h100"] };
const alarms = { emails: ["costs@example.com"] };

test("nothing is told of an environment without any of it", () => {
  expect(lifeSection(sheet())).toEqual([]);
  expect(sheetText(dataSheet(env()))).not.toContain("Hours, lifetime and budgets");
  expect(sheet()).toEqual({
    schedule: null,
    expires: null,
    budgets: [],
    teamBudgets: [],
    anomalyUsd: null,
    anomalyMonitor: null,
    idle: null,
    routes: [],
    recipients: [],
  });
});

test("hours are told with what they save", () => {
  const hourly = env().cost.items.find(({ label }) => label.startsWith("node group h100"))!.usdPerHour!;
  const saved = hourly * (1 - 55 / 168) * 730;
  expect(sheet({ schedule }).schedule!.savedUsdPerMonth).toBeCloseTo(saved, 4);
  expect(rows({ schedule })).toEqual([
    "nodes run: 08:00 to 19:00 on mon, tue, wed, thu, fri (Europe/Zurich), 55 hours a week",
    "node groups: h100",
    `saved: $${Math.round(saved).toLocaleString("en-US")} a month against day and night, by list prices`,
  ]);
  expect(rows({ schedule, region: "sa-east-1" })[2]).toContain("what h100 would cost, which is unknown");
});

test("a pause is told while it lasts", () => {
  const paused = { schedule: { ...schedule, pausedUntil: "2026-12-24" } };
  expect(rows(paused).at(-1)).toBe("paused: nobody is switched before 2026-12-24T23:00:00Z");
  expect(rows(paused, new Date("2026-12-25T00:00:00Z"))).toHaveLength(3);
});

test("an end is told, before it and after", () => {
  const lifetime = { expires: "2026-12-31" };
  expect(rows({ lifetime })).toEqual(["expires: 2027-01-01T00:00:00Z"]);
  expect(rows({ lifetime }, new Date("2027-01-02T00:00:00Z"))[0]).toContain("it is over, and there are no nodes");
});

test("budgets are told with their alarms, and that their tags must be active", () => {
  const change = {
    budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000, anomalies: { kind: "detect" } },
    idle: {},
    teams: { vision: { monthlyUsd: 1000 } },
    alarms,
  };
  expect(rows(change)).toEqual([
    "budget: $5,000 a month for railyard:environment=sample; alarms at 80 % spent, 100 % spent, 100 % forecast",
    "budget: $9,000 a month for railyard:team=ml-platform; alarms at 80 % spent, 100 % spent, 100 % forecast",
    "budget: $1,000 in 30 days for GPUs of team vision",
    "anomalies: told from $100 on",
    "idle GPUs: told below 5 % for 30 minutes",
    "alarms to: costs@example.com",
  ]);
  const [section] = lifeSection(sheet(change));
  expect(section!.notes.join()).toContain("railyard:environment and railyard:team are active");
  expect(sheetText(dataSheet(env(change)))).toContain("Hours, lifetime and budgets");
});

test("a monitor of the account is named", () => {
  const monitor = "arn:aws:ce::111122223333:anomalymonitor/1";
  const change = { budget: { monthlyUsd: 5000, anomalies: { kind: "monitor", monitor } }, alarms };
  expect(rows(change)).toContain(`anomalies: told from $100 on, as ${monitor} finds them`);
});

test("a topic that was there before is told by its ARN", () => {
  const topic = "arn:aws:sns:us-east-1:111122223333:pager";
  expect(rows({ idle: {}, alarms: { topic } }).at(-1)).toBe(`alarms to: ${topic}`);
});

test("tells who is told of alerts, and of which", () => {
  const receivers = { oncall: { kind: "pagerduty", secretName: "alert-receivers" } };
  const routes = [
    { to: ["oncall"], severities: ["critical"] },
    { to: ["oncall"], teams: ["vision"], alerts: ["GpuLost"] },
  ];
  expect(rows({ monitoring: { receivers, routes } })).toEqual([
    "alerts to: oncall (pagerduty): alerts that are critical",
    "alerts to: oncall (pagerduty): GpuLost that are critical or warning, of vision",
  ]);
  expect(rows({ monitoring: { enabled: false, receivers, routes } })).toEqual([]);
});
