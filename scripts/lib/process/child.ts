import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { OutputFiles } from "./output-files";

export interface ChildProps {
  readonly program: string;
  readonly args: readonly string[];
  /** Folder that it runs in. */
  readonly folder: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Interrupts it. @default - it runs to its end */
  readonly signal?: AbortSignal | undefined;
  /** Each line of its standard output, when it comes. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Seconds between SIGINT and SIGKILL. @default 10 */
  readonly graceSeconds?: number | undefined;
  /**
   * It has something to put away, such as a state or a lock: it ends by itself when this process is killed, and is
   * interrupted and left to its end when this process exits. @default false
   */
  readonly outlives?: boolean | undefined;
  /** It serves this process alone: it is killed even where this process was killed by SIGKILL. @default false */
  readonly endsWithUs?: boolean | undefined;
}

export interface ChildResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Process groups, and the signal that ends each with this process. */
const running = new Map<number, NodeJS.Signals>();

/**
 * Runs a program to its end, in a process group of its own: Ctrl-C reaches it through us only, once. None outlives
 * this process, whichever way it exits, but those that are said to; SIGKILL can't be seen but by whom `endsWithUs` starts.
 * @throws the signal's reason when it was interrupted; a system error when the program cannot be started
 */
export async function runChild(props: ChildProps): Promise<ChildResult> {
  const { signal } = props;
  signal?.throwIfAborted();
  watchExit();
  const result = await started(props);
  signal?.throwIfAborted();
  return result;
}

function started(props: ChildProps): Promise<ChildResult> {
  const { program, args, folder, env, signal, onLine, graceSeconds = 10, outlives = false, endsWithUs = false } = props;
  return new Promise((resolve, reject) => {
    const lines = onLine && lineReader(onLine);
    let [stdout, stderr] = ["", ""];
    const take = {
      stdout: (text: string) => {
        stdout += text;
        lines?.take(text);
      },
      stderr: (text: string) => void (stderr += text),
    };
    const files = outlives ? new OutputFiles(take) : null;
    const stdio: StdioOptions = ["ignore", ...(files?.descriptors ?? (["pipe", "pipe"] as const))];
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio });
    const { pid } = child;
    const guard = endsWithUs && pid !== undefined ? guardOf(pid) : null;
    if (pid !== undefined) running.set(pid, outlives ? "SIGINT" : "SIGKILL");
    let kill: NodeJS.Timeout | undefined;
    const interrupt = () => {
      signalGroup(pid, "SIGINT");
      // whoever stops this process a second time means it
      if (pid !== undefined) running.set(pid, "SIGKILL");
      kill = setTimeout(() => signalGroup(pid, "SIGKILL"), graceSeconds * 1000);
    };
    const ended = () => {
      clearTimeout(kill);
      guard?.kill("SIGKILL");
      signal?.removeEventListener("abort", interrupt);
      if (pid !== undefined) running.delete(pid);
      files?.close();
    };
    signal?.addEventListener("abort", interrupt, { once: true });
    child.stdout?.setEncoding("utf8").on("data", take.stdout);
    child.stderr?.setEncoding("utf8").on("data", take.stderr);
    child.once("error", (error) => {
      ended();
      reject(error);
    });
    // what it left in its group goes with it, even when it keeps the pipes open
    child.once("exit", () => signalGroup(pid, "SIGKILL"));
    child.once("close", (code) => {
      ended();
      lines?.end();
      resolve({ code, stdout, stderr });
    });
  });
}

/** A process that kills a group once this one is gone: the pipe that it reads ends then, whatever ended us. */
function guardOf(pid: number): ChildProcess {
  const guard = spawn("sh", ["-c", 'cat >/dev/null; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // without it all is as for any other child
  guard.once("error", () => {});
  return guard;
}

/** Cuts text that comes in pieces into lines. */
function lineReader(onLine: (line: string) => void) {
  let rest = "";
  return {
    take: (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    },
    end: () => {
      if (rest) onLine(rest);
    },
  };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // it has ended meanwhile
  }
}

let watched = false;

function watchExit(): void {
  if (watched) return;
  watched = true;
  process.on("exit", () => {
    for (const [pid, end] of running) signalGroup(pid, end);
  });
}
