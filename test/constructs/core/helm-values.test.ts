import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fn, TerraformLocal, TerraformOutput } from "cdktf";
import { checkpointPrunerScript } from "../../../constructs/platform/checkpoint-pruner-script";
import { mergeValues, valuesText } from "../../../constructs/core/helm-values";
import { accountsScript } from "../../../constructs/slurm/accounts";
import { epilogScript } from "../../../constructs/slurm/epilog";
import { prologScript } from "../../../constructs/slurm/prolog";
import { scriptFiles } from "../../../constructs/slurm/script-files";
import { slurmSample } from "../../helpers/slurm";
import { type Json, synthStack } from "../../helpers/synth";

describe("mergeValues", () => {
  test("merges objects, and replaces lists and scalars", () => {
    const base = { a: { b: 1, c: [1, 2] }, d: "x" };
    expect(mergeValues(base, { a: { c: [3] }, d: { e: true } })).toEqual({ a: { b: 1, c: [3] }, d: { e: true } });
  });

  test("hands null on, which removes a chart's default", () => {
    expect(mergeValues({ a: { b: 1 } }, { a: null })).toEqual({ a: null });
    expect(mergeValues({ a: null }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  });

  test("changes neither side", () => {
    const base = { a: { b: 1 } };
    mergeValues(base, { a: { b: 2 } });
    expect(base).toEqual({ a: { b: 1 } });
  });
});

describe("valuesText", () => {
  test("is on many lines, so that a plan shows which key changed", () => {
    expect(valuesText({ a: 1, b: ["x"] }).split("\n")).toHaveLength(6);
  });

  test("keeps scripts from Terraform, in values and in keys", () => {
    expect(JSON.parse(valuesText({ "${k}": "${HOME} %{if}" }))).toEqual({ "$${k}": "$${HOME} %%{if}" });
  });
});

const terraform = spawnSync("terraform", ["version"], { encoding: "utf8" }).status === 0;
if (!terraform) process.stderr.write("helm-values: terraform is missing, so what it reads is not tested\n");

/** What Terraform makes of the output `out` of a stack that needs no provider. */
function applied(json: Json): string {
  const folder = mkdtempSync(join(tmpdir(), "railyard-terraform-"));
  const run = (...args: string[]): string => {
    const env = { ...process.env, CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
    const { status, stdout, stderr } = spawnSync("terraform", args, { cwd: folder, encoding: "utf8", env });
    if (status !== 0) throw new Error(`terraform ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  try {
    writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ locals: json.locals, output: json.output }));
    run("init", "-no-color", "-input=false");
    run("apply", "-no-color", "-input=false", "-auto-approve");
    return JSON.parse(run("output", "-json")).out.value;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// in CI a missing terraform is a failure, not a skip
(terraform || process.env["CI"] ? describe : describe.skip)("the real Terraform", () => {
  const HARD = "$${a} $$${b} %%{c} %%%{d} $%{e} %${f} ${g:-\"'\\\\}\n\t{h} $$ $ % %% #{i} &{j} ${k} ü";
  const bucket = { bucketName: "models", prefix: "checkpoints/" };
  const scripts = {
    hard: HARD,
    pruner: checkpointPrunerScript({ folders: { path: "/warm", keepLast: 3 }, objects: { ...bucket, keepLast: 5 } }),
    accounts: accountsScript(slurmSample()),
    prolog: prologScript(),
    epilog: epilogScript(),
    ...scriptFiles(slurmSample()),
  };

  test("reads scripts as they are, and the tokens among them", () => {
    const read = applied(
      synthStack((stack) => {
        const port = new TerraformLocal(stack, "port", "6817").asString;
        const tokens = { plain: port, inText: `\${x}:${port}-%{y}`, dollar: `$${port}`, percent: `%${port}` };
        const call = Fn.join("-", ["a", port]);
        new TerraformOutput(stack, "out", { value: valuesText({ ...scripts, tokens: { ...tokens, call } }) });
      }),
    );
    expect(JSON.parse(read)).toEqual({
      ...scripts,
      tokens: { plain: "6817", inText: "${x}:6817-%{y}", dollar: "$6817", percent: "%6817", call: "a-6817" },
    });
  });
});
