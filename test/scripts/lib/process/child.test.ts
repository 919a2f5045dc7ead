import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runChild } from "../../../../scripts/lib/process/child";
import { WAIT_FOR_SIGNAL } from "../../../helpers/deploying";
import { ROOT, WITH_TYPESCRIPT } from "../../../helpers/process";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const env = { PATH: process.env["PATH"] };
const bash = (script: string) => ({ program: "bash", args: ["-c", script], folder: "/", env });

/** A process that has ended stays in the table until somebody asks for its exit code. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

async function until(condition: () => boolean, seconds = 10): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) if (condition()) return;
  throw new Error("it did not happen in time");
}

describe("runChild", () => {
  test("gives exit code and both outputs, and each line as a whole when it comes", async () => {
    const lines: string[] = [];
    const result = await runChild({
      ...bash("printf 'one\\ntw'; sleep 0.1; printf 'o\\nthrée'; echo oops >&2; exit 3"),
      onLine: (line) => lines.push(line),
    });
    expect(result).toEqual({ code: 3, stdout: "one\ntwo\nthrée", stderr: "oops\n" });
    expect(lines).toEqual(["one", "two", "thrée"]);
  });

  test("gives them as well where it writes into files", async () => {
    const lines: string[] = [];
    const result = await runChild({
      ...bash("printf 'one\\ntw'; sleep 0.1; printf 'o\\nthr\\xc3'; sleep 0.1; printf '\\xa9e'; echo oops >&2; exit 3"),
      onLine: (line) => lines.push(line),
      outlives: true,
    });
    expect(result).toEqual({ code: 3, stdout: "one\ntwo\nthrée", stderr: "oops\n" });
    expect(lines).toEqual(["one", "two", "thrée"]);
  });

  test("gives the environment that is asked for, and no other", async () => {
    const { stdout } = await runChild({ program: "env", args: [], folder: "/", env: { ...env, ONLY: "this" } });
    expect(stdout.trim().split("\n").sort()).toEqual([`ONLY=this`, `PATH=${process.env["PATH"]}`]);
  });

  test("fails with the system's error when there is no such program", async () => {
    await expect(runChild({ program: "/no/such", args: [], folder: "/", env })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  test("interrupts first, and lets the program end", async () => {
    const controller = new AbortController();
    const folder = temporary();
    const run = runChild({
      ...bash(`trap 'echo put away > ${folder}/note; exit 0' INT; echo ready; ${WAIT_FOR_SIGNAL}`),
      signal: controller.signal,
      onLine: () => controller.abort(new Error("stopped")),
    });
    await expect(run).rejects.toThrow("stopped");
    expect(readFileSync(join(folder, "note"), "utf8")).toBe("put away\n");
  });

  test("kills a program that does not heed, with all that it started", async () => {
    const controller = new AbortController();
    const pids: number[] = [];
    const run = runChild({
      ...bash("trap '' INT; sleep 60 & echo $!; echo $$; wait"),
      signal: controller.signal,
      graceSeconds: 0.1,
      onLine: (line) => {
        pids.push(Number(line));
        if (pids.length === 2) controller.abort(new Error("stopped"));
      },
    });
    await expect(run).rejects.toThrow("stopped");
    await until(() => !pids.some(isRunning));
  });

  test("does not wait for what a program leaves behind with its output open, and ends it", async () => {
    const { stdout } = await runChild(bash("sleep 60 & echo $!"));
    await until(() => !isRunning(Number(stdout)));
  });

  test("starts nothing once it is interrupted", async () => {
    const folder = temporary();
    const signal = AbortSignal.abort(new Error("stopped before"));
    await expect(runChild({ ...bash(`touch ${folder}/started`), signal })).rejects.toThrow("stopped before");
    expect(existsSync(join(folder, "started"))).toBe(false);
  });
});

describe("a process that runs children", () => {
  /** Runs a program that starts a child, and waits for the child. */
  async function start(wrapper: string) {
    const folder = temporary();
    const pidFile = join(folder, "pid");
    const program = writeProgram(
      folder,
      "child",
      `echo $$ > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; exec sleep 60`,
    );
    const source = join(folder, "parent.ts");
    writeFileSync(
      source,
      `import { runChild } from ${JSON.stringify(join(ROOT, "scripts/lib/process/child"))};
       import { interruptible } from ${JSON.stringify(join(ROOT, "scripts/lib/process/interruptible"))};
       const run = (signal?: AbortSignal, endsWithUs = false) =>
         runChild({ program: ${JSON.stringify(program)}, args: [], folder: "/", env: process.env, signal, endsWithUs });
       ${wrapper}`,
    );
    const parent = spawn(process.execPath, [...WITH_TYPESCRIPT, source], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    parent.stdout.on("data", (text) => (output += text));
    const ended = new Promise<number | null>((resolve) => parent.once("close", (code) => resolve(code)));
    await until(() => existsSync(pidFile));
    return { parent, ended, output: () => output, child: Number(readFileSync(pidFile, "utf8")) };
  }

  test("ends them on a signal, puts away, and tells how it goes on", async () => {
    const { parent, ended, output, child } = await start(`
      interruptible((signal) => run(signal).finally(() => console.log("put away"))).catch((error) => {
        console.log(error.message);
        process.exitCode = error.exitCode;
      });`);
    parent.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(output()).toMatch(/^put away\nInterrupted \(SIGTERM\)\. .*Run the same command again/);
    expect(isRunning(child)).toBe(false);
  });

  describe("one that has something to put away", () => {
    /** A program that says something now and then, as Terraform does, and writes down how it ended. */
    async function putting(wrapper: string) {
      const folder = temporary();
      const note = join(folder, "note");
      const script = `trap 'echo interrupted >${note}; exit 1' INT; for i in 1 2 3; do echo $i; sleep 0.1 & wait $!; done; echo ended >${note}`;
      const source = join(folder, "parent.ts");
      writeFileSync(
        source,
        `import { runChild } from ${JSON.stringify(join(ROOT, "scripts/lib/process/child"))};
         const props = { program: "bash", args: ["-c", ${JSON.stringify(script)}], folder: "/", env: process.env, outlives: true };
         void runChild({ ...props, onLine: () => { ${wrapper} } });`,
      );
      const parent = spawn(process.execPath, [...WITH_TYPESCRIPT, source], { cwd: ROOT, stdio: "ignore" });
      const [code, signal] = (await once(parent, "close")) as [number | null, NodeJS.Signals | null];
      await until(() => existsSync(note) && readFileSync(note, "utf8") !== "");
      return { ended: code ?? signal, note: readFileSync(note, "utf8") };
    }

    test("goes on to its end when this process is killed, though nobody reads what it says", async () => {
      expect(await putting(`process.kill(process.pid, "SIGKILL")`)).toEqual({ ended: "SIGKILL", note: "ended\n" });
    });

    test("is interrupted, and left to its end, when this process exits", async () => {
      expect(await putting("process.exit(7)")).toEqual({ ended: 7, note: "interrupted\n" });
    });
  });

  test("ends one that serves it alone even where it is killed itself", async () => {
    const { ended, child } = await start(
      `void run(undefined, true); setTimeout(() => process.kill(process.pid, "SIGKILL"), 300);`,
    );
    await ended;
    await until(() => !isRunning(child));
  });

  test("ends them when it exits for another reason", async () => {
    const { ended, child } = await start(`void run(); setTimeout(() => process.exit(7), 300);`);
    expect(await ended).toBe(7);
    await until(() => !isRunning(child));
  });
});
