import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { downloadScript } from "../../../constructs/slurm/bucket-backup";
import { databaseBackup } from "../../../constructs/slurm/database-backup";
import {
  changesDownloadLines,
  changesFetchScript,
  changesKnownScript,
  changesUploadScript,
  dumpScript,
  restoreScript,
} from "../../../constructs/slurm/database-scripts";
import { HAS_MARIADB, startMariadb, withChanges, type RealMariadb } from "../../helpers/mariadb";
import { describeWithMoto } from "../../helpers/moto";
import type { Json } from "../../helpers/synth";

const PASSWORD = "it's $secret";
const PLACEMENT = { nodeSelector: { role: "system" }, tolerations: [] };

test("changes are kept by an account of the dumps, and the password is in one of three containers", () => {
  const objects = databaseBackup({
    namespace: "slurm",
    storage: {
      host: "slurm-database",
      port: 3306,
      database: "slurm_acct_db",
      username: "slurmdbd",
      passwordSecret: { name: "slurm-database-password", key: "password" },
    },
    bucketName: "sample-checkpoints",
    prefix: "railyard/slurm-database/",
    region: "us-east-1",
    placement: PLACEMENT,
    changesMinutes: 10,
  }) as Json[];
  const of = (name: string): Json =>
    objects.find(({ kind, metadata }) => kind === "CronJob" && metadata.name === name).spec;
  const pod = (name: string): Json => of(name).jobTemplate.spec.template.spec;
  expect(of("slurm-database-changes").schedule).toBe("*/10 * * * *");
  const { serviceAccountName, initContainers, containers } = pod("slurm-database-changes");
  expect(serviceAccountName).toBe("slurm-database-backup");
  const all = [...initContainers, ...containers] as Json[];
  expect(all.map(({ command }) => command[1])).toEqual(
    ["known", "fetch", "upload"].map((name) => `/opt/railyard/${name}.sh`),
  );
  expect(all.map(({ env }) => env.some(({ name }: Json) => name === "MYSQL_PWD"))).toEqual([false, true, false]);
  // a restore that names no moment ends with the dump
  const restore = pod("slurm-database-restore");
  for (const { env } of [...restore.initContainers, ...restore.containers])
    expect(env).toContainEqual({ name: "AT", value: "" });
});

