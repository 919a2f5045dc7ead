import type { Change } from "../../../helpers/environment";
import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const base: Change = { profile: "development", nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
const hours = (change: Change = {}): Change => ({
  ...base,
  schedule: { timezone: "Europe/Zurich", start: "08:00", end: "19:00", nodeGroups: ["h100"], ...change },
});
/** What is told of hours and lifetimes; partitions have findings of their own. */
const clock = (given: Reviewed) =>
  findingsOf("stops", given)
    .filter(({ address = "" }) => !address.includes("slurm.partitions"))
    .map((one) => ({ ...one, text: [one.title, ...one.details].join("\n") }));
const only = (given: Reviewed) => {
  const findings = clock(given);
  expect(findings).toHaveLength(1);
  return findings[0]!;
};
const alarms = { emails: ["costs@example.com"] };

describe("hours", () => {
  test("that come stop nodes every evening, and say what becomes of jobs", () => {
    const finding = only({ before: base, after: hours() });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-nodes.config.schedule" });
    expect(finding.text).toContain(
      "Nodes of h100 run from 08:00 to 19:00 on mon, tue, wed, thu, fri (Europe/Zurich) only",
    );
    expect(finding.text).toContain("stopped and queued again");
  });

  test("that come to an environment without Slurm evict pods", () => {
    const none = { slurm: null, teams: null };
    const finding = only({ before: { ...base, ...none }, after: { ...hours(), ...none } });
    expect(finding.text).toContain("Pods that still run are evicted.");
  });

  test("that are longer or shorter are told with their hours of a week", () => {
    const shorter = only({ before: hours(), after: hours({ end: "18:00" }) });
    expect(shorter).toMatchObject({ severity: "warning" });
    expect(shorter.text).toMatch(/08:00 to 19:00.* → 08:00 to 18:00.*50 hours a week/);
    expect(only({ before: hours({ end: "18:00" }), after: hours() })).toMatchObject({ severity: "info" });
  });

  test("that take one more group are told for it, and for one that leaves", () => {
    const both = hours({ nodeGroups: ["h100", "cpu"] });
    expect(only({ before: hours(), after: both }).text).toContain("Nodes of cpu run from");
    expect(only({ before: both, after: hours() }).text).toContain("Nodes of cpu no longer follow the hours");
  });

  test("that pause are told, and that the pause is taken back", () => {
    const paused = hours({ pausedUntil: "2026-12-24" });
    const finding = only({ before: hours(), after: paused });
    expect(finding).toMatchObject({ severity: "info" });
    expect(finding.text).toContain("nobody is switched before 2026-12-24T23:00:00Z");
    expect(only({ before: paused, after: hours() })).toMatchObject({ severity: "warning" });
    // one that is over already changes nothing
    expect(clock({ before: hours({ pausedUntil: "2026-11-01" }), after: hours() })).toEqual([]);
  });

  test("that go leave nodes running", () => {
    expect(only({ before: hours(), after: base })).toMatchObject({
      severity: "info",
      text: expect.stringContaining("Nodes of h100 run day and night."),
    });
    expect(clock({ before: hours(), after: hours() })).toEqual([]);
  });
});

describe("a lifetime", () => {
  const life = (expires: string): Change => ({ ...base, lifetime: { expires } });

  test("that comes or gets shorter ends all nodes then", () => {
    const finding = only({ before: base, after: life("2026-12-31") });
    expect(finding).toMatchObject({ severity: "warning", address: "sample-nodes.config.lifetime" });
    expect(finding.text).toMatch(/expires at 2027-01-01T00:00:00Z: then all nodes go\.[^]*h100 and cpu/);
    expect(only({ before: life("2026-12-31"), after: life("2026-12-30") })).toMatchObject({
      severity: "warning",
    });
  });

  test("that is longer, or goes, disturbs nobody", () => {
    expect(only({ before: life("2026-12-30"), after: life("2026-12-31") })).toMatchObject({
      severity: "info",
      text: expect.stringContaining("(before: 2026-12-31T00:00:00Z)"),
    });
    expect(only({ before: life("2026-12-30"), after: base })).toMatchObject({ severity: "info" });
  });

  test("that is over already ends them now", () => {
    expect(only({ before: base, after: life("2026-11-20") })).toMatchObject({ severity: "danger" });
  });
});

describe("money", () => {
  const money = (before: Change, after: Change) =>
    findingsOf("money", { before, after }).map(({ severity, title }) => [severity, title]);

  test("a budget that comes is told, with its anomalies", () => {
    expect(money({}, { budget: { monthlyUsd: 5000, anomalies: { kind: "detect" } }, alarms })).toEqual([
      ["info", expect.stringContaining("Budget of the environment: $5,000 a month.")],
      ["info", expect.stringContaining("Unusual costs of $100 and more are told.")],
    ]);
  });

  test("one that is raised or goes is read first", () => {
    const budget = (monthlyUsd: number) => ({ budget: { monthlyUsd }, alarms });
    expect(money(budget(5000), budget(6000))).toEqual([["warning", expect.stringContaining("$5,000 → $6,000")]]);
    expect(money(budget(6000), budget(5000))).toEqual([["info", expect.stringContaining("$6,000 → $5,000")]]);
    expect(money(budget(5000), {})).toEqual([["warning", expect.stringContaining("Nobody is told of what is spent.")]]);
  });

  test("budgets of teams are told each", () => {
    const team = { budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000 }, alarms };
    expect(money({ ...team, budget: { monthlyUsd: 5000 } }, team)).toEqual([
      ["info", expect.stringContaining("Budget of all environments of ml-platform: $9,000 a month.")],
    ]);
    const teams = (monthlyUsd: number | null) => ({ teams: { vision: { monthlyUsd } }, alarms });
    expect(money(teams(null), teams(100))).toEqual([
      ["info", expect.stringContaining("Budget of team vision for GPUs: $100 a month.")],
    ]);
  });

  test("anomalies that are told later or not at all are a warning", () => {
    const detect = (anomalies: object) => ({ budget: { monthlyUsd: 5000, anomalies }, alarms });
    const least = (minimumUsd: number) => detect({ kind: "detect", minimumUsd });
    expect(money(least(100), least(500))).toEqual([
      ["warning", expect.stringContaining("$500 and more are told (before: $100)")],
    ]);
    expect(money(least(500), least(100))).toEqual([["info", expect.anything()]]);
    const monitor = { kind: "monitor", monitor: "arn:aws:ce::111122223333:anomalymonitor/1" };
    expect(money(least(100), detect(monitor))).toEqual([
      [
        "info",
        expect.stringMatching(/of the account, found by arn:.*anomalymonitor\/1, of \$100 .*by another monitor/),
      ],
    ]);
    expect(money(detect(monitor), detect(monitor))).toEqual([]);
    expect(money(least(100), detect({ kind: "off" }))).toEqual([["warning", expect.stringContaining("Nobody looks")]]);
  });

  test("alerts of idle GPUs are told when they come, change and go", () => {
    const idle = (afterMinutes: number) => ({ idle: { afterMinutes }, alarms });
    expect(money({}, idle(30))).toEqual([["info", expect.stringContaining("below 5 % for 30 minutes.")]]);
    expect(money(idle(30), idle(60))).toEqual([
      ["info", expect.stringContaining("(before: below 5 % for 30 minutes)")],
    ]);
    expect(money(idle(30), {})).toEqual([["warning", expect.stringContaining("idle GPUs any more")]]);
  });
});
