import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  brokenLines,
  promiseLines,
  promiseResults,
  unknowns,
  type Check,
} from "../../../../scripts/dev/slurm-check/promise-results";
import { isPromise, PROMISES } from "../../../../scripts/dev/slurm-check/promise-table";

const check = (environment: string, kind: Check["kind"], promise: Check["promise"], text = "words"): Check => ({
  environment,
  kind,
  promise,
  text,
});

const CHECKS = [
  check("dev", "PASS", "limits"),
  check("dev", "PASS", "limits"),
  check("research", "FAIL", "limits"),
  check("dev", "PASS", "jobs"),
  check("dev", "NOTE", "preemption"),
  check("dev", "UNKNOWN", "lost-gpu", "devices are listed"),
  check("research", "UNKNOWN", "lost-gpu", "devices are listed"),
  check("research", "UNKNOWN", "start", "topology.yaml"),
];

describe("what was found of promises", () => {
  const of = (promise: string) => promiseResults(CHECKS).find((one) => one.promise === promise)!;

  test("has each promise once, in order", () => {
    expect(promiseResults(CHECKS).map(({ promise }) => promise)).toEqual(Object.keys(PROMISES));
  });

  test("holds where every answer was as promised, and where one was not it does not", () => {
    expect(of("jobs")).toMatchObject({ held: true, environments: { dev: { held: 1, broken: 0 } } });
    expect(of("limits")).toMatchObject({
      held: false,
      environments: { dev: { held: 2, broken: 0 }, research: { held: 0, broken: 1 } },
    });
  });

  test("is unknown, and not held, where nothing was asked", () => {
    expect(of("preemption")).toMatchObject({ held: null, environments: {} });
    expect(of("lost-gpu").held).toBeNull();
  });

  test("lists what this Slurm cannot show, each once", () => {
    expect(unknowns(CHECKS)).toEqual([
      { promise: "lost-gpu", text: "devices are listed", environments: ["dev", "research"] },
      { promise: "start", text: "topology.yaml", environments: ["research"] },
    ]);
  });

  test("is a table with the environments in which a promise was broken, and what cannot be shown below", () => {
    const lines = promiseLines(CHECKS, 2, "22.05").join("\n");
    expect(lines).toMatch(/Jobs above a team's GPUs wait.* +BROKEN +2 of 3 +research\n/);
    expect(lines).toMatch(/Jobs of each partition run.* +held +1 of 1 +1 of 2\n/);
    expect(lines).toMatch(/A higher QOS takes nodes.* +not asked\n/);
    expect(lines).toMatch(
      /\n\nSlurm 22\.05 on this machine cannot show:\n {2}devices are listed \(all\)\n {2}topology\.yaml \(research\)$/,
    );
    expect(promiseLines(CHECKS.slice(0, 4), 2, "22.05").join("\n")).not.toContain("cannot show");
  });

  test("names each answer that was not as promised, and says nothing where there is none", () => {
    expect(brokenLines(CHECKS)).toEqual(["", "Not as promised:", "  research: words"]);
    expect(brokenLines(CHECKS.filter(({ kind }) => kind !== "FAIL"))).toEqual([]);
  });
});

test("parts of the harness name promises of the table, and each of the table is named", () => {
  const folder = join(__dirname, "../../../../scripts/dev/slurm-check");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".sh"));
  const named = scripts.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\bPROMISE=([a-z-]+)/g)].map((match) => match[1]!),
  );
  expect(named.filter((name) => !isPromise(name))).toEqual([]);
  expect(Object.keys(PROMISES).filter((name) => !named.includes(name))).toEqual([]);
});
