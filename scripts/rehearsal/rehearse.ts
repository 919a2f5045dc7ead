import { awsOf } from "../../config/sites/aws-eks/environment";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { TERRAFORM_VERSION } from "../../stacks/base-stack";
import type { DroppableRole } from "../../stacks/dropped-stack";
import { goneFirst, lastFirst } from "../lib/terraform/dropped-first";
import { absentRoles } from "../lib/terraform/dropped-stacks";
import { parseJson } from "../lib/files/read-json";
import { synthesizeInto } from "../lib/synth/synthesize";
import { adoptedObjects } from "./adopted";
import { applyDrift, type Drift, type StackRecords } from "./drift";
import type { FaultRequest } from "./fault-requests";
import { DATA_KINDS, KINDS } from "./kinds";
import { assertKnown } from "./known-addresses";
import { forgetOrphans, problemsOf, reconcile } from "./reconcile";
import { synthesizeRef } from "../lib/synth/from-ref";
import type { Judgement } from "../lib/terraform/losses";
import { readStacks, withDependencies } from "../lib/terraform/order";
import type { PhaseResult } from "./run/phases";
import { recordedIn, type StateAttributes } from "../lib/terraform/recorded-state";
import { findTerraform } from "../lib/terraform/terraform";
import { openWorkFolder, type WorkFolder } from "./run/work-folder";
import { Passes } from "./passes";
import { idOf } from "./provider/apply";
import { sameStacks } from "./same-stacks";
import { servedSchemas, usedTypes } from "./served-types";
import { startStandIn } from "./stand-in";
import type { Attributes } from "./value";

