import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inOrder, readStacks } from "../../../../scripts/lib/terraform/order";
import { planFile, runPhase, runPhases, type Phase, type StackRun } from "../../../../scripts/rehearsal/run/phases";
import { readPlan } from "../../../../scripts/lib/terraform/plan-json";
import { openWorkFolder, type WorkFolder } from "../../../../scripts/rehearsal/run/work-folder";
import { liftProtection, prepareStack, type Lift } from "../../../../scripts/rehearsal/run/workspace";
import { ROOT, WITH_TYPESCRIPT } from "../../../helpers/process";
import {
  dataStack,
  remoteState,
  temporaryFolders,
  TERRAFORM,
  testWithTerraform,
  writeProgram,
  writeSynth,
  type FakeStack,
} from "../../../helpers/terraform";

const temporary = temporaryFolders();
const folders: WorkFolder[] = [];
afterEach(() => folders.splice(0).forEach(({ release }) => release()));

const UP: readonly Phase[] = ["init", "validate", "plan", "apply", "second plan"];

/** An environment of small stacks with its work folder. */
function environment(stacks: Readonly<Record<string, FakeStack>>, outdir = temporary()) {
  const synthFolder = writeSynth(join(outdir, "synth"), stacks);
  const work = openWorkFolder({ outdir, environment: "dev", fresh: false });
  folders.push(work);
  const states = Object.fromEntries(Object.keys(stacks).map((name) => [name, work.statePath(name)]));
  const props = (stack: string, lift: Lift) => ({ synthFolder, workFolder: work.path, states, stack, lift });
  const prepared = (stack: string, lift: Lift = "nothing"): StackRun => ({
    terraform: TERRAFORM,
    stack: prepareStack(props(stack, lift)),
    env: {},
  });
  const lifted = (run: StackRun): StackRun => ({
    ...run,
    stack: liftProtection(props(run.stack.name, "everything")),
  });
  return { outdir, synthFolder, work, prepared, lifted };
}

const one = (stack: FakeStack) => {
  const made = environment({ "dev-a": stack });
  return { ...made, run: made.prepared("dev-a") };
};

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

