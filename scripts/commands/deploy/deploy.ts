import { join } from "node:path";
import { listed } from "../../../config/kernel/listed";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { DroppableRole } from "../../../stacks/dropped-stack";
import { plannedDangers, type PlannedDanger } from "../../review/planned-dangers";
import { stacksOf } from "../../lib/terraform/environment-plans";
import { StackTerraform, StackTerraformError, type SavedPlan } from "../../lib/terraform/stack-terraform";
import type { StackLoss } from "../../lib/terraform/losses";
import { readStacks } from "../../lib/terraform/order";
import { countChanges, NO_CHANGES, type Changes } from "../../lib/terraform/plan-json";
import { readStack, stackFolder } from "../../lib/terraform/stack-json";
import { advice, waitsForOthers } from "../../lib/terraform/advice";
import { assertAddresses, fullAddress, refusal, stackLosses } from "../../lib/terraform/allowed";
import { ExpectedError } from "../../lib/errors/expected-error";
import { groupsThatGo } from "../../lib/terraform/rolling-nodes";
import type { Drained } from "../../lib/slurm/drain-groups";
import type { DrainFirst } from "./drain-first";
import type { SilenceFirst } from "./silence-first";
import { madeReleases, type ForgetFailed } from "./failed-releases";
import { madeTwice } from "./made-twice";
import { refuseGoneFirst } from "./gone-first";
import { droppedData, UnguardedStack } from "./dropped-data";
import { inOrderGoneFirst, lastFirst, refuseUnderneath } from "../../lib/terraform/dropped-first";
import { planLines, planText } from "../../lib/terraform/plan-lines";
import { isNews } from "../../lib/terraform/progress";

/**
 * `planned`: a dry run. `waits`: a dry run cannot plan it before the stacks below are applied. `refused`: something would
 * be lost. `declined`: somebody said no.
 */
export type DeployOutcome =
  | "applied"
  | "unchanged"
  | "planned"
  | "waits"
  | "refused"
  | "declined"
  | "failed"
  | "not-run";

export interface DeployedStack {
  readonly stack: string;
  readonly outcome: DeployOutcome;
  readonly changes: Changes;
  /** What its plan deletes or replaces that holds data or runs jobs. */
  readonly losses: readonly StackLoss[];
  /** What it loses or ends by changing something in place. */
  readonly dangers: readonly PlannedDanger[];
  readonly seconds: number;
  /** Its apply failed half-way: some of its changes are done. @default false */
  readonly begun?: boolean;
  /** And Terraform was killed: what it was making then may be in no state. @default false */
  readonly killed?: boolean;
  /** What went wrong, and what to do. @default - nothing */
  readonly problem?: string;
}

export interface DeployProps {
  /** Folder that synth wrote into: `cdktf.out`. */
  readonly synthFolder: string;
  readonly environment: SiteEnvironment;
  /** Stacks that config has no more and that are there: they go first. Synth has written them empty. @default - none */
  readonly dropped?: readonly DroppableRole[] | undefined;
  /** Stacks that are meant. @default all of the environment */
  readonly only?: readonly string[] | undefined;
  /** Losses that are meant: `<stack>.<address>`. */
  readonly allow: readonly string[];
  /**
   * The state of a stack, as Terraform writes it; null: there is none. What it has and config has no more is refused before
   * the first apply, and not when the plan of its stack has its turn. @default - plans alone say what is lost
   */
  readonly recorded?: ((stack: string) => Promise<unknown>) | undefined;
  /** ARNs of what the account has of the environment that no state knows: no second one is made in silence. @default - none */
  readonly unknown?: readonly string[] | undefined;
  readonly now: Date;
  /** Plans only. */
  readonly dryRun: boolean;
  /** Folder for saved plans, for as long as it takes: they have secrets in them. */
  readonly workFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Asked before a plan is applied. */
  readonly confirm: (stack: string) => Promise<boolean>;
  /** Drains nodes before a plan that takes them is applied. @default - nothing drains them */
  readonly drainFirst?: DrainFirst | undefined;
  /** Keeps down alerts of nodes that a plan takes while it is applied. @default - they are told */
  readonly silenceFirst?: SilenceFirst | undefined;
  /** Clears the way for releases whose installation failed before. @default - nothing does */
  readonly forgetFailed?: ForgetFailed | undefined;
  readonly tell: (text: string) => void;
}

