import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFromBefore } from "./from-before";
import { faultsOf, type FaultRequest } from "./fault-requests";
import type { Drift } from "./drift";
import { leaveForgotten } from "./forgotten";
import { importLines, importsOf } from "../lib/terraform/imports";
import { judge, losses, type Judgement, type StackLoss } from "../lib/terraform/losses";
import { readJson } from "../lib/files/read-json";
import { inOrder, readStacks, type StackNode } from "../lib/terraform/order";
import { planFile, runPhase, runPhases, type Phase, type PhaseResult } from "./run/phases";
import { isEmpty, kindOf, readPlan } from "../lib/terraform/plan-json";
import { keepProtected } from "./run/untaint";
import type { Terraform } from "../lib/terraform/terraform";
import type { WorkFolder } from "./run/work-folder";
import { liftProtection, prepareStack, type Lift, type PreparedStack } from "./run/workspace";
import { typesMet } from "./served-types";
import type { StandIn } from "./stand-in";

export interface PassesProps {
  readonly terraform: Terraform;
  readonly work: WorkFolder;
  readonly standIn: StandIn;
  readonly faults: readonly FaultRequest[];
  readonly allow: readonly string[] | "everything";
  readonly signal: AbortSignal;
  readonly onResult: (result: PhaseResult) => void;
  readonly tell: (text: string) => void;
}

/** What runs on one stack: its phases, and what looks at it between them. */
type StackWork = (run: (phase: Phase) => Promise<boolean>, stack: PreparedStack) => Promise<boolean>;

/** Runs Terraform over all stacks of an environment, several times. */
export class Passes {
  /** Every phase that ran, in the order in which they ended. */
  readonly results: PhaseResult[] = [];
  /** Losses of the upgrade. */
  losses: Judgement = { refused: [], allowed: [], mistakes: [] };
  /** Stacks with a plan of the last act, in the order in which they were planned. */
  readonly planned = new Set<string>();
  private readonly met = new Set<FaultRequest>();

  constructor(private readonly props: PassesProps) {}

  get cloud() {
    return this.props.standIn.cloud;
  }

  /**
   * What no plan needs: stacks that are wrong in themselves are told before anything is made.
   * @param early whether they are; a plan tells the same, later
   * @returns whether all are well
   */
  check(synthFolder: string, stacks: readonly StackNode[], early = true): Promise<boolean> {
    this.planned.clear();
    const alone = stacks.map(({ name }) => ({ name, dependencies: [] }));
    return this.over(
      alone,
      (stack) => prepareStack(this.stackProps(synthFolder, stack, "nothing")),
      async (run) => {
        const well = await run("init");
        return well && (!early || run("validate"));
      },
    );
  }

  /** Brings all stacks about, and plans each again: there must be nothing left to do. */
  apply(synthFolder: string, stacks: readonly StackNode[]): Promise<boolean> {
    return this.over(
      stacks,
      this.prepared(synthFolder, "nothing"),
      async (run, stack) => (await this.made(run, stack)) && run("second plan"),
    );
  }

  /** Brings about what was there before, as an earlier commit made it. It went well once, so that nothing is left to plan is not asked. */
  bringAbout(synthFolder: string, stacks: readonly StackNode[]): Promise<boolean> {
    return this.over(stacks, this.prepared(synthFolder, "nothing"), async (run, stack) =>
      this.isPlain(stack) ? run("bring about") : this.made(run, stack),
    );
  }

  /** Whether nothing of its plan is looked at: no failure waits for it, and it takes over, gives up and finds nothing. */
  private isPlain({ folder, statePath }: PreparedStack): boolean {
    const json = readJson(join(folder, "cdk.tf.json")) as { import?: unknown; removed?: unknown };
    const isNew = !existsSync(statePath) && json.import === undefined && json.removed === undefined;
    return isNew && this.props.faults.every((request) => this.met.has(request));
  }

  /** Plans and applies one stack. */
  private async made(run: (phase: Phase) => Promise<boolean>, stack: PreparedStack): Promise<boolean> {
    await keepProtected(this.props, stack);
    if (!(await this.makeFromBefore(stack))) return false;
    if (!(await run("plan"))) return false;
    if (!this.importsWell(stack)) return false;
    this.injectFaults(stack);
    return this.applied(run, stack);
  }

  /** Applies the plan; what it forgets is in no state any more. */
  private async applied(run: (phase: Phase) => Promise<boolean>, stack: PreparedStack): Promise<boolean> {
    if (!(await run("apply"))) return false;
    leaveForgotten(readPlan(planFile(stack)), this.cloud).forEach((note) => this.props.tell(`${stack.name}: ${note}`));
    return true;
  }

  /** Plans on top of what is there, and applies nothing. */
  plan(synthFolder: string, stacks: readonly StackNode[]): Promise<boolean> {
    return this.over(stacks, this.prepared(synthFolder, "prevent-destroy"), (run) => run("plan"));
  }