export interface RehearsalProps {
  /** Repository root. */
  readonly root: string;
  /** Output folder, `cdktf.out`. */
  readonly outdir: string;
  readonly environment: SiteEnvironment;
  /** Git ref as of which the environment is there before the present one is planned on top. */
  readonly from?: string | undefined;
  /**
   * With `from`: whether an environment whose stacks were the same at that commit is left out, for a rehearsal from nothing
   * has planned the same a second time.
   * @default false
   */
  readonly changed?: boolean;
  readonly faults: readonly FaultRequest[];
  readonly drift: readonly Drift[];
  /** Resources that may be lost by the upgrade, or all of them. */
  readonly allow: readonly string[] | "everything";
  /** Whether everything is destroyed in the end. @default true */
  readonly destroys?: boolean;
  /** Stacks that are rehearsed, with all that they depend on. @default - all */
  readonly stacks: readonly string[];
  /** Throw away what an earlier run has left. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
  readonly onResult: (result: PhaseResult) => void;
  readonly tell: (text: string) => void;
}

/** What `--json` prints and `result.json` keeps. */
export interface RehearsalResult {
  readonly environment: string;
  readonly ok: boolean;
  /** A rehearsal never asks AWS. */
  readonly askedAws: false;
  readonly terraform: string;
  /** Commit that was there before, of an upgrade. */
  readonly from: string | null;
  readonly seconds: number;
  readonly phases: readonly PhaseResult[];
  /** Failures that were asked for and have happened: `<stack>.<address>`. */
  readonly injected: readonly string[];
  /** What is wrong beside phases that failed. */
  readonly problems: readonly string[];
  readonly losses: Pick<Judgement, "allowed" | "refused">;
  /** Types of which the tables know nothing: they were planned by their schema alone. */
  readonly unknownTypes: readonly string[];
  /** Folder with `<stack>/plan.json` of each stack that was planned. */
  readonly folder: string;
  readonly planned: readonly string[];
}

/** Rehearses an environment. Never throws for what Terraform or the stand-in refuse: that is in the result. */
export async function rehearse(props: RehearsalProps): Promise<RehearsalResult> {
  const terraform = findTerraform(TERRAFORM_VERSION);
  const { environment, outdir } = props;
  const work = openWorkFolder({ outdir, environment: environment.name, fresh: props.fresh });
  try {
    const start = performance.now();
    const synthFolder = join(work.path, "synth");
    const before = props.from === undefined ? null : await beforeOf(props, props.from, work);
    const dropped = before ? droppedSince(before.folder, environment) : [];
    synthesizeInto([environment], synthFolder, dropped);
    const folders = [synthFolder, ...(before ? [before.folder] : [])];
    assertKnown(
      "--fail",
      props.faults.map(({ name }) => name),
      folders,
    );
    assertKnown(
      "--drift",
      props.drift.map(({ address }) => address),
      folders,
    );
    if (props.allow !== "everything") assertKnown("--allow", props.allow, folders);
    if (props.changed && before && sameStacks(before.folder, synthFolder)) {
      props.tell(`as of ${props.from ?? ""}: the same stacks, byte for byte. There is no upgrade to rehearse`);
      return {
        environment: environment.name,
        ok: true,
        askedAws: false,
        terraform: terraform.version,
        from: before.commit,
        seconds: (performance.now() - start) / 1000,
        phases: [],
        injected: [],
        problems: [],
        losses: { allowed: [], refused: [] },
        unknownTypes: [],
        folder: work.path,
        planned: [],
      };
    }
    const types = usedTypes(folders);
    const standIn = startStandIn({
      folder: work.stateFolder,
      schemas: servedSchemas(props.root, types),
      kinds: KINDS,
      dataKinds: DATA_KINDS,
      account: awsOf(environment)?.account ?? null,
    });
    try {
      standIn.cloud.adopt(adoptedObjects(environment));
      const passes = new Passes({ ...props, terraform, work, standIn });
      noteLeftovers(props, work);
      // objects of a run that was killed before Terraform could write them down
      for (const { type, id } of forgetOrphans(readRecords(work), standIn.cloud))
        props.tell(`forgotten: ${type} ${id}`);
      const { phases, problems, losses } = await acts(props, passes, {
        work,
        synthFolder,
        before: before?.folder,
        dropped,
      });
      const ok = phases.every((phase) => phase.ok) && problems.length === 0 && losses.refused.length === 0;
      const result: RehearsalResult = {
        environment: environment.name,
        ok,
        askedAws: false,
        terraform: terraform.version,
        from: before?.commit ?? null,
        seconds: (performance.now() - start) / 1000,
        phases,
        injected: standIn.happened().map(({ address }) => address),
        problems,
        losses,
        unknownTypes: types.resources.filter((type) => !(type in KINDS)),
        folder: work.path,
        planned: [...passes.planned],
      };
      work.writeResult(result);
      return result;
    } finally {
      await standIn.close();
    }
  } finally {
    work.release();
  }
}

async function beforeOf({ root, environment, signal }: RehearsalProps, ref: string, work: WorkFolder) {
  const folder = join(work.path, "synth-before");
  const commit = await synthesizeRef({ root, ref, environment: environment.name, into: folder, signal });
  return { folder, commit };
}

interface Stage {
  readonly work: WorkFolder;
  readonly synthFolder: string;
  readonly before: string | undefined;
  /** Stacks that were there before and that config has no more. */
  readonly dropped: readonly DroppableRole[];
}

/** The acts of a rehearsal, up to the first that fails. What is there then stays for the next run. */
async function acts(props: RehearsalProps, passes: Passes, { work, synthFolder, before, dropped }: Stage) {
  const { environment, tell } = props;
  const all = readStacks(synthFolder);
  const stacks = props.stacks.length > 0 ? withDependencies(all, props.stacks) : all;
  const gone = lastFirst(dropped).map((role) => environment.names.stack(role));
  const run = async (): Promise<string[]> => {
    if (before !== undefined) {
      tell(`as of ${props.from ?? ""}`);
      const old = readStacks(before).filter(
        ({ name }) => props.stacks.length === 0 || stacks.some((one) => one.name === name),
      );
      if (!(await passes.check(before, old, false))) return [];
      if (!(await passes.bringAbout(before, old))) return [];
      tell("as it is now");
      for (const name of gone)
        tell(`${name} is not in config any more: what it made is destroyed before anything else`);
    }
    if (!(await passes.check(synthFolder, stacks))) return [];
    const upgraded =
      before === undefined
        ? await passes.apply(synthFolder, stacks)
        : await passes.upgrade(synthFolder, goneFirst(stacks, gone));
    const unmet = passes.unmetFaults();
    if (!upgraded || passes.losses.refused.length > 0) return [...unmet, ...passes.losses.mistakes];
    if (unmet.length + passes.losses.mistakes.length > 0) return [...unmet, ...passes.losses.mistakes];
    const disagreements = problemsOf(reconcile(readRecords(work), passes.cloud));
    if (disagreements.length > 0) return disagreements;
    if (props.drift.length > 0) {
      applyDrift(props.drift, readRecords(work), passes.cloud);
      tell("after somebody changed the cloud");
      const unseen = await passes.adopt(synthFolder, stacks, props.drift);
      if (unseen === null || unseen.length > 0) return unseen ?? [];
    }
    if (props.destroys === false) return [];
    const there = before === undefined ? stacks : [...stacks, ...goneStacks(before, all)];
    for (const { name } of there.slice(stacks.length))
      tell(
        `${name} is no stack of ${environment.name} any more, and holds the states of the others: nothing here removes it`,
      );
    if (!(await passes.destroy((stack) => (stacks.some(({ name }) => name === stack) ? synthFolder : before!), there)))
      return [];
    return problemsOf(reconcile(readRecords(work), passes.cloud));
  };
  const problems = await run();
  const { allowed, refused } = passes.losses;
  return { phases: passes.results, problems, losses: { allowed, refused } };
}

/** Stacks of before, which an environment may do without and now does. */
export function droppedSince(before: string, environment: SiteEnvironment): DroppableRole[] {
  const were = readStacks(before).map(({ name }) => name);
  return absentRoles(environment).filter((role) => were.includes(environment.names.stack(role)));
}

/** Stacks that the environment had and has no more, but those that are written empty. */
function goneStacks(before: string, stacks: readonly { readonly name: string }[]) {
  const gone = readStacks(before).filter(({ name }) => !stacks.some((stack) => stack.name === name));
  const names = new Set([...gone, ...stacks].map(({ name }) => name));
  return gone.map(({ name, dependencies }) => ({ name, dependencies: dependencies.filter((each) => names.has(each)) }));
}

function noteLeftovers({ tell, environment }: RehearsalProps, { leftovers, wasKilled }: WorkFolder): void {
  if (wasKilled) tell("the rehearsal before this one was killed");
  if (leftovers.length === 0) return;
  const count = leftovers.reduce((sum, { resources }) => sum + resources.length, 0);
  tell(
    `going on with ${count} resources that an earlier rehearsal of ${environment.name} left in ` +
      `${leftovers.map(({ stack }) => stack).join(", ")} (--fresh begins anew)`,
  );
}

const identify = (type: string, attributes: StateAttributes) => idOf(KINDS[type] ?? {}, attributes as Attributes);

/** Resources of all states. */
function readRecords({ statePath, states }: WorkFolder): StackRecords {
  return new Map(
    states().map((stack) => {
      const file = statePath(stack);
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      return [stack, text === "" ? [] : recordedIn(parseJson(text, { name: file }), identify)];
    }),
  );
}
