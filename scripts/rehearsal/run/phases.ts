import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, readJson } from "../../lib/files/read-json";
import type { ChildResult } from "../../lib/process/child";
import { differences } from "../../lib/terraform/differences";
import { countChanges, NO_CHANGES, readPlan, type Changes, type PlanJson } from "../../lib/terraform/plan-json";
import { readStream, readValidation, silentFailure, type Diagnostic } from "../../lib/terraform/stream";
import { recordedIn } from "../../lib/terraform/recorded-state";
import { runTerraform, type Terraform } from "../../lib/terraform/terraform";
import type { PreparedStack } from "./workspace";

export type Phase = "init" | "validate" | "plan" | "apply" | "bring about" | "second plan" | "destroy";

/** A stack as Terraform is run on it. */
export interface StackRun {
  readonly terraform: Terraform;
  readonly stack: PreparedStack;
  /** Environment that makes Terraform use the stand-in. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Seconds that a Terraform of a killed run has to let go of the state. @default 30 */
  readonly lockTimeoutSeconds?: number;
}

export interface PhaseResult {
  readonly stack: string;
  readonly phase: Phase;
  readonly ok: boolean;
  readonly seconds: number;
  /** What a plan would do, or what was done. */
  readonly changes: Changes;
  /** Resources that were changed behind Terraform's back, as a plan saw them. */
  readonly drift: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

type Findings = Partial<Pick<PhaseResult, "changes" | "drift" | "diagnostics">> & { readonly ok: boolean };

/** Where the plan of a stack is kept as JSON. */
export const planFile = ({ folder }: PreparedStack): string => join(folder, "plan.json");

/** What a phase does. Only its own failure is a result; an interruption is thrown. */
const PHASES: Readonly<Record<Phase, (run: StackRun) => Promise<Findings>>> = {
  init: async (run) => {
    const result = await streaming(run, "init", ["-reconfigure"]);
    return { ...result, diagnostics: result.diagnostics.map(explainProvider) };
  },
  validate: async (run) => {
    const result = await terraform(run, ["validate", "-json", "-no-color"]);
    return withCause("validate", result, readValidation(result.stdout));
  },
  plan: async (run) => {
    rmSync(planFile(run.stack), { force: true });
    const result = await streaming(run, "plan", [...locked(run), "-out=tfplan"]);
    if (!result.ok) return result;
    const shown = await show(run, "tfplan");
    if (!shown.ok) return { ...result, ...shown };
    writeFileSync(planFile(run.stack), shown.json, { mode: 0o600 });
    return { ...result, changes: countChanges(readPlan(planFile(run.stack))) };
  },
  apply: async (run) => {
    const result = await streaming(run, "apply", [...locked(run), "-backup=-", "tfplan"]);
    return { ...result, changes: result.applied };
  },
  // one Terraform in place of three, where nobody looks at the plan
  "bring about": async (run) => {
    const result = await streaming(run, "apply", [...locked(run), "-backup=-", "-auto-approve"]);
    return { ...result, changes: result.applied };
  },
  "second plan": async (run) => {
    const result = await streaming(run, "plan", [...locked(run), "-detailed-exitcode", "-out=second.tfplan"]);
    if (!result.ok || result.code === 0) return result;
    const shown = await show(run, "second.tfplan");
    if (!shown.ok) return { ...result, ...shown };
    const plan = parseJson(shown.json, { name: "The second plan, as terraform show writes it," }) as PlanJson;
    const diagnostics = [...result.diagnostics, ...notEmpty(plan)];
    return { ok: false, changes: countChanges(plan), drift: result.drift, diagnostics };
  },
  destroy: async (run) => {
    const unlocked = await applyLifted(run);
    if (!unlocked.ok) return unlocked;
    const result = await streaming(run, "apply", [...locked(run), "-backup=-", "-destroy", "-auto-approve"]);
    return { ...result, changes: result.applied };
  },
};

/** Runs one phase of a stack. `destroy` needs a stack whose protection is lifted. @throws Interrupted */
export async function runPhase(run: StackRun, phase: Phase): Promise<PhaseResult> {
  const start = performance.now();
  const found = await PHASES[phase](run);
  return {
    stack: run.stack.name,
    phase,
    ok: found.ok,
    seconds: (performance.now() - start) / 1000,
    changes: found.changes ?? NO_CHANGES,
    drift: found.drift ?? [],
    diagnostics: found.diagnostics ?? [],
  };
}

/** Runs phases up to the first that fails. @param onResult told of each as it ends */
export async function runPhases(
  run: StackRun,
  phases: readonly Phase[],
  onResult: (result: PhaseResult) => void = () => {},
): Promise<PhaseResult[]> {
  const results: PhaseResult[] = [];
  for (const phase of phases) {
    const result = await runPhase(run, phase);
    results.push(result);
    onResult(result);
    if (!result.ok) break;
  }
  return results;
}

function terraform({ terraform, stack, env, signal }: StackRun, args: readonly string[]): Promise<ChildResult> {
  return runTerraform({ terraform, folder: stack.folder, args, env, signal });
}

const locked = ({ lockTimeoutSeconds = 30 }: StackRun): string[] => [`-lock-timeout=${lockTimeoutSeconds}s`];

async function streaming(run: StackRun, command: string, args: readonly string[]) {
  const result = await terraform(run, [command, "-json", "-no-color", "-input=false", ...args]);
  const { applied, drift, diagnostics } = readStream(result.stdout);
  // -detailed-exitcode says 2 of a plan that is not empty
  const good = result.code === 0 || (result.code === 2 && args.includes("-detailed-exitcode"));
  const { ok, diagnostics: all } = withCause(command, good ? { ...result, code: 0 } : result, diagnostics);
  return { ok, code: result.code, applied, drift, diagnostics: all };
}

/** A failure has a reason, always. */
function withCause(command: string, result: ChildResult, diagnostics: readonly Diagnostic[]) {
  const ok = result.code === 0;
  const explained = ok || diagnostics.some(({ severity }) => severity === "error");
  return { ok, diagnostics: explained ? diagnostics : [...diagnostics, silentFailure(command, result)] };
}

async function show(run: StackRun, file: string) {
  const result = await terraform(run, ["show", "-json", "-no-color", file]);
  return { ...withCause("show", result, []), json: result.stdout };
}

function notEmpty(plan: PlanJson): Diagnostic[] {
  return differences(plan).map(({ address, action, attributes }) => ({
    severity: "error",
    summary: `The second plan is not empty: ${action}`,
    detail: attributes.join("\n"),
    address,
  }));
}

/**
 * Makes resources deletable: Terraform destroys with what the state has, not with what the configuration says by now.
 * Only those that are there: others, with all that they stand on, would be made again.
 */
async function applyLifted(run: StackRun): Promise<Findings> {
  const { statePath, lifted } = run.stack;
  const recorded = existsSync(statePath) ? recordedIn(readJson(statePath)) : [];
  const there = new Set(recorded.map(({ address }) => address.replace(/\[.*\]$/, "")));
  const targets = lifted.filter((address) => there.has(address)).map((address) => `-target=${address}`);
  if (targets.length === 0) return { ok: true };
  return streaming(run, "apply", [...locked(run), "-backup=-", "-auto-approve", ...targets]);
}

const NO_PROVIDER = "Failed to query available provider packages";

function explainProvider(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.summary !== NO_PROVIDER) return diagnostic;
  const [what = ""] = diagnostic.detail.split(":", 1);
  return { ...diagnostic, detail: `${what}: it has no stand-in, and a rehearsal installs nothing.` };
}
