import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ExpectedError } from "../../lib/errors/expected-error";
import { runToEnd } from "../../lib/process/run-to-end";
import { fakeCommands } from "./fakes";
import { isPromise, type CheckResult } from "./promise-table";
import { sandboxFiles } from "./sandbox-files";
import { parseSlurmVersion, type SlurmVersion } from "./slurm-version";

export interface HarnessProps {
  /** Folder in which Slurm is installed: `/`, or a chroot. */
  readonly root: string;
  /** That of the files: of `root`, or of `from`. */
  readonly version: SlurmVersion;
  /** Folder with an older Slurm, of which that of `root` takes over: nothing else is checked. @default - none */
  readonly from?: string;
  /** Generated files of one cluster. */
  readonly files: Readonly<Record<string, string>>;
  /** Seconds after which the check is given up. */
  readonly timeoutSeconds: number;
  /** Whether a node is lost, too, and its job waited for: two to three minutes. */
  readonly lostNode: boolean;
  /**
   * Whether another environment is asked what hangs on none: scripts without a value of config.
   * @default false
   */
  readonly askedElsewhere?: boolean;
  /** The one part that is run; `fleet` is for thousands of nodes, which are then not started. @default - all of them */
  readonly only?:
    | "promises"
    | "accounts"
    | "members"
    | "submissions"
    | "restored"
    | "health"
    | "rollout"
    | "repair"
    | "block-end"
    | "containers"
    | "apptainer"
    | "mpi"
    | "fleet"
    | "fleet-submissions";
  readonly onResult: (result: CheckResult) => void;
}

/** Most slurmd that are started: each is a process with threads of its own, and hundreds of them take the machine from all else. */
export const MOST_DAEMONS = 100;

/** How often the drill of checks asks nodes for their health. */
const DRILL_HEALTH_SECONDS = 5;

/** Why no slurmd is started for the nodes of a sandbox; null where they are few enough, or none of them is started. */
export function tooManyNodes(files: Readonly<Record<string, string>>, only?: HarnessProps["only"]): string | null {
  const count = (files["nodes"] ?? "").split("\n").filter(Boolean).length;
  if (only?.startsWith("fleet") || count <= MOST_DAEMONS) return null;
  return `The files have ${count} nodes, and slurm-check starts a slurmd for each: at most ${MOST_DAEMONS} on one machine. Nothing was started. Check an environment with fewer node groups.`;
}

/** Version of the Slurm in a root folder. */
export function slurmVersion(root: string): SlurmVersion {
  return parseSlurmVersion(runToEnd("chroot", [root, "slurmctld", "-V"]).stdout);
}

/**
 * Loads files into real Slurm and asks it questions. Everything is stopped and removed afterwards, also when this process is
 * told to end; when it is killed, the namespaces end with it, and only the folder stays.
 */
export async function runHarness(props: HarnessProps): Promise<void> {
  const parent = join(props.root, "var/tmp");
  mkdirSync(parent, { recursive: true });
  const outside = mkdtempSync(join(parent, "railyard-slurm-"));
  // homes are in it, and people go through it; what is secret has modes of its own
  chmodSync(outside, 0o711);
  const folder = outside.slice(props.root === "/" ? 0 : props.root.length);
  const remove = () => rmSync(outside, { recursive: true, force: true });
  try {
    const { files, notes } = sandboxFiles(
      props.files,
      props.version,
      folder,
      !props.lostNode,
      props.only === "health" || props.only === "repair" ? DRILL_HEALTH_SECONDS : undefined,
    );
    const tooMany = tooManyNodes(files, props.only);
    if (tooMany !== null) throw new ExpectedError(tooMany);
    write(join(outside, "etc"), files);
    write(join(outside, "bin"), fakeCommands(folder));
    for (const text of notes) props.onResult({ kind: "UNKNOWN", promise: "start", text });
    await run(props, folder, remove);
  } finally {
    remove();
  }
}

/** What must be done when this process is told to end: several checks run at one time. */
const RUNNING = new Set<() => void>();

function interrupted(): void {
  for (const end of RUNNING) end();
  process.exit(130);
}

function whileRunning(end: () => void): () => void {
  if (RUNNING.size === 0) process.on("SIGINT", interrupted).on("SIGTERM", interrupted);
  RUNNING.add(end);
  return () => {
    RUNNING.delete(end);
    if (RUNNING.size === 0) process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 });
}

async function run(
  { root, from, onResult, timeoutSeconds, lostNode, askedElsewhere, only }: HarnessProps,
  folder: string,
  remove: () => void,
): Promise<void> {
  // detached: a group of its own, so that one signal reaches all of it. setpriv: it ends with us, however we end
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "bash", join(__dirname, "harness.sh"), root, folder], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      RAILYARD_LOST_NODE: lostNode ? "1" : "",
      RAILYARD_ASKED_ELSEWHERE: askedElsewhere ? "1" : "",
      RAILYARD_ONLY: only ?? "",
      RAILYARD_FROM: from ?? "",
    },
  });
  const stop = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  };
  const done = whileRunning(() => {
    stop();
    remove();
  });
  const timer = setTimeout(() => {
    onResult({ kind: "FAIL", promise: "log", text: `not finished after ${timeoutSeconds} s` });
    stop();
  }, timeoutSeconds * 1000);
  try {
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      const [, kind, promise = "", text] = /^(PASS|FAIL|NOTE|UNKNOWN)\t([a-z-]+)\t(.*)$/.exec(line) ?? [];
      if (kind === undefined || text === undefined) continue;
      if (!isPromise(promise)) throw new Error(`harness.sh names a promise that promise-table.ts lacks: ${promise}`);
      onResult({ kind: kind as CheckResult["kind"], promise, text });
    }
    const status = await ended;
    if (status !== 0 && status !== null)
      onResult({ kind: "FAIL", promise: "log", text: `the harness ended with ${status}` });
  } finally {
    clearTimeout(timer);
    stop();
    done();
  }
}