const WELL: readonly DeployOutcome[] = ["applied", "unchanged", "planned", "waits"];

/** Whether a stack is as it should be, or would be. */
export const isWell = ({ outcome }: DeployedStack): boolean => WELL.includes(outcome);

/**
 * Plans and applies the stacks of an environment in the order of their dependencies. At the first that does not go well
 * it stops; the next run passes those that are done.
 */
export async function deploy(props: DeployProps): Promise<DeployedStack[]> {
  const { synthFolder, environment, only, allow, dropped = [], tell } = props;
  const all = stacksOf({ synthFolder, environment });
  assertAddresses("--allow", allow, all);
  const meant = stacksOf({ synthFolder, environment, stacks: only });
  const gone = lastFirst(dropped).map((role) => environment.names.stack(role));
  refuseUnderneath(readStacks(synthFolder), gone, meant);
  const stacks = inOrderGoneFirst(meant, gone);
  for (const stack of stacks.filter((one) => gone.includes(one)))
    tell(`${stack} is not in the config any more: what it made is destroyed before anything else`);
  const { recorded = () => Promise.resolve(null), dryRun } = props;
  // a dry run plans all of them, and says it of each
  const refused = dryRun ? null : await refuseGoneFirst({ synthFolder, stacks, allow, recorded });
  if (refused) return refused;
  const done: DeployedStack[] = [];
  for (const stack of stacks) {
    const start = performance.now();
    const stopped = done.some((one) => !isWell(one) && !(dryRun && one.outcome === "refused"));
    const result = stopped ? { outcome: "not-run" as const } : await deployStack(props, stack, pending(props, done));
    done.push({
      stack,
      changes: NO_CHANGES,
      losses: [],
      dangers: [],
      seconds: (performance.now() - start) / 1000,
      ...result,
    });
  }
  for (const name of unused(allow, done)) tell(`--allow ${name}: nothing of that name ${NOTHING_LOST}`);
  return done;
}

type Found = Partial<Omit<DeployedStack, "outcome">> & Pick<DeployedStack, "outcome">;

