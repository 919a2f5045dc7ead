import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { goneFirst, lastFirst } from "../../scripts/lib/terraform/dropped-first";
import { adoptedObjects } from "../../scripts/rehearsal/adopted";
import { DATA_KINDS, KINDS } from "../../scripts/rehearsal/kinds";
import { Passes } from "../../scripts/rehearsal/passes";
import { droppedSince } from "../../scripts/rehearsal/rehearse";
import { inOrder, readStacks } from "../../scripts/lib/terraform/order";
import { openWorkFolder } from "../../scripts/rehearsal/run/work-folder";
import { servedSchemas, usedTypes } from "../../scripts/rehearsal/served-types";
import { startStandIn } from "../../scripts/rehearsal/stand-in";
import type { StackPlan } from "../../scripts/review/model";
import { plansOf, type Plans } from "../../scripts/review/plans";
import { synthesizeInto } from "../../scripts/lib/synth/synthesize";
import { sample, type Change, type Sample } from "./environment";
import { ROOT } from "./process";
import { TERRAFORM } from "./terraform";

/** An environment that Terraform has brought about in a pretended cloud. */
export interface Running extends Sample {
  /** Its states and the journal of its cloud. */
  readonly stateFolder: string;
  readonly synthFolder: string;
  /** Plans by which it was made. */
  readonly plans: readonly StackPlan[];
}

/** Where Terraform runs: a folder that looks like that of a rehearsal. */
interface Stage {
  /** Folder with `rehearsal/<environment>/state`, if anything is there before. */
  readonly outdir: string;
  readonly environment: AwsEnvironment;
  /** Synthesized stacks, those that are there before too: their types must be known. */
  readonly synthFolders: readonly string[];
}

/** Runs Terraform against stand-ins on top of what is there. @param run one or several acts, which may overlap */
async function onStage(
  { outdir, environment, synthFolders }: Stage,
  run: (act: () => Passes) => Promise<unknown>,
): Promise<Plans> {
  const work = openWorkFolder({ outdir, environment: environment.name, fresh: false });
  const standIn = startStandIn({
    folder: work.stateFolder,
    schemas: servedSchemas(ROOT, usedTypes(synthFolders)),
    kinds: KINDS,
    dataKinds: DATA_KINDS,
    account: environment.account,
  });
  try {
    standIn.cloud.adopt(adoptedObjects(environment));
    const acts: Passes[] = [];
    await run(() => {
      const one = new Passes({ terraform: TERRAFORM, work, standIn, ...QUIET });
      acts.push(one);
      return one;
    });
    return plansOf({
      folder: work.path,
      planned: acts.flatMap(({ planned }) => [...planned]).sort(),
      phases: acts.flatMap(({ results }) => results),
      problems: [],
    });
  } finally {
    await standIn.close();
    work.release();
  }
}

const QUIET = {
  faults: [],
  allow: "everything",
  signal: new AbortController().signal,
  onResult: () => {},
  tell: () => {},
} as const;

const brought = new Map<string, Promise<Running>>();

/** An environment that runs; it is brought about when it is first asked for. */
export function running(base: Change): Promise<Running> {
  const key = JSON.stringify(base);
  const known = brought.get(key) ?? bringAbout(base);
  brought.set(key, known);
  return known;
}

/**
 * Brings an environment about, once for all test files of a run: `TMPDIR` is a folder of the run. Of several processes,
 * the first makes it and the others wait.
 */
async function bringAbout(base: Change): Promise<Running> {
  const { config, env } = sample(base, undefined, {});
  const home = join(tmpdir(), `running-${env.name}`);
  const synthFolder = join(home, "synth");
  const done = join(home, "done");
  if (isFirst(home)) {
    try {
      await make(env, home, synthFolder);
      writeFileSync(done, "");
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }
  // who made it has failed and said why
  while (!existsSync(done)) {
    if (!existsSync(home)) throw new Error(`${env.name} could not be brought about`);
    await sleep(200);
  }
  const work = join(home, "rehearsal", env.name);
  const planned = readStacks(synthFolder).map(({ name }) => name);
  const { stacks: plans } = plansOf({ folder: work, planned, phases: [], problems: [] });
  return { config, env, stateFolder: join(work, "state"), synthFolder, plans };
}

function isFirst(home: string): boolean {
  try {
    mkdirSync(home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function make(environment: AwsEnvironment, outdir: string, synthFolder: string): Promise<void> {
  synthesizeInto([environment], synthFolder);
  const stacks = readStacks(synthFolder);
  const { problems } = await onStage({ outdir, environment, synthFolders: [synthFolder] }, async (act) => {
    const passes = act();
    if (await passes.check(synthFolder, stacks, false)) await passes.apply(synthFolder, stacks);
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/**
 * Rehearses other stacks on a copy of what runs: those that differ, and those that read what has changed. All others have
 * nothing to plan.
 * @param planOnly applies nothing; what reads from what would have changed is not planned then
 */
export async function rehearseOn(
  before: Running,
  environment: AwsEnvironment,
  synth: string,
  planOnly: boolean,
): Promise<Plans> {
  const outdir = mkdtempSync(join(tmpdir(), "change-"));
  try {
    const stateFolder = join(outdir, "rehearsal", environment.name, "state");
    mkdirSync(stateFolder, { recursive: true });
    cpSync(before.stateFolder, stateFolder, { recursive: true });
    const published = new Set<string>();
    const synthFolders = [before.synthFolder, synth];
    return await onStage({ outdir, environment, synthFolders }, (act) => {
      const gone = lastFirst(droppedSince(before.synthFolder, environment));
      const stacks = goneFirst(
        readStacks(synth),
        gone.map((role) => environment.names.stack(role)),
      );
      return inOrder(stacks, {}, async (name) => {
        const isRead = stacks.find((one) => one.name === name)?.dependencies.some((one) => published.has(one));
        if (isRead !== true && textOf(before.synthFolder, name) === textOf(synth, name)) return { ok: true };
        const [passes, alone] = [act(), [{ name, dependencies: [] }]];
        const isWell = await passes.check(synth, alone, false);
        const ok = isWell && (await (planOnly ? passes.plan(synth, alone) : passes.upgrade(synth, alone)));
        if (outputsOf(before.stateFolder, name) !== outputsOf(stateFolder, name)) published.add(name);
        return { ok };
      });
    });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** A synthesized stack; null for one that is not there. */
function textOf(synth: string, stack: string): string | null {
  const file = join(synth, "stacks", stack, "cdk.tf.json");
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** What other stacks read of a stack. */
function outputsOf(stateFolder: string, stack: string): string {
  const file = join(stateFolder, `${stack}.tfstate`);
  return existsSync(file) ? JSON.stringify((JSON.parse(readFileSync(file, "utf8")) as State).outputs) : "";
}

interface State {
  readonly outputs: unknown;
}