(HAS_MARIADB || process.env["CI"] ? describe : describe.skip)("on a real MariaDB", () => {
  let server: RealMariadb;
  const path = (...names: string[]) => server.path(...names);
  const run = (script: string, more: Readonly<Record<string, string>> = {}) =>
    server.run(script, { AT: "", SUFFIX: "sql.gz", ...more });
  const held = (script: string, more: Readonly<Record<string, string>> = {}): void => {
    const { status, output } = run(script, more);
    expect([status, output]).toEqual([0, output]);
  };
  const sql = (text: string): string => {
    const { status, stdout, stderr } = server.sql(text);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  };
  /** What the containers of the bucket leave: the beginning of the last dump, and when it was kept. */
  const known = (): void => {
    writeFileSync(path("head.sql.gz"), readFileSync(path("dump.sql.gz")).subarray(0, 65_536));
    writeFileSync(path("dumped"), `${Math.ceil(Date.now() / 1000)}\n`);
  };
  const fetch = () => {
    rmSync(path("changes"), { recursive: true, force: true });
    return run(changesFetchScript(), { DUMP: path("changes.tar.gz") });
  };
  const keep = (): void =>
    expect(fetch()).toMatchObject({ status: 0, output: expect.stringContaining("changes of slurm_acct_db until") });
  const dump = (): void => {
    held(dumpScript(true));
    known();
  };
  const restore = (at: string) => {
    rmSync(path("changes"), { recursive: true, force: true });
    return run(restoreScript(true), { AT: at });
  };
  const names = () => sql("select name from user_table order by name").trim().split("\n");
  /** A moment between what was done before and what is done after it: the log tells seconds. */
  const between = async (): Promise<string> => {
    await sleep(1100);
    const [moment] = sql("select date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ')").split("\n");
    await sleep(1100);
    return moment!;
  };
  const start = () => startMariadb(PASSWORD, withChanges());

  let early: string;
  let late: string;

  beforeAll(async () => {
    server = await start();
    sql("create table user_table (name varchar(40) primary key, used float) engine=InnoDB");
    sql("insert into user_table values ('ada', 0), ('gräce', 0)");
  });
  afterAll(() => server?.stop());

  test("without a dump that says where it stands there is nothing to go on from", () => {
    held(dumpScript());
    known();
    expect(fetch()).toMatchObject({ status: 1, output: expect.stringContaining("Make another one.") });
    expect(existsSync(path("changes.tar.gz"))).toBe(false);
  });

  test("the database is as it was at a moment after a dump, and at the last that is known", async () => {
    dump();
    sql("insert into user_table values ('grace', 1.5)");
    early = await between();
    sql("update user_table set used = 7; delete from user_table where name = 'ada'; create table later (id int)");
    late = await between();
    sql("drop table user_table");
    keep();
    expect(restore("")).toMatchObject({ status: 0, output: expect.not.stringContaining("what changed since") });
    expect(names()).toEqual(["ada", "gräce"]);
    expect(restore(early)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`it is as it was at ${early.slice(0, 19).replace("T", " ")} UTC`),
    });
    expect(names()).toEqual(["ada", "grace", "gräce"]);
    expect(restore(late).status).toBe(0);
    expect(names()).toEqual(["grace", "gräce"]);
    expect(sql("select distinct used from user_table")).toBe("7\n");
    expect(restore("latest").status).toBe(0);
    expect(sql("show tables")).toBe("later\n");
  });

  test("what was put back is a change like others: moments after it, and before it, are reached from the same dump", async () => {
    expect(restore(early).status).toBe(0);
    sql("insert into user_table values ('zoe', 0)");
    const after = await between();
    sql("delete from user_table");
    keep();
    expect(restore(after).status).toBe(0);
    expect(names()).toEqual(["ada", "grace", "gräce", "zoe"]);
    expect(restore(late).status).toBe(0);
    expect(names()).toEqual(["grace", "gräce"]);
  });

  test("moments beyond what is known, and changes of another dump, change nothing", () => {
    const before = names();
    expect(restore("2099-01-01T00:00:00Z")).toMatchObject({
      status: 1,
      output: expect.stringMatching(/reach until 20\S+ \S+ UTC\. Nothing was changed\.\n$/),
    });
    dump();
    expect(restore(late)).toMatchObject({ status: 1, output: expect.stringContaining("are of another dump") });
    expect(names()).toEqual(before);
    keep();
    expect(restore("latest").status).toBe(0);
    expect(names()).toEqual(before);
  });

  test("a server that was made anew has a log of the same names, and takes the dump of the one before", async () => {
    const [last, when] = [readFileSync(path("dump.sql.gz")), readFileSync(path("dumped"))];
    await sleep(2100);
    server.stop();
    server = await start();
    writeFileSync(path("dump.sql.gz"), last);
    writeFileSync(path("head.sql.gz"), last);
    writeFileSync(path("dumped"), when);
    expect(fetch()).toMatchObject({ status: 1, output: expect.stringContaining("the server is another one") });
    expect(restore("").status).toBe(0);
    expect(names()).toEqual(["grace", "gräce"]);
  });
});

const hasAws = process.env["CI"] !== undefined || spawnSync("aws", ["--version"]).status === 0;
if (!hasAws) process.stderr.write("Skipped, since the AWS CLI is missing (pip install awscli): changes in a bucket\n");
if (hasAws)
  describeWithMoto("changes in a bucket", (moto) => {
    test("they are in the place of the day of the last dump, of which the beginning is fetched", () => {
      const folder = mkdtempSync(join(tmpdir(), "changes-"));
      const aws = (...args: string[]) => spawnSync("aws", args, { env: { ...process.env, ...moto().env } }).status;
      const env = {
        ...moto().env,
        PATH: process.env["PATH"]!,
        HOME: folder,
        FOLDER: folder,
        TARGET: "s3://changes/slurm/",
        DUMP: join(folder, "dump"),
        SUFFIX: "tar.gz",
      };
      const run = (script: string, more: Readonly<Record<string, string>> = {}) => {
        const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8", env: { ...env, ...more } });
        expect([status, stderr]).toEqual([0, ""]);
      };
      try {
        writeFileSync(join(folder, "dump"), Buffer.alloc(70_000, "x"));
        expect(aws("s3", "mb", "s3://changes")).toBe(0);
        expect(aws("s3", "cp", join(folder, "dump"), "s3://changes/slurm/latest.sql.gz")).toBe(0);
        run(changesKnownScript());
        expect(readFileSync(join(folder, "head.sql.gz"))).toHaveLength(65_536);
        const dumped = new Date(Number(readFileSync(join(folder, "dumped"), "utf8")) * 1000);
        expect(Math.abs(dumped.getTime() - Date.now())).toBeLessThan(600_000);
        run(changesUploadScript());
        const BACKUP = `day-${dumped.getUTCDay() || 7}`;
        expect(aws("s3", "cp", join(folder, "dump"), `s3://changes/slurm/${BACKUP}.sql.gz`)).toBe(0);
        const download = downloadScript(changesDownloadLines());
        run(download, { BACKUP, SUFFIX: "sql.gz", AT: "latest" });
        expect(readFileSync(join(folder, "changes.tar.gz"))).toHaveLength(70_000);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