  /** The same as `apply` on top of what is there; a stack that would lose something is not applied. */
  async upgrade(synthFolder: string, stacks: readonly StackNode[]): Promise<boolean> {
    const found: StackLoss[] = [];
    const { allow } = this.props;
    // protection is lifted for the plan, which would be an error without a list of what it is about
    const done = await this.over(stacks, this.prepared(synthFolder, "prevent-destroy"), async (run, stack) => {
      if (!(await run("plan"))) return false;
      const plan = readPlan(planFile(stack));
      if (isEmpty(plan)) return true;
      const ofStack = losses(plan, stack.protected).map((loss) => ({ ...loss, stack: stack.name }));
      found.push(...ofStack);
      if (judgement(ofStack, allow).refused.length > 0) return false;
      this.injectFaults(stack);
      return (await this.applied(run, stack)) && run("second plan");
    });
    const { refused, allowed, mistakes } = judgement(found, allow);
    // stacks that were not planned may have what a name means
    this.losses = { refused, allowed, mistakes: done || refused.length === 0 ? mistakes : [] };
    return done;
  }

  /**
   * Plans and applies after the cloud was changed. @returns changes that no plan has shown, or null when a phase failed
   */
  async adopt(synthFolder: string, stacks: readonly StackNode[], drifts: readonly Drift[]): Promise<string[] | null> {
    const shown = new Set<string>();
    const done = await this.over(stacks, this.prepared(synthFolder, "prevent-destroy"), async (run, stack) => {
      if (!(await run("plan"))) return false;
      for (const { address, change } of readPlan(planFile(stack)).resource_changes ?? [])
        if (kindOf(change) !== null) shown.add(`${stack.name}.${address}`);
      return (await run("apply")) && run("second plan");
    });
    if (!done) return null;
    return drifts
      .filter(({ address, set, delete: gone }) => (set !== undefined || gone === true) && !shown.has(address))
      .map(({ address }) => `${address} was changed behind Terraform's back, and no plan has shown it`);
  }

  /** Destroys all stacks, those that others depend on last. */
  destroy(synthFolder: (stack: string) => string, stacks: readonly StackNode[]): Promise<boolean> {
    const lifted = (stack: string) => liftProtection(this.stackProps(synthFolder(stack), stack, "everything"));
    return this.over(stacks, lifted, (run) => run("destroy"), true);
  }

  /** Faults that were asked for and had nothing to meet. */
  unmetFaults(): string[] {
    return this.props.faults
      .filter((request) => !this.met.has(request))
      .map(({ name }) => `--fail ${name}: no such resource is made, changed or deleted by this run`);
  }

  /** What a stack imports is there before it; only a failure is told. */
  private async makeFromBefore(stack: PreparedStack): Promise<boolean> {
    const { standIn, terraform, signal, onResult } = this.props;
    const make = async () => {
      const attachment = await standIn.attach(`${stack.name}-before`);
      try {
        const phases = await runPhases({ terraform, stack, env: attachment.env, signal }, ["plan", "apply"]);
        const failed = phases.filter(({ ok }) => !ok);
        this.results.push(...failed);
        failed.forEach(onResult);
        return failed.length === 0;
      } finally {
        await attachment.close();
      }
    };
    return makeFromBefore({ stack, cloud: this.cloud, make });
  }

  /** Tells what is imported. @returns whether all of it stays */
  private importsWell(stack: PreparedStack): boolean {
    const plan = readPlan(planFile(stack));
    const imports = importsOf(plan);
    importLines(stack.name, imports).forEach(this.props.tell);
    const imported = imports.map(({ address }) => address);
    const lost = losses(plan, imported)
      .filter(({ address }) => imported.includes(address))
      .map((loss) => ({ ...loss, stack: stack.name }));
    if (lost.length > 0) this.losses = { ...this.losses, refused: [...this.losses.refused, ...lost] };
    return lost.length === 0;
  }

  private injectFaults({ name, ...stack }: PreparedStack): void {
    const waiting = this.props.faults.filter((request) => !this.met.has(request));
    for (const { request, fault } of faultsOf(name, readPlan(planFile({ name, ...stack })), waiting)) {
      this.met.add(request);
      this.props.standIn.inject(fault);
    }
  }

  private prepared(synthFolder: string, lift: Lift) {
    return (stack: string) => liftProtection(this.stackProps(synthFolder, stack, lift));
  }

  /** A stack may read the state of one that this act has nothing to do on. */
  private stackProps(synthFolder: string, stack: string, lift: Lift) {
    const { work } = this.props;
    const states = Object.fromEntries(readStacks(synthFolder).map(({ name }) => [name, work.statePath(name)]));
    return { synthFolder, stack, workFolder: work.path, states, lift };
  }

  private async over(
    stacks: readonly StackNode[],
    prepare: (stack: string) => PreparedStack,
    work: StackWork,
    reverse = false,
  ): Promise<boolean> {
    const outcomes = await inOrder(stacks, { reverse }, async (name) => {
      const stack = prepare(name);
      const { standIn, terraform, signal, onResult } = this.props;
      const attachment = await standIn.attach(name, typesMet(stack));
      try {
        const run = async (phase: Phase) => {
          const result = await runPhase({ terraform, stack, env: attachment.env, signal }, phase);
          this.results.push(result);
          if (result.ok && phase === "plan") this.planned.add(name);
          onResult(result);
          return result.ok;
        };
        return { ok: await work(run, stack) };
      } finally {
        await attachment.close();
      }
    });
    return [...outcomes.values()].every((outcome) => outcome.kind === "ran" && outcome.value.ok);
  }
}

function judgement(found: readonly StackLoss[], allow: readonly string[] | "everything"): Judgement {
  return allow === "everything" ? { refused: [], allowed: found, mistakes: [] } : judge(found, allow);
}
