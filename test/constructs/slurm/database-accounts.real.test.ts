import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { changesFetchScript, dumpScript, restoreScript } from "../../../constructs/slurm/database-scripts";
import { HAS_MARIADB, startMariadb, withChanges, type RealMariadb } from "../../helpers/mariadb";
import { freePort } from "../../helpers/moto";
import { hasSlurm } from "../../helpers/real-slurm";

const can = (HAS_MARIADB && hasSlurm()) || process.env["CI"] !== undefined;

(can ? describe : describe.skip)("the accounting database of a real slurmdbd", () => {
  let database: RealMariadb;
  const running = new Map<string, ChildProcess>();
  const path = (...names: string[]) => database.path(...names);
  const env = () => ({ ...process.env, SLURM_CONF: path("slurm.conf"), TZ: "UTC" });

  const start = (name: string, ...args: readonly string[]) =>
    running.set(name, spawn(name, args, { env: env(), stdio: "ignore", cwd: path() }));
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = running.get(name)!;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  };
  const slurm = (name: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("timeout", ["10", name, ...args], {
      env: env(),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${name} ${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  /** The answer, once there is one that is right. */
  const answer = async (isRight: (text: string) => boolean, name: string, ...args: readonly string[]) => {
    let text = "";
    for (let tries = 0; tries < 150; tries++) {
      try {
        text = slurm(name, ...args);
      } catch (error) {
        text = String(error);
      }
      if (isRight(text)) return text;
      await sleep(200);
    }
    throw new Error(`${name} ${args.join(" ")} said at last: ${text}`);
  };
  const job = (name: string) =>
    slurm("sbatch", "--account=vision", `--job-name=${name}`, "--output=/dev/null", "--wrap=sleep 1");
  const jobs = (isRight: (text: string) => boolean) =>
    answer(
      isRight,
      "sacct",
      "--allusers",
      "--allocations",
      "--starttime=now-1hour",
      "--noheader",
      "--parsable2",
      "--format=JobID,JobName,Account,User,State,Start,End,CPUTimeRAW,AllocTRES",
    );
  const shares = () =>
    [
      ["assoc", "Account,User,Fairshare,GrpTRES,GrpTRESMins,MaxJobs,QOS"],
      ["qos", "Name,Priority,MaxWall,GrpTRES"],
      ["user", "User,DefaultAccount,AdminLevel"],
    ].map(([what, format]) => slurm("sacctmgr", "--noheader", "--parsable2", "show", what!, `format=${format}`));

  beforeAll(async () => {
    database = await startMariadb("secret", withChanges());
    const [dbd, ctld, node] = [await freePort(), await freePort(), await freePort()];
    const host = hostname().split(".")[0]!;
    const common = ["AuthType=auth/munge", `AuthInfo=socket=${path("munge.sock")}`, "SlurmUser=root"];
    for (const name of ["state", "spool"]) mkdirSync(path(name));
    writeFileSync(path("munge.key"), "k".repeat(128), { mode: 0o600 });
    writeFileSync(path("cgroup.conf"), "");
    const ofDatabase = [`DbdPort=${dbd}`, "DbdHost=localhost", "DbdAddr=127.0.0.1", `PidFile=${path("slurmdbd.pid")}`];
    const storage = ["StorageType=accounting_storage/mysql", "StorageHost=127.0.0.1", `StoragePort=${database.port}`];
    const login = ["StorageUser=slurm", "StoragePass=secret", "StorageLoc=slurm_acct_db"];
    const dbdConf = [...common, ...ofDatabase, ...storage, ...login].join("\n");
    writeFileSync(path("slurmdbd.conf"), `${dbdConf}\n`, { mode: 0o600 });
    const conf = [
      ...common,
      "ClusterName=real",
      `SlurmctldHost=${host}(127.0.0.1)`,
      `SlurmctldPort=${ctld}`,
      "SlurmdUser=root",
      "CredType=cred/munge",
      `StateSaveLocation=${path("state")}`,
      `SlurmdSpoolDir=${path("spool")}`,
      `SlurmctldPidFile=${path("slurmctld.pid")}`,
      `SlurmdPidFile=${path("slurmd.pid")}`,
      "ProctrackType=proctrack/linuxproc",
      "TaskPlugin=task/none",
      "MpiDefault=none",
      "MailProg=/bin/true",
      "SelectType=select/cons_tres",
      "SelectTypeParameters=CR_Core",
      "SchedulerParameters=batch_sched_delay=0,sched_interval=1",
      "SlurmdParameters=config_overrides",
      "AccountingStorageType=accounting_storage/slurmdbd",
      "AccountingStorageHost=localhost",
      `AccountingStoragePort=${dbd}`,
      // with slurmdbd this is where munged listens
      `AccountingStoragePass=${path("munge.sock")}`,
      "AccountingStorageEnforce=associations,limits",
      `NodeName=n1 NodeHostname=${host} NodeAddr=127.0.0.1 Port=${node} CPUs=4 State=UNKNOWN`,
      "PartitionName=all Nodes=n1 Default=YES MaxTime=60 State=UP",
    ];
    writeFileSync(path("slurm.conf"), `${conf.join("\n")}\n`);
    const munge = [`--socket=${path("munge.sock")}`, `--key-file=${path("munge.key")}`];
    const files = ["pid", "log", "seed"].map((name) => `--${name}-file=${path(`munge.${name}`)}`);
    start("munged", "--foreground", "--force", ...munge, ...files);
    await sleep(300);
    start("slurmdbd", "-D");
    await answer(() => true, "sacctmgr", "--noheader", "show", "cluster");
    await answer((text) => !text.startsWith("Error"), "sacctmgr", "--noheader", "show", "cluster");
    start("slurmctld", "-D", "-c");
    start("slurmd", "-D", "-N", "n1");
    await answer((text) => text.includes("real"), "sacctmgr", "--noheader", "--parsable2", "show", "cluster");
    slurm("sacctmgr", "--immediate", "add", "account", "vision", "fairshare=70", "GrpTRES=cpu=4", "MaxJobs=8");
    slurm("sacctmgr", "--immediate", "add", "account", "text", "fairshare=30", "GrpTRESMins=cpu=600");
    slurm("sacctmgr", "--immediate", "add", "user", "root", "account=vision", "fairshare=5");
    slurm("sacctmgr", "--immediate", "add", "qos", "urgent", "Priority=1000", "MaxWall=2:00:00");
    await answer((text) => text.trim() === "idle", "sinfo", "--noheader", "--format=%T");
  });

  afterAll(async () => {
    for (const name of ["slurmd", "slurmctld", "slurmdbd", "munged"]) if (running.has(name)) await end(name, "SIGKILL");
    database?.stop();
  });

  test("is lost and put back: accounts, shares, limits and usage are those of the dump, and jobs go on", async () => {
    job("before");
    // its state is written before its end is
    const used = await jobs((text) => /\|before\|vision\|root\|COMPLETED\|[^|]+\|\d/.test(text));
    const given = shares();
    expect(given[0]).toContain("vision||70|cpu=4||8|");
    expect(database.run(dumpScript())).toMatchObject({ status: 0 });
    job("after");
    await jobs((text) => text.includes("|after|vision|root|COMPLETED|"));

    // a restore under slurmdbd is refused, and a slurmctld whose database is gone still answers
    expect(database.run(restoreScript())).toMatchObject({ status: 1 });
    await end("slurmdbd", "SIGTERM");
    expect(database.sql("drop database slurm_acct_db").status).toBe(0);
    expect(slurm("sinfo", "--noheader", "--format=%T").trim()).toBe("idle");

    expect(database.run(restoreScript())).toMatchObject({
      status: 0,
      output: expect.stringContaining("restored slurm_acct_db as it was at"),
    });
    start("slurmdbd", "-D");
    // the job of after the dump is gone from accounting: that is the point of recovery
    expect(await jobs((text) => text.includes("|before|"))).toBe(used);
    expect(shares()).toEqual(given);
    job("again");
    expect(await jobs((text) => text.includes("|again|vision|root|COMPLETED|"))).toContain(used);
  });

  test("is as it was a moment before an account was removed, with the jobs since the dump", async () => {
    expect(database.run(dumpScript(true))).toMatchObject({ status: 0 });
    writeFileSync(path("head.sql.gz"), readFileSync(path("dump.sql.gz")));
    writeFileSync(path("dumped"), `${Math.ceil(Date.now() / 1000)}`);
    job("since");
    const used = await jobs((text) => /\|since\|vision\|root\|COMPLETED\|[^|]+\|\d/.test(text));
    const given = shares();
    await sleep(1100);
    const moment = new Date().toISOString();
    await sleep(1100);
    slurm("sacctmgr", "--immediate", "delete", "account", "text");
    expect(shares()[0]).not.toContain("text|");
    expect(database.run(changesFetchScript(), { DUMP: path("changes.tar.gz") })).toMatchObject({ status: 0 });

    await end("slurmdbd", "SIGTERM");
    expect(database.run(restoreScript(true), { AT: moment })).toMatchObject({
      status: 0,
      output: expect.stringContaining(`it is as it was at ${moment.slice(0, 19).replace("T", " ")} UTC`),
    });
    start("slurmdbd", "-D");
    expect(await jobs((text) => text.includes("|since|"))).toBe(used);
    expect(shares()).toEqual(given);
    job("later");
    expect(await jobs((text) => text.includes("|later|vision|root|COMPLETED|"))).toContain(used);
  });
});
