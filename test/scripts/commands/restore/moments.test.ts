import { ENVIRONMENTS } from "../../../../config/environments";
import research from "../../../../config/environments/research";
import { databaseBackup } from "../../../../constructs/slurm/database-backup";
import { copiesOf } from "../../../../scripts/commands/restore/found";
import { RESTORE_KINDS } from "../../../../scripts/commands/restore/kinds";
import { momentOf, reachesOf, wayTo } from "../../../../scripts/commands/restore/moments";
import { planLines, planOf } from "../../../../scripts/commands/restore/plan";
import { jobOf } from "../../../../scripts/commands/restore/put-back";
import { bucket, cluster, MEANT, restore } from "../../../helpers/restore-cluster";
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

/** The CronJob of restores, as Railyard writes it. */
const cronJob = (changesMinutes?: number) =>
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
  ).find(({ metadata }) => metadata.name === "slurm-database-restore")!;

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
  expect(wayTo(await found(), momentOf(at)!)).toMatchObject({ dump: { name } });
});

test.each(["2026-11-23T15:21", "2026-11-22T12:00", "2026-11-20T12:00"])(
  "%s is reached from none: those that are reached are told",
  async (at) => {
    const all = await found();
    expect(() => wayTo(all, momentOf(at)!)).toThrow(
      "from 2026-11-23 02:25:00 to 2026-11-23 15:20:30; from 2026-11-21 02:25:00 to 2026-11-22 02:20:30 (UTC)",
    );
    expect(() => wayTo({ ...all, changes: [] }, momentOf(at)!)).toThrow("slurm.accounting.recoveryMinutes");
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
    /to the last that the bucket has, 2026-11-23 15:20:30 UTC:\n {2}- What accounting was told since 2026-11-23 15:20/,
  );
});

test("without the key there are dumps alone, and the queue has none of it", async () => {
  const { code, errors } = await restore(["research", "database", "--plan", "--at", "latest"], {});
  expect([code, errors]).toEqual([1, expect.stringContaining("slurm.accounting.recoveryMinutes keeps")]);
  expect((await restore(["research", "queue", "--plan", "--at", "latest"], {})).errors).toContain(
    "--at is for the database",
  );
});

/** The environment with the key, as its file would have it. */
function withChanges() {
  const row = () => ({
    ...research,
    slurm: { ...research.slurm, accounting: { kind: "mariadb", recoveryMinutes: 10 } },
  });
  jest.spyOn(ENVIRONMENTS as Record<string, () => unknown>, "research").mockImplementation(row);
}

/** The night's dump of Friday with its changes, and one that somebody has made on Saturday since, before changes of it came. */
const SATURDAY = [
  ["day-5.sql.gz", "2026-11-20T02:23:56Z"],
  ["changes-day-5.tar.gz", "2026-11-21T15:47:00Z"],
  ["latest.sql.gz", "2026-11-21T15:47:05Z"],
  ["day-6.sql.gz", "2026-11-21T15:47:08Z"],
] as const;
const CHANGED = ["changes-day-6.tar.gz", "2026-11-21T16:00:30Z"] as const;
const FIRST = ["month-11.sql.gz", "2026-11-21T15:47:11Z"] as const;

test.each([
  [
    "latest",
    SATURDAY,
    "day-6",
    "",
    /no changes of day-6 yet[^\n]*before 2026-11-21 15:47:08[^\n]*up to 2026-11-21 15:47:00/,
  ],
  ["latest", [...SATURDAY, FIRST], "day-6", "", /no changes of day-6 yet/],
  ["latest", SATURDAY.slice(0, 3), "latest", "", /no changes of latest yet/],
  [
    "latest",
    [...SATURDAY, FIRST, CHANGED],
    "day-6",
    "latest",
    /the last that the bucket has, 2026-11-21 16:00:30 UTC:/,
  ],
  ["2026-11-21T15:50", [...SATURDAY, CHANGED], "day-6", "2026-11-21T15:50:00.000Z", /to 2026-11-21 15:50:00 UTC:/],
  ["2026-11-21T15:46", SATURDAY, "day-5", "2026-11-21T15:46:00.000Z", /to 2026-11-21 15:46:00 UTC:/],
] as const)(
  "--at %s takes the newest dump before it, with what is known to have changed",
  async (at, rows, name, goesOnTo, words) => {
    withChanges();
    const world = () => ({ aws: bucket(...rows), kubectl: cluster({ cronJob: cronJob(10) }).kubectl });
    const { code, printed } = await restore(["research", "database", "--plan", "--at", at], world());
    expect([code, printed]).toEqual([0, expect.stringContaining(`→ ${name} `)]);
    expect(printed).toMatch(words);
    const { kubectl, created } = cluster({ cronJob: cronJob(10) });
    expect((await restore(["research", "database", "--at", at, ...MEANT], { ...world(), kubectl })).code).toBe(0);
    const [{ env }] = created[0]!.spec.template.spec.initContainers;
    expect(env).toContainEqual({ name: "BACKUP", value: name });
    expect(env).toContainEqual({ name: "AT", value: goesOnTo });
  },
);

test("a moment after all changes is refused with the newest dump before it, and so are --copy beside --at and empty changes", async () => {
  withChanges();
  const { kubectl } = cluster({ cronJob: cronJob(10) });
  const refused = async (rows: readonly (readonly [string, string, number?])[], ...args: string[]) =>
    (await restore(["research", "database", "--plan", ...args], { aws: bucket(...rows), kubectl })).errors;
  expect(await refused(SATURDAY, "--at", "2026-11-21T15:50")).toContain(
    "from 2026-11-20 02:23:56 to 2026-11-21 15:47:00 (UTC). The newest dump before it is of 2026-11-21 15:47:08: --copy day-6",
  );
  expect(await refused(SATURDAY, "--at", "latest", "--copy", "latest")).toContain("give one of them");
  expect(await refused([...SATURDAY, [...CHANGED, 0]], "--at", "latest")).toContain("--copy day-6 puts back");
});

test("what lies beside the copies under other names is none, and is told", async () => {
  withChanges();
  const { kubectl } = cluster({ cronJob: cronJob(10) });
  const strange = ["sub/day-1.sql.gz", "other-cluster.sql.gz", "day-9.sql.gz"];
  const aws = bucket(...SATURDAY, ...strange.map((file) => [file, "2026-11-22T00:00:00Z"] as const));
  const { printed } = await restore(["research", "database", "--plan", "--at", "latest"], { aws, kubectl });
  expect(printed).toContain("→ day-6 ");
  expect(printed).toContain(`left alone: ${strange.toSorted().join(", ")}.`);
  const { errors } = await restore(["research", "database", "--plan", "--copy", "day-4"], { aws, kubectl });
  expect(errors).toContain("did you mean day-5 or day-6? There are day-6, latest, day-5. Not named");
});

test("the job is told the moment in both of its containers, where its CronJob knows of changes", () => {
  const { spec } = (jobOf(cronJob(10), "restore", "day-6", "2026-11-21T18:00:00Z") as Json).spec.template;
  const [fetches] = spec.initContainers;
  const [puts] = spec.containers;
  expect(fetches.env).toContainEqual({ name: "BACKUP", value: "day-6" });
  for (const { env } of [fetches, puts]) expect(env).toContainEqual({ name: "AT", value: "2026-11-21T18:00:00Z" });
  // the password stays a reference
  expect(puts.env.find(({ name }: Json) => name === "MYSQL_PWD").valueFrom).toBeDefined();
  expect(() => jobOf(cronJob(), "restore", "day-6", "latest")).toThrow("deploy the environment with");
});
