import { lifePatch } from "../../../../../scripts/commands/fork/aws/life-patch";
import { LEGAL, sample, type Change } from "../../../../helpers/environment";

interface Place {
  readonly account: string;
  readonly region: string;
}
const SAME: Place = { account: LEGAL.account, region: LEGAL.region };
const OTHER: Place = { account: "222233334444", region: "eu-west-1" };

function patched(change: Change, fork = SAME) {
  const notes: string[] = [];
  const patch = lifePatch(sample(change).config, fork, notes);
  const { schedule, budget, alarms } = patch;
  return { schedule, budget, alarms, notes };
}

const base: Change = { profile: "development", nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
const hours = { timezone: "Europe/Zurich", start: "08:00", end: "19:00", nodeGroups: ["h100"] };
const alarms = { emails: ["costs@example.com", "ops@example.com"] };

test("nothing is said where the original has nothing of it", () => {
  expect(patched(base)).toEqual({ schedule: undefined, budget: undefined, alarms: undefined, notes: [] });
});

test("hours follow, and are told; a pause was for the original", () => {
  const plain = patched({ ...base, schedule: hours });
  expect(plain.schedule).toBeUndefined();
  expect(plain.notes).toEqual(["nodes run from 08:00 to 19:00 only, as those of sample do: schedule"]);
  expect(patched({ ...base, schedule: { ...hours, pausedUntil: "2026-12-24" } }).schedule).toEqual({
    pausedUntil: null,
  });
});

test("an end of the original is told, for the fork's nodes go with it", () => {
  expect(patched({ ...base, lifetime: { expires: "2026-12-31" } }).notes).toEqual([
    "it expires 2026-12-31, as sample does, and then has no nodes: lifetime.expires",
  ]);
});

describe("a budget", () => {
  const budget = { monthlyUsd: 5000 };

  test("is told", () => {
    const { notes, budget: patch } = patched({ ...base, budget, alarms });
    expect(patch).toBeUndefined();
    expect(notes[0]).toBe("it may cost $5,000 a month, as sample may: budget.monthlyUsd");
  });

  test("of the team is one for an account", () => {
    const team = { ...base, budget: { ...budget, teamMonthlyUsd: 9000 }, alarms };
    expect(patched(team).budget).toEqual({ teamMonthlyUsd: null });
    const { budget: patch, notes } = patched(team, OTHER);
    expect(patch).toBeUndefined();
    expect(notes.join()).toMatch(/may spend \$9,000 a month in 222233334444 as well/);
  });
});

test("an anomaly monitor is one of its account: another looks for nothing until it names its own", () => {
  const anomalies = { kind: "monitor", monitor: `arn:aws:ce::${LEGAL.account}:anomalymonitor/1` };
  const monitored = { ...base, budget: { monthlyUsd: 5000, anomalies }, alarms };
  expect(patched(monitored).budget).toBeUndefined();
  const { budget, notes } = patched(monitored, OTHER);
  expect(budget).toEqual({ anomalies: { kind: "off" } });
  expect(notes.join()).toContain("nobody looks for unusual costs");
});

describe("alarms", () => {
  test("that reach somebody by mail say whom", () => {
    const { notes, alarms: patch } = patched({ ...base, idle: {}, alarms });
    expect(patch).toBeUndefined();
    expect(notes).toEqual([
      "alarms about money go to costs@example.com, ops@example.com, as those of sample do: alarms.emails",
    ]);
  });

  const topic = (owner: string, region: string = LEGAL.region) => `arn:aws:sns:${region}:${owner}:money`;
  const into = (arn: string, fork = SAME) => patched({ ...base, idle: {}, alarms: { topic: arn } }, fork);

  test("that go to a topic go to the same in the same account, and say so", () => {
    const { notes, alarms: patch } = into(topic(LEGAL.account));
    expect(patch).toBeUndefined();
    expect(notes.join()).toContain(`go to the topic ${topic(LEGAL.account)}`);
  });

  test("that go to a topic go to the one of that name in another account", () => {
    const { notes, alarms: patch } = into(topic(LEGAL.account), OTHER);
    expect(patch).toEqual({ topic: "arn:aws:sns:eu-west-1:222233334444:money" });
    expect(notes.join()).toContain("in the account 222233334444: it must exist there");
    expect(into(topic(LEGAL.account), { ...OTHER, region: "us-gov-west-1" }).alarms).toEqual({
      topic: "arn:aws-us-gov:sns:us-gov-west-1:222233334444:money",
    });
    // one of a Region of its own stays there
    expect(into(topic(LEGAL.account, "us-west-2"), OTHER).alarms).toEqual({
      topic: "arn:aws:sns:us-west-2:222233334444:money",
    });
  });

  test("that go to a topic of a third account stay", () => {
    expect(into(topic("999999999999"), OTHER).alarms).toBeUndefined();
  });
});
