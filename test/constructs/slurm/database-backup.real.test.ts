import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { databaseBackup } from "../../../constructs/slurm/database-backup";
import { downloadScript, uploadScript } from "../../../constructs/slurm/bucket-backup";
import { dumpScript, restoreScript } from "../../../constructs/slurm/database-scripts";
import { HAS_MARIADB, startMariadb, type RealMariadb } from "../../helpers/mariadb";
import { describeWithMoto, type Moto } from "../../helpers/moto";
import type { Json } from "../../helpers/synth";

const PASSWORD = "it's $secret";
const objects = databaseBackup({
  namespace: "slurm",
  storage: {
    host: "slurm-database",
    port: 3306,
    database: "slurm_acct_db",
    username: "slurm",
    passwordSecret: { name: "slurm-database-password", key: "password" },
  },
  bucketName: "sample-checkpoints",
  prefix: "railyard/slurm-database/",
  region: "us-east-1",
  placement: { nodeSelector: { role: "system" }, tolerations: [] },
}) as Json[];
const cronJob = (name: string): Json =>
  objects.find(({ kind, metadata }) => kind === "CronJob" && metadata.name === name);
const pod = (name: string): Json => cronJob(name).spec.jobTemplate.spec.template.spec;

test("every night a dump is made, and then kept; nothing restores by itself", () => {
  expect(cronJob("slurm-database-backup").spec.suspend).toBeUndefined();
  expect(cronJob("slurm-database-restore").spec.suspend).toBe(true);
  const commands = (name: string) =>
    [...pod(name).initContainers, ...pod(name).containers].map(({ command }: Json) => command[1].split("/").at(-1));
  expect(commands("slurm-database-backup")).toEqual(["save.sh", "upload.sh"]);
  expect(commands("slurm-database-restore")).toEqual(["download.sh", "restore.sh"]);
});

test("the password comes from its Secret, and the bucket's container does not have it", () => {
  const { initContainers, containers } = pod("slurm-database-backup");
  const password = initContainers[0].env.find(({ name }: Json) => name === "MYSQL_PWD");
  expect(password.valueFrom.secretKeyRef).toEqual({ name: "slurm-database-password", key: "password" });
  expect(containers[0].env.map(({ name }: Json) => name)).not.toContain("MYSQL_PWD");
  expect(JSON.stringify(objects)).not.toContain('"value":"password"');
});