describe("phases", () => {
  testWithTerraform("run an environment up and down: a stack's outputs reach the next, in order", async () => {
    const network = dataStack(
      "network",
      { vpc: { input: "vpc-1", lifecycle: { prevent_destroy: true } } },
      {
        output: { vpc_id: { value: "${terraform_data.vpc.output}" } },
      },
    );
    const cluster = dataStack(
      "cluster",
      { cluster: { input: "in ${data.terraform_remote_state.network.outputs.vpc_id}" } },
      {
        data: remoteState("network"),
      },
    );
    const { prepared, lifted, work, synthFolder } = environment({
      "dev-cluster": { ...cluster, dependencies: ["dev-network"] },
      "dev-network": network,
    });
    const stacks = readStacks(synthFolder);
    const runs = new Map(stacks.map(({ name }) => [name, prepared(name)]));
    const lines: string[] = [];
    const phases = (all: readonly Phase[]) => async (name: string) => {
      const results = await runPhases(runs.get(name) as StackRun, all, (result) =>
        lines.push(`${result.stack} ${result.phase} ${result.ok}`),
      );
      return { ok: results.every(({ ok }) => ok), results };
    };

    const up = await inOrder(stacks, {}, phases(UP));
    expect(lines).toEqual(
      ["dev-network", "dev-cluster"].flatMap((stack) => UP.map((phase) => `${stack} ${phase} true`)),
    );
    const cluster1 = up.get("dev-cluster");
    if (cluster1?.kind !== "ran") throw new Error("it did not run");
    expect(cluster1.value.results.map(({ changes }) => changes)).toEqual([
      NONE,
      NONE,
      { ...NONE, create: 1 },
      { ...NONE, create: 1 },
      NONE,
    ]);
    expect(cluster1.value.results.every(({ seconds }) => seconds > 0 && seconds < 30)).toBe(true);
    const plan = join(work.path, "dev-cluster/plan.json");
    expect(readPlan(plan).resource_changes?.[0]?.change.after).toMatchObject({ input: "in vpc-1" });
    expect(statSync(plan).mode & 0o77).toBe(0);

    for (const [name, run] of runs) runs.set(name, lifted(run));
    lines.length = 0;
    await inOrder(stacks, { reverse: true }, phases(["destroy"]));
    expect(lines).toEqual(["dev-cluster destroy true", "dev-network destroy true"]);
    expect(JSON.parse(readFileSync(work.statePath("dev-network"), "utf8"))).toMatchObject({ resources: [] });
    expect(existsSync(`${work.statePath("dev-network")}.backup`)).toBe(false);
  });

  testWithTerraform("fail on a second plan that is not empty, and name what differs", async () => {
    const { run } = one(
      dataStack(
        "a",
        { still: { input: "a" }, clock: { input: "${timestamp()}" } },
        {
          output: { time: { value: "${terraform_data.clock.output}" } },
        },
      ),
    );
    const results = await runPhases(run, UP);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    expect(results.at(-1)).toMatchObject({
      phase: "second plan",
      changes: { ...NONE, update: 1 },
      diagnostics: [
        {
          severity: "error",
          address: "terraform_data.clock",
          summary: "The second plan is not empty: update",
          detail: expect.stringMatching(
            /^input: "20.*Z" → \(known after apply\)\noutput: "20.*Z" → \(known after apply\)$/,
          ),
        },
        { address: "output.time", summary: "The second plan is not empty: update" },
      ],
    });
  });

  testWithTerraform("stop at a configuration that is not valid, and name its place", async () => {
    const { run } = one(dataStack("a", { wrong: { inptu: "a" } }));
    const results = await runPhases(run, UP);
    expect(results.map(({ phase }) => phase)).toEqual(["init", "validate"]);
    expect(results[1]?.diagnostics).toEqual([
      {
        severity: "error",
        summary: "Extraneous JSON object property",
        detail: expect.stringContaining('No argument or block type is named "inptu"'),
        address: "terraform_data.wrong",
        file: expect.stringMatching(/^cdk\.tf\.json:\d+$/),
      },
    ]);
  });

  testWithTerraform("tell a cycle", async () => {
    const { run } = one(
      dataStack("a", { a: { input: "${terraform_data.b.id}" }, b: { input: "${terraform_data.a.id}" } }),
    );
    const result = (await runPhases(run, UP)).at(-1);
    expect(result).toMatchObject({ phase: "validate", ok: false });
    expect(result?.diagnostics[0]?.summary).toMatch(/^Cycle: terraform_data\.[ab], terraform_data\.[ab]$/);
  });

  testWithTerraform("fail a plan with the address, and keep no plan of an earlier one", async () => {
    const stack = (size: number) => {
      const condition = "${self.input > 3}";
      const postcondition = [{ condition, error_message: "it is too small" }];
      return dataStack("a", { sized: { input: size, lifecycle: { postcondition } } });
    };
    const { run } = one(stack(4));
    await runPhases(run, ["init", "plan"]);
    expect(existsSync(planFile(run.stack))).toBe(true);
    writeFileSync(join(run.stack.folder, "cdk.tf.json"), JSON.stringify(stack(2).json));
    const result = await runPhase(run, "plan");
    expect(result).toMatchObject({ ok: false, changes: NONE });
    expect(result.diagnostics[0]).toMatchObject({
      summary: "Resource postcondition failed",
      detail: "it is too small",
      address: "terraform_data.sized",
    });
    expect(existsSync(planFile(run.stack))).toBe(false);
  });

  testWithTerraform("tell which resource failed while applying; the next run does the rest only", async () => {
    const folder = temporary();
    const flag = join(folder, "flag");
    const stack = dataStack("a", {
      good: { input: "1" },
      bad: { input: "2", provisioner: { "local-exec": { command: `test -e ${flag} || (touch ${flag}; exit 3)` } } },
    });
    const first = one(stack);
    const failed = (await runPhases(first.run, UP)).at(-1);
    expect(failed).toMatchObject({ phase: "apply", ok: false, changes: { ...NONE, create: 1 } });
    expect(failed?.diagnostics[0]).toMatchObject({
      summary: "local-exec provisioner error",
      address: "terraform_data.bad",
    });
    first.work.release();

    const { prepared, work } = environment({ "dev-a": stack }, first.outdir);
    expect(work.leftovers[0]?.resources.map(({ address }) => address)).toEqual([
      "terraform_data.bad",
      "terraform_data.good",
    ]);
    const again = await runPhases(prepared("dev-a"), UP);
    expect(again.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(again[3]?.changes).toEqual({ ...NONE, replace: 1 });
  });

  testWithTerraform("refuse to destroy what is protected, and destroy it when protection is lifted", async () => {
    const { run, lifted } = one(dataStack("a", { kept: { input: "a", lifecycle: { prevent_destroy: true } } }));
    await runPhases(run, ["init", "plan", "apply"]);
    const refused = await runPhase(run, "destroy");
    expect(refused).toMatchObject({ ok: false, changes: NONE });
    expect(refused.diagnostics[0]).toMatchObject({
      summary: "Instance cannot be destroyed",
      address: "terraform_data.kept",
    });
    expect(await runPhase(lifted(run), "destroy")).toMatchObject({ ok: true, changes: { ...NONE, delete: 1 } });
  });

  testWithTerraform("apply what lifting changes before a deletion, to what is there only", async () => {
    const note = join(temporary(), "note");
    const noted = (input: string) => ({
      input,
      provisioner: { "local-exec": { when: "destroy", command: `echo \${self.input} >> ${note}` } },
    });
    const { run } = one(dataStack("a", { held: noted("held"), other: noted("other") }));
    await runPhases(run, ["init", "plan", "apply"]);
    // what an override would make of it, with a resource that an earlier, broken destruction has taken
    const after = dataStack("a", { held: noted("free"), other: noted("not applied"), taken: noted("made again") });
    writeFileSync(join(run.stack.folder, "cdk.tf.json"), JSON.stringify(after.json));
    const lifted = ["terraform_data.held", "terraform_data.taken"];
    const result = await runPhase({ ...run, stack: { ...run.stack, lifted } }, "destroy");
    expect(result).toMatchObject({ ok: true, changes: { ...NONE, delete: 2 }, diagnostics: [] });
    expect(readFileSync(note, "utf8").trim().split("\n").sort()).toEqual(["free", "other"]);
  });

  testWithTerraform("explain a provider that has no stand-in, and ask no registry", async () => {
    const { run } = one({
      json: {
        terraform: { backend: { local: { path: "x" } }, required_providers: { null: { source: "hashicorp/null" } } },
        resource: { null_resource: { a: {} } },
      },
    });
    const result = await runPhase(run, "init");
    expect(result.ok).toBe(false);
    expect(result.diagnostics[0]?.detail).toBe(
      "Could not retrieve the list of available versions for provider hashicorp/null: it has no stand-in, and a " +
        "rehearsal installs nothing.",
    );
  });

  testWithTerraform("end at once when they are interrupted, and can be run again", async () => {
    const slow = { input: "1", provisioner: { "local-exec": { command: "sleep 30" } } };
    const { run, work } = one(
      dataStack("a", { quick: { input: "q" }, slow: { ...slow, depends_on: ["terraform_data.quick"] } }),
    );
    await runPhases(run, ["init", "plan"]);
    const controller = new AbortController();
    const apply = runPhase({ ...run, signal: controller.signal }, "apply");
    const timer = setInterval(() => {
      if (existsSync(work.statePath("dev-a"))) controller.abort(new Error("stopped"));
    }, 20);
    await expect(apply).rejects.toThrow("stopped");
    clearInterval(timer);
    expect(await runPhase(run, "plan")).toMatchObject({ ok: true });
  });

  test("tell the last words of a Terraform that says nothing in its own form", async () => {
    const { run } = one(dataStack("a", {}));
    const program = writeProgram(temporary(), "terraform", "echo panic: out of luck >&2; exit 11");
    const results = await runPhases({ ...run, terraform: { program, version: "1.11.4" } }, UP);
    expect(results).toMatchObject([
      {
        phase: "init",
        ok: false,
        diagnostics: [
          { severity: "error", summary: "terraform init ended with code 11", detail: "panic: out of luck" },
        ],
      },
    ]);
  });

  testWithTerraform("leave nothing running when their process is killed, and go on from there", async () => {
    const outdir = temporary();
    const made = join(outdir, "made");
    const noting = (name: string, seconds: number, more: object = {}) => ({
      input: name,
      provisioner: { "local-exec": { command: `echo ${name} $PPID >> ${made}; sleep ${seconds}` } },
      ...more,
    });
    const after = { depends_on: ["terraform_data.quick"] };
    const stack = dataStack("a", { quick: noting("quick", 0), slow: noting("slow", 1, after) });
    const notes = () => (existsSync(made) ? readFileSync(made, "utf8").trim().split("\n") : []);
    const from = (file: string) => JSON.stringify(join(ROOT, "scripts/rehearsal/run", file));
    const program = join(outdir, "parent.ts");
    writeFileSync(
      program,
      `import { runPhases } from ${from("phases")};
       import { openWorkFolder } from ${from("work-folder")};
       import { prepareStack } from ${from("workspace")};
       const work = openWorkFolder({ outdir: ${JSON.stringify(outdir)}, environment: "dev", fresh: true });
       const synthFolder = ${JSON.stringify(writeSynth(join(outdir, "synth"), { "dev-a": stack }))};
       const states = { "dev-a": work.statePath("dev-a") };
       const stack = prepareStack({ synthFolder, workFolder: work.path, states, stack: "dev-a" });
       void runPhases({ terraform: ${JSON.stringify(TERRAFORM)}, stack, env: {} }, ["init", "plan", "apply"]);`,
    );
    const parent = spawn(process.execPath, [...WITH_TYPESCRIPT, program], { cwd: ROOT, stdio: "ignore" });
    const ended = new Promise((resolve) => parent.once("exit", resolve));
    while (notes().length < 2) await sleep(20);
    parent.kill("SIGKILL");
    await ended;

    const { prepared, work } = environment({ "dev-a": stack }, outdir);
    expect(work.wasKilled).toBe(true);
    expect(work.leftovers[0]?.resources[0]?.address).toBe("terraform_data.quick");
    const results = await runPhases(prepared("dev-a"), UP);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(notes().filter((note) => note.startsWith("quick"))).toHaveLength(1);
    const terraform = notes()[0]?.split(" ")[1];
    expect(spawnSync("ps", ["-o", "stat=", "-p", String(terraform)], { encoding: "utf8" }).stdout).toMatch(/^(Z|$)/);
  });
});
