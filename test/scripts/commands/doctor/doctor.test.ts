import {
  always,
  missing,
  never,
  ok,
  unknown,
  whenNamed,
  wrong,
  type Check,
  type Seen,
} from "../../../../scripts/commands/doctor/check";
import { CHECKS, doctor } from "../../../../scripts/commands/doctor/doctor";
import { doctorText } from "../../../../scripts/commands/doctor/doctor-text";
import { contextOf } from "./context";

const check = (id: string, need: Check["need"], seen: Seen): Check => ({
  id,
  title: id.toUpperCase(),
  purpose: `for ${id}`,
  need,
  look: () => Promise.resolve(seen),
});
const usable = async (checks: Check[], named = true) =>
  (await doctor(contextOf(named ? {} : { environment: null }), checks)).usable;

test("ids differ, and each says what it is for", () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  for (const { id, title, purpose } of CHECKS) {
    expect(id).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect(title && purpose).toBeTruthy();
  }
});

test("a machine is usable while nothing that is needed is missing or wrong", async () => {
  expect(await usable([check("a", always, ok("1")), check("b", always, unknown("?"))])).toBe(true);
  expect(await usable([check("a", never, missing("none", "get it"))])).toBe(true);
  expect(await usable([check("a", always, missing("none", "get it"))])).toBe(false);
  expect(await usable([check("a", always, wrong("2", "get 1"))])).toBe(false);
});

test("what a deployment needs is needed where an environment is named", async () => {
  const one = check("a", whenNamed, missing("none", "get it"));
  expect([await usable([one], true), await usable([one], false)]).toEqual([false, true]);
});

test("what nothing of an environment uses is left out, and not looked at", async () => {
  const unused = {
    ...check("b", () => null, missing("none", "get it")),
    look: () => Promise.reject(new Error("asked")),
  };
  const report = await doctor(contextOf(), [check("a", always, ok("1")), unused]);
  expect([report.usable, report.checks.map(({ id }) => id)]).toEqual([true, ["a"]]);
});

test("the report has everything that was seen", async () => {
  const report = await doctor(contextOf(), [check("a", never, missing("none", "get it"))]);
  expect(report).toEqual({
    environment: "sample",
    usable: true,
    checks: [
      {
        id: "a",
        title: "A",
        purpose: "for a",
        need: "optional",
        verdict: "missing",
        found: "none",
        fix: "get it",
      },
    ],
  });
});

describe("the text", () => {
  const text = async (checks: Check[], named = true) =>
    doctorText(await doctor(contextOf(named ? {} : { environment: null }), checks)).join("\n");

  test("has a line for each, and what to do below, what is needed first", async () => {
    const checks = [
      check("helm", never, missing("none", "get helm")),
      check("node", always, ok("22.1.0")),
      check("tf", always, wrong("1.9", "get tf")),
    ];
    expect(await text(checks)).toBe(
      [
        "missing  HELM  none",
        "ok       NODE  22.1.0",
        "wrong    TF    1.9",
        "",
        "TF (wrong, needed): for tf",
        "    get tf",
        "HELM (missing, optional): for helm",
        "    get helm",
        "",
        "This machine cannot work on sample yet: 1 requirement is missing or wrong.",
      ].join("\n"),
    );
  });

  test("says what the machine can do, and how to ask for more", async () => {
    expect(await text([check("a", always, ok("1"))])).toMatch(/\n\nThis machine can work on sample\.$/);
    expect(await text([check("a", always, unknown("?"))], false)).toMatch(
      /This machine can write, check and rehearse configs\.\nFor what a deployment needs: npx railyard doctor <environment>$/,
    );
  });
});
