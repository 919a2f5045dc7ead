import { checkEnvironment, ruleHint } from "../../config/check";
import { RULES } from "../../config/rules";
import { SITES } from "../../config/sites/kinds";
import { shipped } from "../helpers/stacks";
import { NOW, sample, type Change } from "../helpers/environment";

const check = (change: Change = {}, now = NOW) => {
  const { config, env } = sample(change, now);
  return checkEnvironment(config, env, now);
};

/** Trips `network/vpc-size`: the rule that the tests below silence. */
const TRIPS = { network: { cidr: "10.20.0.0/24" } };
const ignore = (id: string, until = "2026-12-31") => ({
  ignoreRules: [{ id, reason: "agreed with the network team", until }],
});

describe("the rules", () => {
  test("are many, each with an id of its own, a source and a reason", () => {
    expect(RULES.length).toBeGreaterThanOrEqual(60);
    for (const { rules } of SITES) expect(new Set(rules.map((r) => r.id)).size).toBe(rules.length);
    expect(new Set(RULES.map((r) => r.id)).size).toBe(RULES.length);
    for (const rule of RULES) {
      expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
      expect([rule.id, rule.title.length > 10, rule.why.length > 10, rule.source.length > 5]).toEqual([
        rule.id,
        true,
        true,
        true,
      ]);
    }
  });

  /** Addresses, each with a remark in brackets where needed, and what follows from Railyard's own design, in words. */
  const SOURCE = /^(https:\/\/[^\s;]+( \([^()]+\))?|Railyard's own design: [^;]{10,})$/;

  test("name documents that a reader can open, and say in words what is Railyard's own choice", () => {
    for (const { id, source } of RULES) {
      const parts = source.split("; ");
      expect([id, parts.filter((part) => !SOURCE.test(part))]).toEqual([id, []]);
      expect([id, parts.some((part) => part.startsWith("https://"))]).toEqual([id, true]);
    }
  });

  test("find nothing in a legal environment that would stop it", () => {
    expect(check().active.filter((f) => f.severity === "error")).toEqual([]);
  });

  test("find no error in the shipped environments", () => {
    for (const { resolved, findings } of shipped()) {
      expect([resolved.name, findings.active.filter((f) => f.severity === "error")]).toEqual([resolved.name, []]);
    }
  });
});

describe("ignoring a rule", () => {
  const ids = (change: Change, now?: Date) => check(change, now).active.map((f) => f.rule);

  test("the rule speaks when nobody ignores it", () => expect(ids(TRIPS)).toContain("network/vpc-size"));

  test("silences it up to the last day, and lists it with reason and date", () => {
    const lastDay = new Date("2026-12-31T23:59:59Z");
    const { active, ignored } = check({ ...TRIPS, ...ignore("network/vpc-size") }, lastDay);
    expect(active.map((f) => f.rule).filter((id) => /^(ignore\/|network\/vpc-size)/.test(id))).toEqual([]);
    expect(ignored).toEqual([
      expect.objectContaining({
        rule: "network/vpc-size",
        reason: "agreed with the network team",
        until: "2026-12-31",
      }),
    ]);
  });

  test("ends the day after, and is told to have ended", () => {
    const found = ids({ ...TRIPS, ...ignore("network/vpc-size") }, new Date("2027-01-01T00:00:00Z"));
    expect(found).toEqual(expect.arrayContaining(["network/vpc-size", "ignore/expired"]));
  });

  test("that has ended and would find nothing is to be removed", () => {
    const ended = (change: Change) =>
      check({ ...change, ...ignore("network/vpc-size", "2026-01-01") }).active.find((f) => f.rule === "ignore/expired");
    expect(ended({})?.fix).toBe("remove the entry: the rule finds nothing any more");
    expect(ended(TRIPS)?.fix).toBe("mend what the rule finds, or give a new date and reason");
  });

  test("of a rule that finds nothing is told", () =>
    expect(ids(ignore("network/vpc-size"))).toContain("ignore/unused"));

  test("of a rule that does not exist is an error, with the nearest", () => {
    const finding = check(ignore("network/vpc-sise")).active.find((f) => f.rule === "ignore/unknown-rule");
    expect(finding).toMatchObject({
      severity: "error",
      path: ["ignoreRules", 0],
      fix: "did you mean network/vpc-size?",
    });
  });
});

describe("a wrong id of a rule", () => {
  test.each([
    ["network/vpc-sise", "did you mean network/vpc-size?"],
    ["vpc-size", "did you mean network/vpc-size?"],
    ["vpc-sise", "did you mean network/vpc-size?"],
    ["efa/vpc-size", "did you mean network/vpc-size?"],
    ["zzzzzzzzzzzzzzz", undefined],
  ])("%s: %s", (id, hint) => expect(ruleHint(id)).toBe(hint));
});
