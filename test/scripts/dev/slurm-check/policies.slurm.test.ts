import fc from "fast-check";
import { accountsScript } from "../../../../constructs/slurm/accounts";
import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { SlurmLayout } from "../../../../constructs/slurm/slurm-types";
import { promises } from "../../../../scripts/dev/slurm-check/promises";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion, type HarnessProps } from "../../../../scripts/dev/slurm-check/run-harness";
import { isAtLeast, SINCE } from "../../../../scripts/dev/slurm-check/slurm-version";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { legalPolicies, sampleOf } from "../../../helpers/arbitrary-policies";
import { legalTeams } from "../../../helpers/arbitrary-teams";
import { sample, type Change } from "../../../helpers/environment";
import { POLICIES } from "../../../helpers/slurm-policies";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

function layoutOf(change: Change): SlurmLayout {
  const { env } = sample(change);
  return slurmLayout(env, env.slurm!);
}

async function run(files: Record<string, string>, only: NonNullable<HarnessProps["only"]>): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files,
    timeoutSeconds: 900,
    lostNode: false,
    only,
    onResult: (result) => results.push(result),
  });
  return results;
}

const failed = (results: readonly CheckResult[]) => results.filter(({ kind }) => kind === "FAIL");
const held = (results: readonly CheckResult[], start: string) =>
  results.filter(({ kind, text }) => kind === "PASS" && text.startsWith(start));

test("real Slurm does what config says of teams and QOS", async () => {
  const layout = layoutOf(POLICIES);
  const files = { ...generatedFiles(layout, "sample"), promises: promises(layout) };
  const results = await run(files, "promises");
  expect(failed(results)).toEqual([]);
  // some are looked at twice or thrice, and none is left out
  expect(held(results, "promise: ").length).toBeGreaterThanOrEqual(files.promises.trimEnd().split("\n").length);
}, 1_000_000);

test("real Slurm takes the commands of any legal teams, one config after another", async () => {
  const drawn = fc.sample(fc.record({ teams: legalTeams, prune: fc.boolean() }), { numRuns: 5, seed: 16 });
  const scripts = drawn.map(({ teams, prune }, index) => {
    const { qos, ...slurm } = POLICIES.slurm;
    const { debug } = qos;
    // every other one has fewer QOS, so that there are some to take away
    const layout = layoutOf({
      ...POLICIES,
      slurm: { ...slurm, defaultTeams: {}, reservations: {}, prune, qos: index % 2 === 0 ? qos : { debug } },
      teams: { vision: null, ...teams },
    });
    return [`accounts-${index}.sh`, accountsScript(layout)];
  });
  const files = {
    ...generatedFiles(
      layoutOf({
        ...POLICIES,
        teams: { vision: {} },
        slurm: { ...POLICIES.slurm, defaultTeams: {}, reservations: {} },
      }),
      "sample",
    ),
    ...Object.fromEntries(scripts),
  };
  const results = await run(files, "accounts");
  expect(failed(results)).toEqual([]);
  expect(held(results, "config after config: ")).toHaveLength(scripts.length);
}, 1_000_000);

test("real Slurm takes any legal partitions, QOS and teams, one config after another, and their shares add up", async () => {
  const drawn = fc.sample(legalPolicies, { numRuns: 6, seed: 2605 });
  const each = drawn.map((one, index): Record<string, string> => {
    const { env } = sampleOf(one);
    const layout = slurmLayout(env, env.slurm!);
    const conf = generatedFiles(layout, "sample")["slurm.conf"]!.split("\n");
    return {
      [`partitions-${index}`]: lines(conf.filter((line) => line.startsWith("PartitionName="))),
      [`accounts-${index}.sh`]: accountsScript(layout),
      [`shares-${index}`]: lines(layout.teams.map(({ name, parent = "root", share }) => `${name} ${parent} ${share}`)),
    };
  });
  const base = generatedFiles(layoutOf({ ...POLICIES, slurm: { ...POLICIES.slurm, reservations: {} } }), "sample");
  const results = await run(Object.assign({}, base, ...each) as Record<string, string>, "accounts");
  expect(failed(results)).toEqual([]);
  expect(held(results, "config after config: ")).toHaveLength(4 * drawn.length);
}, 1_000_000);

// slurmdbd 22.05.8 takes any list that was emptied for a circle, until it starts again
const testSince = isAtLeast(slurmVersion(ROOT), SINCE.topologyYaml) ? test : test.skip;

testSince(
  "real Slurm takes QOS that preempt one that preempts none, and the same the other way round",
  async () => {
    const configs = [
      { first: { preempts: ["second"] }, second: {} },
      { first: {}, second: { preempts: ["first"] } },
      { first: { preempts: ["second", "scavenger"] }, second: { preempts: ["scavenger"] } },
    ];
    const { slurm, teams } = POLICIES;
    const of = (qos: object) =>
      layoutOf({
        ...POLICIES,
        teams: { ...teams, vision: {} },
        slurm: { ...slurm, reservations: {}, defaultTeams: {}, qos },
      });
    const scripts = configs.map((qos, index) => [`accounts-${index}.sh`, accountsScript(of(qos))] as const);
    const results = await run({ ...generatedFiles(of({}), "sample"), ...Object.fromEntries(scripts) }, "accounts");
    expect(failed(results)).toEqual([]);
    expect(held(results, "config after config: ")).toHaveLength(configs.length);
  },
  1_000_000,
);

test("real Slurm takes limits by types of instances", async () => {
  const layout = layoutOf({
    nodeGroups: { h100: { nodes: 2, fabric: { kind: "none" }, sharing: { kind: "mig", layout: "all-1g.10gb" } } },
    lustre: { efa: false },
    slurm: { qos: { dev: { gpusPerUser: { "1g.10gb": 3 }, everyone: true } } },
    teams: { vision: { gpus: 4, gpusByType: { "1g.10gb": 28 } } },
  });
  const script = accountsScript(layout);
  expect(script).toContain("gres/gpu:1g.10gb=28");
  const results = await run({ ...generatedFiles(layout, "sample"), "accounts-0.sh": script }, "accounts");
  expect(failed(results)).toEqual([]);
  expect(held(results, "config after config: ")).toHaveLength(1);
}, 1_000_000);

test("a job that says no time gets what its QOS allows, and a longer one is refused", async () => {
  const { slurm } = POLICIES;
  const layout = layoutOf({
    ...POLICIES,
    teams: { vision: { qos: ["urgent"] } },
    slurm: {
      ...slurm,
      partitions: { ...slurm.partitions, train: { ...slurm.partitions.train, defaultHours: 24 } },
      reservations: {},
      defaultTeams: {},
      submit: { timeLimit: "default" },
    },
  });
  const asked = promises(layout)
    .split("\n")
    .filter((line) => line.startsWith("qos-"));
  const results = await run({ ...generatedFiles(layout, "sample"), promises: lines(asked) }, "promises");
  expect(failed(results)).toEqual([]);
  expect(held(results, "promise: a job in urgent that says no time has 4:00:00 of 240 minutes")).toHaveLength(1);
  expect(held(results, "promise: a job in debug that says no time has 1:00:00 of 60 minutes")).toHaveLength(1);
}, 1_000_000);

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
