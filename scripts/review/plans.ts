import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { ExpectedError } from "../lib/errors/expected-error";
import { readJson } from "../lib/files/read-json";
import type { PlanJson } from "../lib/terraform/plan-json";
import { rehearse, type RehearsalResult } from "../rehearsal/rehearse";
import { diagnosticLines } from "../lib/terraform/change-words";
import type { StackPlan, Synthesized } from "./model";
import { stacksIn } from "./synthesized";
import { temporaryFolder } from "../lib/process/temporary-folder";

/** Plans of an environment, and why some are missing. */
export interface Plans {
  readonly stacks: readonly StackPlan[];
  readonly problems: readonly string[];
  /** The stacks that were planned, as code. @default - nobody synthesized them */
  readonly synthesized?: Synthesized;
}

/** Reads `<folder>/<environment>/<stack>/plan.json`, as `terraform show -json` writes them. */
export function plansIn(folder: string, environment: string): Plans {
  const at = join(folder, environment);
  if (!existsSync(at)) throw new ExpectedError(`--plans: there is no folder ${at} with plans of ${environment}`);
  const stacks = readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = stacks.map(({ name }) => ({ stack: name, file: join(at, name, "plan.json") }));
  const found = files.filter(({ file }) => existsSync(file)).sort((a, b) => (a.stack < b.stack ? -1 : 1));
  if (found.length === 0)
    throw new ExpectedError(`--plans: ${at} has no <stack>/plan.json, as terraform show -json writes them`);
  return { stacks: found.map(({ stack, file }) => ({ stack, plan: readPlanFile(file) })), problems: [] };
}

function readPlanFile(file: string): PlanJson {
  const plan = readJson(file) as (PlanJson & { format_version?: unknown }) | null;
  if (typeof plan?.format_version === "string") return plan;
  throw new ExpectedError(`${file} is no plan: write it with terraform show -json <plan> > plan.json`);
}

export interface RehearsedPlansProps {
  readonly root: string;
  readonly environment: SiteEnvironment;
  /** Commit that is there before; null: the environment is new. */
  readonly from: string | null;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Rehearses the change, whatever it would lose: saying so is the review's affair. */
export async function rehearsedPlans({ root, environment, from, signal, tell }: RehearsedPlansProps): Promise<Plans> {
  const outdir = temporaryFolder("review");
  try {
    const result = await rehearse({
      root,
      outdir,
      environment,
      from: from ?? undefined,
      faults: [],
      drift: [],
      stacks: [],
      allow: "everything",
      destroys: false,
      fresh: true,
      signal,
      onResult: ({ stack, phase, ok }) => {
        if (ok && ["plan", "apply", "bring about"].includes(phase)) tell(`${stack}: ${phase}`);
      },
      tell: () => {},
    });
    tell(`${environment.name}: rehearsed${from === null ? "" : ` on top of ${from.slice(0, 7)}`}`);
    const before = from === null ? null : stacksIn(join(result.folder, "synth-before"));
    return { ...plansOf(result), synthesized: { before, after: stacksIn(join(result.folder, "synth")) } };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** What a rehearsal has planned, and why it did not come to its end. */
export function plansOf({
  folder,
  planned,
  phases,
  problems,
}: Pick<RehearsalResult, "folder" | "planned" | "phases" | "problems">): Plans {
  const failed = phases.filter(({ ok }) => !ok);
  return {
    stacks: planned.map((name) => ({ stack: name, plan: readPlanFile(join(folder, name, "plan.json")) })),
    problems: [
      ...problems,
      ...failed.map(
        ({ stack, phase, diagnostics }) =>
          `The rehearsal of ${stack} failed at ${phase}:\n${diagnostics.flatMap(diagnosticLines).join("\n")}`,
      ),
    ],
  };
}
