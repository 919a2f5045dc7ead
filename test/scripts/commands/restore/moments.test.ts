import { databaseBackup } from "../../../../constructs/slurm/database-backup";
import { copiesOf } from "../../../../scripts/commands/restore/found";
import { RESTORE_KINDS } from "../../../../scripts/commands/restore/kinds";
import { dumpFor, momentOf, reachesOf } from "../../../../scripts/commands/restore/moments";
import { planLines, planOf } from "../../../../scripts/commands/restore/plan";
import { jobOf } from "../../../../scripts/commands/restore/put-back";
import { bucket, restore } from "../../../helpers/restore-cluster";
import type { Json } from "../../../helpers/synth";

/** Sunday's changes are those of the dump of a week ago; the dump of Monday came after them. */
const BUCKET = bucket(
  ["latest.sql.gz", "2026-11-23T02:25:00Z"],
  ["day-1.sql.gz", "2026-11-23T02:25:00Z"],
  ["day-7.sql.gz", "2026-11-22T02:25:00Z"],
  ["day-6.sql.gz", "2026-11-21T02:25:00Z"],
  ["changes-day-1.tar.gz", "2026-11-23T15:20:30Z"],
  ["changes-day-7.tar.gz", "2026-11-16T02:20:30Z"],
  ["changes-day-6.tar.gz", "2026-11-22T02:20:30Z"],
);
const { database } = RESTORE_KINDS;
const found = async () => ({
  format: 1 as const,
  takenAt: "2026-11-23T15:30:00Z",
  environment: "research",
  what: "database",
  ...(await copiesOf(BUCKET, "b", database)),
  cluster: { hasJob: true, running: [], operator: 2, jobs: [] },
});

test("dumps are told with the moments that are reached from them, and changes are no dumps", async () => {
  const { copies, changes } = await found();
  expect(copies.map(({ name }) => name)).toEqual(["latest", "day-1", "day-7", "day-6"]);
  expect(reachesOf({ copies, changes }).map(({ dump, until }) => [dump.name, until])).toEqual([
    ["day-1", "2026-11-23T15:20:30.000Z"],
    ["day-6", "2026-11-22T02:20:30.000Z"],
  ]);
});

test.each([
  ["latest", "day-1"],
  ["2026-11-23T02:25", "day-1"],
  ["2026-11-23 15:20:30", "day-1"],
  ["2026-11-21T18:00:00Z", "day-6"],
])("%s is reached from %s", async (at, name) => {
  expect(dumpFor(await found(), momentOf(at)!)).toMatchObject({ name });
});

test.each(["2026-11-23T15:21", "2026-11-22T12:00", "2026-11-20T12:00"])(
  "%s is reached from none: those that are reached are told",
  async (at) => {
    const all = await found();
    expect(() => dumpFor(all, momentOf(at)!)).toThrow(
      "from 2026-11-23 02:25:00 to 2026-11-23 15:20:30; from 2026-11-21 02:25:00 to 2026-11-22 02:20:30 (UTC)",
    );
    expect(() => dumpFor({ ...all, changes: [] }, momentOf(at)!)).toThrow("slurm.accounting.recoveryMinutes");
  },
);

test.each(["yesterday", "2026-02-31T10:00", "2026-11-31T25:00", "2026-11-23", "2026-11-23T15:20+01:00", "$(date)", ""])(
  "%j is no moment",
  async (at) => {
    const { code, errors } = await restore(["research", "database", "--plan", `--at=${at}`], {});
    expect([code, errors]).toEqual([1, expect.stringContaining("--at")]);
  },
);

test("the plan says from which dump, to when, and what is lost after it", async () => {
  const all = await found();
  const text = (at: string) => planLines(database, all, planOf(database, all, { copy: "latest", at })).join("\n");
  expect(text("2026-11-21T18:00:00Z")).toMatch(
    /→ day-6 [^]*with day-1: any moment from 2026-11-23 02:25:00 to 2026-11-23 15:20:30 UTC[^]*With day-6, [^\n]*what changed from then to 2026-11-21 18:00:00 UTC:\n {2}- What accounting was told since 2026-11-21 18:00:00 UTC is gone/,
  );
  expect(text("latest")).toMatch(
    /to the last that the bucket has:\n {2}- What accounting was told since 2026-11-23 15:20/,
  );
});

test("without the key there are dumps alone, and the queue has none of it", async () => {
  const { code, errors } = await restore(["research", "database", "--plan", "--at", "latest"], {});
  expect([code, errors]).toEqual([1, expect.stringContaining("slurm.accounting.recoveryMinutes keeps")]);
  expect((await restore(["research", "queue", "--plan", "--at", "latest"], {})).errors).toContain(
    "--at is for the database",
  );
});

test("the job is told the moment in both of its containers, where its CronJob knows of changes", () => {
  const cron = (changesMinutes?: number) =>
    (
      databaseBackup({
        namespace: "slurm",
        storage: {
          host: "h",
          port: 3306,
          database: "d",
          username: "u",
          passwordSecret: { name: "s", key: "password" },
        },
        bucketName: "b",
        prefix: "railyard/slurm-database/",
        region: "us-east-1",
        placement: { nodeSelector: {}, tolerations: [] },
        changesMinutes,
      }) as Json[]
    ).find(({ metadata }) => metadata.name === "slurm-database-restore");
  const { spec } = (jobOf(cron(10), "restore", "day-6", "2026-11-21T18:00:00Z") as Json).spec.template;
  const [fetches] = spec.initContainers;
  const [puts] = spec.containers;
  expect(fetches.env).toContainEqual({ name: "BACKUP", value: "day-6" });
  for (const { env } of [fetches, puts]) expect(env).toContainEqual({ name: "AT", value: "2026-11-21T18:00:00Z" });
  // the password stays a reference
  expect(puts.env.find(({ name }: Json) => name === "MYSQL_PWD").valueFrom).toBeDefined();
  expect(() => jobOf(cron(), "restore", "day-6", "latest")).toThrow("deploy the environment with");
});