async function deployStack(props: DeployProps, stack: string, waiting: readonly string[]): Promise<Found> {
  const { synthFolder, allow, dryRun, workFolder, env, signal, tell } = props;
  const folder = stackFolder(synthFolder, stack);
  const onLine = (line: string) => isNews(line) && tell(`${stack}: ${line}`);
  let terraform = new StackTerraform({ folder, stack, env, signal, onLine });
  let unguarded: UnguardedStack | undefined;
  const failed = (error: unknown): Found => {
    if (!(error instanceof StackTerraformError)) throw error;
    return { outcome: "failed", problem: `${error.message}\n${advice(error.message, folder)}` };
  };
  const planFile = join(workFolder, `${stack}.tfplan`);
  let saved: SavedPlan;
  try {
    tell(`${stack}: planning`);
    await terraform.init();
    saved = await terraform.plan(planFile, !dryRun).catch(async (error: Error) => {
      const dropped = droppedData(error.message);
      if (dropped.length === 0) throw error;
      tell(`${stack}: config has no more ${dropped.join(", ")}: planning what would go`);
      unguarded = new UnguardedStack({
        synthFolder,
        stack,
        workFolder: join(workFolder, "unguarded"),
        env,
        signal,
        onLine,
      });
      ({ terraform } = unguarded);
      await terraform.init();
      return terraform.plan(planFile, !dryRun);
    });
  } catch (error) {
    // the state that it reads, or the bucket of its own, comes with the stacks below
    const below = readStacks(synthFolder).find(({ name }) => name === stack)?.dependencies ?? [];
    const missing = below.filter((name) => waiting.includes(name));
    const waits = dryRun && missing.length > 0 && error instanceof StackTerraformError && waitsForOthers(error.message);
    if (!waits) return failed(error);
    tell(`${stack}: can be planned when ${missing.join(", ")} is applied`);
    return { outcome: "waits", problem: `It can be planned when ${missing.join(", ")} is applied.` };
  }
  const changes = countChanges(saved.json);
  const lost = stackLosses(synthFolder, stack, saved.json);
  if (!saved.changes) {
    tell(`${stack}: no changes`);
    return { outcome: "unchanged" };
  }
  tell(`${stack}: ${planText(saved.json)}`);
  for (const line of planLines(saved.json)) tell(`  ${line}`);
  const { dangers: changed, problems } = plannedDangers(props.environment, { stack, plan: saved.json, now: props.now });
  if (problems.length > 0) return { outcome: "failed", changes, problem: problems.join("\n") };
  const dangers = [...changed, ...madeTwice(stack, saved.json, props.unknown ?? [])];
  const found = { changes, losses: lost, dangers };
  const [refused, open] = [lost, dangers].map((all) => all.filter((one) => !allow.includes(nameOf(one)))) as [
    StackLoss[],
    PlannedDanger[],
  ];
  if (refused.length + open.length > 0) return { outcome: "refused", ...found, problem: refusal(refused, open) };
  const going = groupsThatGo(saved.json);
  const groups = props.drainFirst ? going : [];
  if (groups.length > 0) tell(`${stack}: nodes of ${listed(groups)} are drained in Slurm before it is applied`);
  if (dryRun) return { outcome: "planned", ...found };
  tell(`${stack}: the whole plan: terraform -chdir=${folder} show ${saved.file}`);
  if (!(await props.confirm(stack))) return { outcome: "declined", ...found };
  /** @returns what went wrong; null: nothing */
  const drainAndApply = async (): Promise<Found | null> => {
    let drained: Drained | undefined;
    try {
      if (groups.length > 0) drained = await props.drainFirst?.(groups);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      return { outcome: "refused", ...found, problem: error.message };
    }
    const made = props.forgetFailed ? madeReleases(saved.json) : [];
    if (made.length > 0) await props.forgetFailed?.(made);
    try {
      await terraform.apply(saved);
    } catch (error) {
      unguarded?.saveState();
      const killed = error instanceof StackTerraformError && error.killed;
      return { ...failed(error), ...found, begun: true, ...(killed && { killed }) };
    } finally {
      await drained?.resume();
    }
    return null;
  };
  const silence = going.length > 0 ? await props.silenceFirst?.(going) : undefined;
  try {
    const problem = await drainAndApply();
    if (problem) return problem;
  } finally {
    await silence?.end();
  }
  tell(`${stack}: applied`);
  if (readStack(synthFolder, stack).terraform?.backend?.["local"] && props.environment.state.kind === "s3")
    tell(`${stack}: its state is state/${stack}.tfstate: commit that file`);
  return { outcome: "applied", ...found };
}

/** Stacks that a dry run has left to be applied. */
function pending({ dryRun }: DeployProps, done: readonly DeployedStack[]): string[] {
  if (!dryRun) return [];
  return done.filter(({ outcome }) => ["planned", "waits", "refused"].includes(outcome)).map(({ stack }) => stack);
}

const nameOf = (one: StackLoss | PlannedDanger): string => ("name" in one ? one.name : fullAddress(one));

const NOTHING_LOST = "is lost or ended; leave it out, or mend it";

/** Names that nothing is lost by: of an earlier run, or with a slip in them. What a stack would lose that is not planned yet is not known. */
function unused(allow: readonly string[], done: readonly DeployedStack[]): string[] {
  const known = done.filter((one) => isWell(one) || one.outcome === "refused").map(({ stack }) => stack);
  const lost = done.flatMap(({ losses, dangers }) => [...losses, ...dangers].map(nameOf));
  return allow.filter((name) => !lost.includes(name) && known.includes(name.split(".", 1)[0] ?? ""));
}
