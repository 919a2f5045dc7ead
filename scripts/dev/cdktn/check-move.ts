import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { ExpectedError } from "../../lib/errors/expected-error";
import { isAlive } from "../../lib/process/process-alive";
import { synthesizeInto } from "../../lib/synth/synthesize";
import { compareOutputs, type OutputDifference } from "./compare-outputs";
import { moveInto } from "./move";
import { CDKTN_VERSION } from "./moved-package";
import { runProgram } from "./run-program";

export interface CheckMoveProps {
  readonly root: string;
  readonly environments: readonly SiteEnvironment[];
  /** The moment at which both look at Capacity Blocks. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
}

/** What `--check --json` prints. */
export interface MoveCheck {
  readonly ok: boolean;
  readonly cdktn: string;
  readonly environments: readonly string[];
  readonly stacks: number;
  readonly files: number;
  readonly differences: readonly OutputDifference[];
  readonly seconds: { readonly move: number; readonly install: number; readonly synth: number };
}

const PREFIX = "railyard-cdktn-";

/**
 * Moves a copy of the project in a temporary folder, installs its packages there, synthesizes the environments with both,
 * and compares. Nothing of it stays.
 */
export async function checkMove(props: CheckMoveProps): Promise<MoveCheck> {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    return await check(props, folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

async function check({ root, environments, now, signal, tell }: CheckMoveProps, folder: string): Promise<MoveCheck> {
  const [moved, before, after] = ["moved", "before", "after"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  tell(`Moving a copy of the project to cdktn ${CDKTN_VERSION}`);
  const move = await timed(() => moveInto({ root, signal }, moved));
  tell("Installing its packages");
  const install = await timed(() =>
    runProgram({
      program: "npm",
      args: ["ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"],
      folder: moved,
      otherwise: "The packages of the moved copy cannot be installed",
      signal,
    }),
  );
  const names = environments.map(({ name }) => name);
  tell(`Synthesizing ${names.join(", ")}, with both`);
  const synth = await timed(async () => {
    for (const output of [before, after]) mkdirSync(output);
    synthesizeInto(environments, before);
    await runProgram({
      program: process.execPath,
      args: ["--import", "tsx", "main.ts", ...names, "--now", now.toISOString()],
      folder: moved,
      env: { CDKTF_OUTDIR: after, CHECKPOINT_DISABLE: "1", NO_COLOR: "1" },
      otherwise: `The moved copy cannot be synthesized with cdktn ${CDKTN_VERSION}`,
      signal,
    });
  });
  const { versions, ...compared } = compareOutputs(before, after);
  // else a copy that is not moved at all would pass
  if (versions.join() !== CDKTN_VERSION)
    throw new ExpectedError(
      `The moved copy was not synthesized by cdktn ${CDKTN_VERSION}, but by ${versions.join(", ") || "nothing"}: see npm ls cdktf`,
    );
  const seconds = { move, install, synth };
  return { ok: compared.differences.length === 0, cdktn: CDKTN_VERSION, environments: names, ...compared, seconds };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return Math.round((performance.now() - start) / 100) / 10;
}

/** Folders of runs that were killed. */
function removeAbandoned(): void {
  for (const entry of readdirSync(tmpdir())) {
    const pid = /^railyard-cdktn-(\d+)-/.exec(entry)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), entry), { recursive: true, force: true });
    } catch {
      // somebody else's
    }
  }
}
