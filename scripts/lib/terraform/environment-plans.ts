import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { STACKS } from "../../../config/names/resolve";
import { UsageError } from "../errors/usage";
import { ExpectedError } from "../errors/expected-error";
import { inOrderGoneFirst, lastFirst } from "./dropped-first";
import { absentRoles } from "./dropped-stacks";
import { readStacks } from "./order";
import type { PlanJson } from "./plan-json";
import { readStack, stackFolder } from "./stack-json";
import { inDependencyOrder } from "./stack-changes";
import { StackTerraform, type SavedPlan } from "./stack-terraform";

export interface EnvironmentPlansProps {
  /** Folder that synth wrote into: `cdktf.out`. */
  readonly synthFolder: string;
  readonly environment: SiteEnvironment;
  /** Stacks that are meant. @default all of the environment */
  readonly stacks?: readonly string[] | undefined;
  /** Where saved plans are kept for as long as they are needed: they have secrets in them. */
  readonly workFolder: string;
  /** False for who may read the state only. */
  readonly lock: boolean;
  /** Lock files by stack: providers are those that were reviewed. @default - what the constraints allow */
  readonly locks?: Readonly<Record<string, string | null>> | undefined;
  /** A stack with its state in the repository may change: it is only looked at. @default false */
  readonly byHand?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
}

/** A stack, planned with the real providers. */
export interface PlannedStack {
  readonly stack: string;
  readonly saved: SavedPlan;
  readonly terraform: StackTerraform;
}

/** Plans the stacks of an environment one after another: what is done between two of them is seen by the second. */
export async function* planStacks(props: EnvironmentPlansProps): AsyncGenerator<PlannedStack> {
  const { synthFolder, workFolder, lock, env, signal, tell } = props;
  for (const stack of stacksOf(props)) {
    const terraform = new StackTerraform({ folder: stackFolder(synthFolder, stack), stack, env, signal });
    // a stack that nobody has locked gets no provider at all
    await terraform.init(props.locks === undefined ? undefined : (props.locks[stack] ?? null));
    const saved = await terraform.plan(join(workFolder, `${stack}.tfplan`), lock);
    refuseByHand(props, stack, saved);
    tell(`${stack}: ${saved.changes ? "something would change" : "no changes"}`);
    yield { stack, saved, terraform };
  }
}

/** Writes a plan where `npm run review -- --plans` looks for it. */
export function writePlanJson(folder: string, environment: string, stack: string, plan: PlanJson): void {
  const at = join(folder, environment, stack);
  mkdirSync(at, { recursive: true, mode: 0o700 });
  writeFileSync(join(at, "plan.json"), JSON.stringify(plan), { mode: 0o600 });
}

/**
 * Stacks of an environment that are meant, in the order of deployment: of those that do not wait for each other in the order
 * of their life, so that nodes are not paid for while the file system is made. @throws ExpectedError for one that is not there
 */
export function stacksOf({
  synthFolder,
  environment,
  stacks,
}: Pick<EnvironmentPlansProps, "synthFolder" | "environment" | "stacks">): string[] {
  const found = readStacks(synthFolder);
  const own = STACKS.flatMap((role) => found.filter(({ name }) => name === environment.names.stack(role)));
  // what config has no more goes before what it stands on
  const gone = lastFirst(absentRoles(environment)).map((role) => environment.names.stack(role));
  const all = inOrderGoneFirst(inDependencyOrder(own), gone);
  if (all.length === 0)
    throw new ExpectedError(`${synthFolder} has no stack of ${environment.name}: npm run synth -- ${environment.name}`);
  const unknown = (stacks ?? []).filter((stack) => !all.includes(stack));
  if (unknown.length) throw new UsageError(`${environment.name} has no stack ${unknown.join(", ")}: ${all.join(", ")}`);
  return stacks === undefined ? all : all.filter((stack) => stacks.includes(stack));
}

/** A state that is a file of the repository would be lost with the machine that applied it. */
function refuseByHand({ synthFolder, byHand }: EnvironmentPlansProps, stack: string, { changes }: SavedPlan): void {
  const local = readStack(synthFolder, stack).terraform?.backend?.["local"];
  if (!changes || !local || byHand) return;
  throw new ExpectedError(
    `${stack} changes, and its state is a file of the repository: apply it by hand, and commit its state.\n` +
      `  npm run cdktf -- deploy ${stack}`,
  );
}
