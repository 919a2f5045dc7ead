import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { ALERT } from "./fixtures/changes/alert";
import type { Changes } from "./fixtures/changes/changes";
import { COMMAND } from "./fixtures/changes/command";
import { COMPONENT } from "./fixtures/changes/component";
import { DASHBOARD } from "./fixtures/changes/dashboard";
import { INSTANCE_TYPE, SERVER } from "./fixtures/changes/hardware";
import { RULE } from "./fixtures/changes/rule";
import { TERRAFORM_TYPE } from "./fixtures/changes/terraform-type";
import { ROOT, WITH_TYPESCRIPT } from "./helpers/process";
import type { Json } from "./helpers/synth";

const CHANGES: Readonly<Record<string, Changes>> = {
  "an instance type": INSTANCE_TYPE,
  "a server": SERVER,
  "a component": COMPONENT,
  "a rule": RULE,
  "a command": COMMAND,
  "a Terraform type": TERRAFORM_TYPE,
  "an alert": ALERT,
  "a dashboard": DASHBOARD,
};

/** Asks the changed program what it makes of each change. */
const PROGRAM = `
const { absence } = require("./config/components/charts");
const { deployActions } = require("./config/facts/iam/actions");
const { AWS_EKS_RULES } = require("./config/sites/aws-eks/rules");
const { systemPods } = require("./config/sites/aws-eks/cluster/system-pods");
const { catalogType } = require("./scripts/catalog/catalog");
const { COMMANDS } = require("./scripts/commands");
const { chartJobs } = require("./scripts/commands/upgrade/effects");
const { releaseOf } = require("./scripts/review/sections/releases");
const { NOW, sample } = require("./test/helpers/environment");
const { DGX, poolOf } = require("./test/helpers/pools");
const { synthStacks } = require("./test/helpers/stacks");
const [without, withIt] = [sample().env, sample({ slurm: null, budget: { monthlyUsd: 1e6 }, idle: {} }).env];
const releases = (env) => synthStacks(env).platform.resource.helm_release;
const group = (name, env) => env.nodeGroups.find((one) => one.name === name);
const rule = AWS_EKS_RULES.find(({ id }) => id === "lifetime/no-schedule");
const found = (change) => [...rule.check({ ...sample(change), now: NOW })].map(({ message }) => message);
const printed = [];
COMMANDS.regions.load().then(async (run) => {
  const context = { root: process.cwd(), clock: () => NOW, print: (text) => printed.push(text), printError: console.error };
  const code = await run(["--json"], context);
  console.log(JSON.stringify({
    hardware: [
      group("h100", sample({ nodeGroups: { h100: { instanceType: "p9.48xlarge" } } }).env).hardware.vcpus,
      poolOf("dgx", { ...DGX, server: "dgx-x9" }).hardware.memoryMiB / 1024,
    ],
    component: {
      absence: [absence(without, "volcano"), absence(withIt, "volcano")],
      pods: [without, withIt].map((env) => systemPods(env).filter(({ name }) => name === "volcano").length),
      jobs: chartJobs("volcano"),
      gone: releaseOf({ before: { name: "volcano" }, after: null, address: "" }).jobs,
    },
    releases: [releases(without), releases(withIt)],
    rule: [found({ profile: "development", lifetime: { expires: "2026-12-31" } }), found({})],
    command: [code, JSON.parse(printed[0]).includes("us-east-1")],
    type: [catalogType("aws_memorydb_cluster").noun, deployActions("aws_memorydb_cluster")],
  }));
});
`;

let answers: Json;
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), "railyard-changes-"));
  try {
    for (const folder of ["config", "constructs", "stacks", "scripts", "test/helpers", "test/config/lifetime"])
      cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    for (const name of ["package.json", "package-lock.json", "main.ts"]) cpSync(join(ROOT, name), join(root, name));
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
    for (const [path, change] of Object.values(CHANGES).flatMap((each) => Object.entries(each))) {
      const file = join(root, path);
      const before = existing(file);
      const after = change(before);
      if (after === before) throw new Error(`${path} is as it was: what the change looks for in it is not there`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, after);
    }
    writeFileSync(join(root, "ask.ts"), PROGRAM);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...WITH_TYPESCRIPT, "ask.ts"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    });
    if (status !== 0 || stderr !== "") throw new Error(`the changed program ends with ${status}: ${stderr}`);
    answers = JSON.parse(stdout) as Json;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

const existing = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

test.each(Object.entries(CHANGES))("%s takes four files at most", (_, changes) => {
  expect(Object.keys(changes).length).toBeLessThanOrEqual(4);
});

test("an instance type and a server are rows, and pools of them follow", () => {
  expect(answers.hardware).toEqual([384, 4096]);
});

test("a component is known to config, reviews and upgrades", () => {
  expect(answers.component).toEqual({
    absence: ["slurm places jobs", null],
    pods: [0, 1],
    jobs: "volcano: it restarts; jobs that wait go on waiting.",
    gone: "jobs wait for ever",
  });
});

test("a component is installed where it is wanted, and its alerts with it", () => {
  const [none, some] = answers.releases.map((each: Json) =>
    Object.fromEntries(Object.values<Json>(each).map((release) => [release.name, release])),
  );
  expect([none.volcano, none["railyard-volcano"]]).toEqual([undefined, undefined]);
  expect(some.volcano).toMatchObject({ chart: "volcano", version: "1.15.1", namespace: "volcano-system" });
  // it waits for what it names, wherever the list has it, and its alerts for Prometheus
  for (const release of [some.volcano, some["railyard-volcano"]])
    expect(release.depends_on).toEqual([expect.stringMatching(/^helm_release\.monitoring_chart_release/)]);
});

test("an alert is one of the groups of its component", () => {
  const [, some] = answers.releases;
  const costs = Object.values<Json>(some).find(({ name }) => name === "railyard-costs");
  expect(JSON.stringify(costs)).toContain("NoNodes");
});

test("a dashboard is loaded by Grafana where its component is", () => {
  const [withSlurm, withoutSlurm] = answers.releases.map((each: Json) => {
    const { values } = Object.values<Json>(each).find(({ name }) => name === "railyard-dashboards");
    return JSON.parse(values[0]).objects.map(({ metadata }: Json) => metadata.name);
  });
  // certificates are for the operators of Slurm
  expect(withSlurm).toContain("railyard-certificates");
  expect(withoutSlurm).not.toContain("railyard-certificates");
});

test("a rule judges environments", () => {
  expect(answers.rule).toEqual([["it expires and has no schedule"], []]);
});

test("a command runs", () => {
  expect(answers.command).toEqual([0, true]);
});

test("a Terraform type is known by its noun, and the pipeline by its calls", () => {
  expect(answers.type).toEqual([
    "in-memory database",
    ["memorydb:DescribeClusters", "memorydb:CreateCluster", "memorydb:DeleteCluster"],
  ]);
});
