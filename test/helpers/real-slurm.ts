import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Slurm of this machine with nodes that are processes of it, without a database. */
export interface RealSlurm {
  /** Runs one of its commands. @throws Error with what it wrote, where it did not end with 0 */
  readonly command: (...args: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts munged, slurmctld and a slurmd for each node: one feature, eight GPUs that nobody has.
 * @param programs what tasks find first on their PATH, as bash
 */
export async function startSlurm(
  nodes: readonly string[],
  { feature, programs }: { readonly feature: string; readonly programs: Readonly<Record<string, string>> },
): Promise<RealSlurm> {
  const folder = mkdtempSync(join(tmpdir(), "railyard-real-slurm-"));
  const at = (...parts: string[]) => join(folder, ...parts);
  const running: ChildProcess[] = [];
  mkdirSync(at("bin"));
  for (const [name, body] of Object.entries(programs))
    writeFileSync(at("bin", name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  const ports: number[] = [];
  for (let index = 0; index <= nodes.length; index++) ports.push(await freePort());
  writeFileSync(at("munge.key"), "k".repeat(128), { mode: 0o600 });
  const host = hostname().split(".")[0]!;
  const conf = [
    "ClusterName=real",
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${ports[0]}`,
    "SlurmUser=root",
    "SlurmdUser=root",
    "AuthType=auth/munge",
    "CredType=cred/munge",
    `AuthInfo=socket=${at("munge.sock")}`,
    `StateSaveLocation=${at("state")}`,
    `SlurmdSpoolDir=${at("spool.%n")}`,
    `SlurmctldPidFile=${at("slurmctld.pid")}`,
    `SlurmdPidFile=${at("slurmd.%n.pid")}`,
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "MpiDefault=none",
    "GresTypes=gpu",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_Core",
    "SchedulerParameters=batch_sched_delay=0,sched_interval=1",
    "ReturnToService=2",
    // a machine of two cores plays nodes of eight
    "SlurmdParameters=config_overrides",
    ...nodes.map(
      (node, index) =>
        `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${ports[index + 1]} CPUs=8 Feature=${feature} Gres=gpu:8 State=UNKNOWN`,
    ),
    `PartitionName=train Nodes=${nodes.join(",")} Default=YES MaxTime=60 State=UP`,
  ];
  for (const name of ["state", ...nodes.map((node) => `spool.${node}`)]) mkdirSync(at(name));
  writeFileSync(at("slurm.conf"), `${conf.join("\n")}\n`);
  // slurmd takes character devices alone: these are /dev/null by other names
  for (let gpu = 0; gpu < 8; gpu++) spawnSync("mknod", [at(`gpu${gpu}`), "c", "1", "3"]);
  writeFileSync(at("gres.conf"), `Name=gpu File=${at("gpu[0-7]")}\n`);
  writeFileSync(at("cgroup.conf"), "");
  const env = { ...process.env, SLURM_CONF: at("slurm.conf"), PATH: `${at("bin")}:${process.env.PATH}` };
  const start = (name: string, ...args: string[]) =>
    running.push(spawn(name, args, { env, stdio: "ignore", cwd: folder }));
  start(
    "munged",
    "--foreground",
    "--force",
    `--socket=${at("munge.sock")}`,
    `--key-file=${at("munge.key")}`,
    `--pid-file=${at("munge.pid")}`,
    `--log-file=${at("munge.log")}`,
    `--seed-file=${at("munge.seed")}`,
  );
  await sleep(300);
  start("slurmctld", "-D", "-c");
  for (const node of nodes) start("slurmd", "-D", "-N", node);
  const command = (...[name, ...args]: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(name!, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      let [output, errors] = ["", ""];
      child.stdout.on("data", (data: Buffer) => (output += data.toString()));
      child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${errors}\n${output}`.trim()))));
    });
  const stop = async () => {
    for (const child of running.toReversed()) child.kill("SIGKILL");
    await Promise.all(
      running.map(
        (child) => (child.exitCode ?? child.signalCode) || new Promise((resolve) => child.once("exit", resolve)),
      ),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 120; tries++) {
    const idle = await command("sinfo", "--noheader", "--Node", "--states=idle", "--format=%N").catch(() => "");
    if (idle.trim().split("\n").length === nodes.length && idle.trim() !== "") return { command, stop };
    await sleep(500);
  }
  await stop();
  throw new Error("Slurm did not start");
}

/** Whether this machine has Slurm, and the rights to start it. */
export const hasSlurm = (): boolean =>
  process.getuid?.() === 0 &&
  spawnSync("slurmctld", ["-V"]).status === 0 &&
  spawnSync("munged", ["--version"]).status === 0;