(HAS_MARIADB || process.env["CI"] ? describe : describe.skip)("on a real MariaDB", () => {
  let server: RealMariadb;
  const path = (...names: string[]) => server.path(...names);
  const sql = (text: string) => server.sql(text);
  const BUCKET = { TARGET: "s3://backups/slurm/", BACKUP: "latest", SUFFIX: "sql.gz", KEEP: "day month" };
  const run = (script: string, env: Readonly<Record<string, string>> = {}) => server.run(script, { ...BUCKET, ...env });

  beforeAll(async () => {
    server = await startMariadb(PASSWORD);
    const made = sql(
      "create table user_table (name varchar(40)) engine=InnoDB; insert into user_table values ('ada'), ('gräce')",
    );
    expect(made.status).toBe(0);
  });

  afterAll(() => server?.stop());

  const hasAws = process.env["CI"] !== undefined || spawnSync("aws", ["--version"]).status === 0;
  if (!hasAws)
    process.stderr.write("Skipped, since the AWS CLI is missing (pip install awscli): the restore from a bucket\n");

  // by the AWS CLI, as in the image of the pod, and a server that speaks S3
  const bucketTests = (moto: () => Moto) => {
    const aws = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync("aws", args, {
        encoding: "utf8",
        env: { ...process.env, ...moto().env },
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    const inBucket = (script: string, env = {}) => run(script, { ...moto().env, ...env });

    test("what was dumped, kept and fetched comes back as it was", () => {
      aws("s3", "mb", "s3://backups");
      expect(run(dumpScript())).toMatchObject({ status: 0, output: expect.stringContaining("dumped slurm_acct_db") });
      expect(inBucket(uploadScript())).toMatchObject({
        status: 0,
        output: expect.stringContaining("kept as s3://backups/slurm/"),
      });
      const kept = aws("s3api", "list-objects-v2", "--bucket=backups", "--query=Contents[].Key", "--output=text")
        .trim()
        .split(/\s+/);
      expect(kept).toContain("slurm/latest.sql.gz");
      expect(kept.filter((name) => name.startsWith("slurm/day-"))).toHaveLength(1);
      expect(sql("drop table user_table; create table newer (id int)").status).toBe(0);
      rmSync(path("dump.sql.gz"));
      expect(inBucket(downloadScript(), { BACKUP: "day-9" }).status).not.toBe(0);
      expect(inBucket(downloadScript())).toMatchObject({ status: 0 });
      expect(run(restoreScript())).toMatchObject({
        status: 0,
        output: expect.stringMatching(/^restored slurm_acct_db as it was at 20\d\d-\d\d-\d\d +\d+:\d\d:\d\d\n$/),
      });
      expect(sql("select name from user_table order by name").stdout).toBe("ada\ngräce\n");
      expect(sql("show tables").stdout).toBe("user_table\n");
      // another night takes the place of what that day had
      expect(inBucket(uploadScript()).status).toBe(0);
      expect(aws("s3", "ls", "s3://backups/slurm/").trim().split("\n")).toHaveLength(kept.length);
    });

    test("what a second dump replaces is a version from then on, which comes back; one that fails changes nothing", () => {
      const key = "slurm/latest.sql.gz";
      aws("s3", "mb", "s3://versions");
      aws("s3api", "put-bucket-versioning", "--bucket=versions", "--versioning-configuration=Status=Enabled");
      const env = { TARGET: "s3://versions/slurm/", KEEP: "" };
      const tables = () =>
        gunzipSync(readFileSync(path("dump.sql.gz")))
          .toString()
          .match(/(?<=CREATE TABLE `)\w+/g);
      expect(run(dumpScript()).status).toBe(0);
      expect(inBucket(uploadScript(), env).status).toBe(0);
      // in the pod the container that uploads does not begin after that
      expect(run(dumpScript(), { MYSQL_PWD: "wrong" }).status).not.toBe(0);
      expect(sql("create table later (id int)").status).toBe(0);
      expect(run(dumpScript()).status).toBe(0);
      expect(tables()).toEqual(["later", "user_table"]);
      expect(inBucket(uploadScript(), env).status).toBe(0);
      const versions = aws(
        ...["s3api", "list-object-versions", "--bucket=versions", `--prefix=${key}`, "--output=text"],
        "--query=Versions[?!IsLatest].VersionId",
      );
      // as docs/slurm-database.md says
      const source = `versions/${key}?versionId=${versions.trim()}`;
      aws("s3api", "copy-object", "--bucket=versions", `--key=${key}`, `--copy-source=${source}`);
      expect(inBucket(downloadScript(), env).status).toBe(0);
      expect(tables()).toEqual(["user_table"]);
      expect(sql("drop table later").status).toBe(0);
    });

    test("a bucket that is not there is an error, and nothing is told as kept", () => {
      writeFileSync(path("another.sql.gz"), "");
      const { status, output } = inBucket(uploadScript(), { DUMP: path("another.sql.gz") });
      expect(status).not.toBe(0);
      expect(output).not.toContain("kept as");
    });
  };
  if (hasAws) describeWithMoto("what is kept in a bucket", bucketTests);

  test("nothing is restored under slurmdbd", async () => {
    expect(run(dumpScript()).status).toBe(0);
    const slurmdbd = spawn(
      "mariadb",
      ["--host=127.0.0.1", `--port=${server.port}`, "--user=slurm", "slurm_acct_db", "-e", "select sleep(60)"],
      {
        env: { ...process.env, MYSQL_PWD: PASSWORD },
        stdio: "ignore",
      },
    );
    const open = () =>
      sql("select count(*) from information_schema.processlist where info like 'select sleep%'").stdout;
    for (let tries = 0; open() !== "1\n" && tries < 100; tries++) await new Promise((done) => setTimeout(done, 50));
    try {
      expect(run(restoreScript())).toMatchObject({ status: 1, output: expect.stringContaining("stop slurmdbd first") });
    } finally {
      slurmdbd.kill("SIGKILL");
    }
    expect(sql("select count(*) from user_table").stdout).toBe("2\n");
  });

  test("a dump that did not come about fails, and one that is broken is not restored", () => {
    expect(run(dumpScript(), { MYSQL_PWD: "wrong" }).status).not.toBe(0);
    expect(run(dumpScript()).status).toBe(0);
    writeFileSync(path("dump.sql.gz"), readFileSync(path("dump.sql.gz")).subarray(0, 40));
    expect(run(restoreScript()).status).not.toBe(0);
    expect(sql("select count(*) from user_table").stdout).toBe("2\n");
  });
});
