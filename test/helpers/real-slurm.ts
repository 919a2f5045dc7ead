import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Slurm of this machine with nodes that are processes of it. */
export interface RealSlurm {
  /** Runs one of its commands. @throws Error with what it wrote, where it did not end with 0 */
  readonly command: (...args: readonly string[]) => Promise<string>;
  /** In which its commands find it. */
  readonly env: NodeJS.ProcessEnv;
  readonly stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a Slurm is started with. */
export interface SlurmSetup {
  readonly feature: string;
  readonly programs: Readonly<Record<string, string>>;
  /** Words of `sacctmgr add qos`, one QOS each, lowest first; with them there is a database, and jobs may use them all. @default - no database */
  readonly qos?: readonly string[];
}

/**
 * Starts munged, slurmctld and a slurmd for each node: one feature, eight GPUs that nobody has.
 * @param programs what tasks find first on their PATH, as bash
 */
export async function startSlurm(nodes: readonly string[], { feature, programs, qos }: SlurmSetup): Promise<RealSlurm> {
  const folder = mkdtempSync(join(tmpdir(), "railyard-real-slurm-"));
  const at = (...parts: string[]) => join(folder, ...parts);
  const running: ChildProcess[] = [];
  mkdirSync(at("bin"));
  for (const [name, body] of Object.entries(programs))
    writeFileSync(at("bin", name), `#!/bin/bash\n${body}\n`, { mode: 0o755 });
  const ports: number[] = [];
  for (let index = 0; index <= nodes.length + 2; index++) ports.push(await freePort());
  const [databasePort, sqlPort] = ports.slice(-2);
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
    ...(qos
      ? [
          "AccountingStorageType=accounting_storage/slurmdbd",
          "AccountingStorageHost=127.0.0.1",
          `AccountingStoragePort=${databasePort}`,
          `AccountingStoragePass=${at("munge.sock")}`,
          "AccountingStorageTRES=gres/gpu",
          "AccountingStorageEnforce=associations,limits,qos,safe",
          "PriorityType=priority/multifactor",
          "PreemptType=preempt/qos",
          "PreemptMode=REQUEUE",
          "JobRequeue=1",
        ]
      : []),
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
        (child) =>
          child.exitCode !== null || child.signalCode !== null || new Promise((resolve) => child.once("exit", resolve)),
      ),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  const accounts = (...words: readonly string[]) =>
    command("sacctmgr", "-i", ...words).then(
      () => true,
      () => false,
    );
  /** When slurmctld is there: it tells the database of GPUs. */
  async function giveQos(): Promise<void> {
    for (const words of qos!) await accounts("add", "qos", ...words.split(" "));
    const names = qos!.map((words) => words.split(" ")[0]!).join(",");
    await accounts("add", "account", "railyard", "Cluster=real", `QOS=${names}`);
    await accounts("modify", "account", "where", "name=root", "set", `QOS=${names}`);
    await accounts("modify", "user", "where", "name=root", "set", `QOS=${names}`, "AdminLevel=Admin");
  }
  async function startDatabase(): Promise<void> {
    spawnSync("mariadb-install-db", [
      "--user=root",
      "--auth-root-authentication-method=normal",
      `--datadir=${at("sql")}`,
    ]);
    start(
      "mariadbd",
      "--no-defaults",
      "--user=root",
      `--datadir=${at("sql")}`,
      `--socket=${at("sql.sock")}`,
      `--port=${sqlPort}`,
      "--bind-address=127.0.0.1",
      "--innodb-buffer-pool-size=64M",
    );
    const sql = (text: string) =>
      spawnSync("mariadb", ["--no-defaults", `--socket=${at("sql.sock")}`, "-e", text]).status === 0;
    for (let tries = 0; tries < 120 && !sql("SELECT 1"); tries++) await sleep(250);
    sql(
      "CREATE DATABASE slurm; CREATE USER slurm@'127.0.0.1' IDENTIFIED BY 'slurm'; GRANT ALL ON slurm.* TO slurm@'127.0.0.1'",
    );
    const lines = [
      "AuthType=auth/munge",
      `AuthInfo=socket=${at("munge.sock")}`,
      `DbdHost=${host}`,
      "DbdAddr=127.0.0.1",
      `DbdPort=${databasePort}`,
      "SlurmUser=root",
      "StorageType=accounting_storage/mysql",
      "StorageHost=127.0.0.1",
      `StoragePort=${sqlPort}`,
      "StorageUser=slurm",
      "StoragePass=slurm",
      "StorageLoc=slurm",
      `PidFile=${at("slurmdbd.pid")}`,
      `LogFile=${at("slurmdbd.log")}`,
    ];
    writeFileSync(at("slurmdbd.conf"), `${lines.join("\n")}\n`, { mode: 0o600 });
    start("slurmdbd", "-D");
    for (let tries = 0; tries < 120 && !(await accounts("add", "cluster", "real")); tries++) await sleep(250);
  }
  if (qos) await startDatabase();
  start("slurmctld", "-D", "-c");
  for (const node of nodes) start("slurmd", "-D", "-N", node);
  for (let tries = 0; tries < 120; tries++) {
    const idle = await command("sinfo", "--noheader", "--Node", "--states=idle", "--format=%N").catch(() => "");
    if (idle.trim().split("\n").length === nodes.length && idle.trim() !== "") {
      if (qos) await giveQos();
      return { command, env, stop };
    }
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
