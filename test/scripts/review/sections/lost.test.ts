import { created, deleted, replaced, updated, type Planned } from "../../../helpers/plan";
import { only, reviewed, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const LUSTRE = {
  id: "fs-1",
  storage_capacity: 38400,
  subnet_ids: ["subnet-1"],
  skip_final_backup: true,
  per_unit_storage_throughput: 250,
  tags: { Name: "sample-lustre" },
};

const storage = (...resources: Planned[]): Reviewed => ({ plans: { storage: resources } });

const lost = (...resources: Planned[]) => findingsOf("lost", storage(...resources));

const severities = (...resources: Planned[]) => lost(...resources).map(({ severity }) => severity);

describe("what is destroyed", () => {
  test("a file system that shrinks is made anew, and the review says why, what goes and what to do first", () => {
    const change = { storage_capacity: 19200 };
    const finding = only("lost", storage(replaced("aws_fsx_lustre_file_system.lustre", LUSTRE, change)));
    expect(finding).toMatchObject({ severity: "danger", address: "sample-storage.aws_fsx_lustre_file_system.lustre" });
    expect(finding.title).toBe(
      "Lustre file system sample-lustre is destroyed and made anew, empty: its files are deleted, but those that a data repository has.",
    );
    expect(finding.details).toContain("It cannot change in place: storage_capacity: 38400 → 19200");
    expect(finding.text).toMatch(/No last backup is taken\.[^]*It has 38,400 GiB\.[^]*First: stop what writes/);
  });

  test("a subnet that becomes another one takes the file system along", () => {
    const unknown = { subnet_ids: true };
    const one = replaced("aws_fsx_lustre_file_system.lustre", LUSTRE, {}, { replacePaths: [["subnet_ids"]], unknown });
    expect(only("lost", storage(one)).text).toContain('subnet_ids: ["subnet-1"] → (known after apply)');
  });

  test.each([
    ["aws_s3_bucket.a", { bucket: "b" }, "AWS refuses while there are objects in it."],
    ["aws_s3_bucket.a", { bucket: "b", force_destroy: true }, "its objects go with it"],
    ["aws_kms_key.a", { deletion_window_in_days: 7 }, "for good after 7 days"],
    ["aws_kms_key.a", {}, "for good after 30 days"],
    ["aws_eks_cluster.a", { name: "c", deletion_protection: true }, "Deletion protection is on"],
    ["aws_cloudwatch_log_group.a", { name: "/x" }, "First: export"],
    ["aws_db_instance.a", { identifier: "d", skip_final_snapshot: false }, "A last backup is taken."],
    ["aws_fsx_data_repository_association.a", { delete_data_in_filesystem: true }, "are deleted with it"],
    ["aws_ebs_volume.a", {}, "its blocks are deleted"],
    ["aws_ebs_snapshot.a", {}, "a copy of a volume is deleted"],
    ["kubernetes_persistent_volume_claim.a", {}, "its volume is released"],
    ["helm_release.a", { name: "slurm-database" }, "usage, limits and fair share of every team"],
    ["helm_release.a", { name: "slurm-operator-crds" }, "every object of its kinds is deleted"],
  ])("%s %j is lost when it goes: %s", (address, values, text) => {
    const finding = only("lost", storage(deleted(address, values)));
    expect(finding.severity).toBe("danger");
    expect(finding.text).toContain(text);
    expect(finding.text).toContain("Why: it is no longer in the configuration.");
  });

  test("what people put nothing into is made anew, and not empty", () => {
    const link = replaced("aws_fsx_data_repository_association.a", { file_system_id: "a" }, { file_system_id: "b" });
    expect(only("lost", storage(link)).title).toContain("is destroyed and made anew: files are no longer imported");
  });

  test.each([
    ["what holds nothing", deleted("aws_iam_role.a", { name: "r" })],
    ["a release without data", deleted("helm_release.a", { name: "cert-manager" })],
    ["what is made", created("aws_s3_bucket.a", { bucket: "b" })],
    ["a file system that grows", updated("aws_fsx_lustre_file_system.a", LUSTRE, { storage_capacity: 57600 })],
  ])("%s is not lost", (_, resource) => expect(lost(resource)).toEqual([]));

  test("a tainted one is lost as any other, and it is said that it is tainted", () => {
    const one = replaced(
      "aws_fsx_lustre_file_system.a",
      LUSTRE,
      {},
      { replacePaths: [], reason: "replace_because_tainted" },
    );
    expect(only("lost", storage(one)).text).toContain("tainted");
  });

  test("a bucket that is made again under another address is told to be moved instead", () => {
    const bucket = { bucket: "b" };
    const finding = only("lost", storage(deleted("aws_s3_bucket.old", bucket), created("aws_s3_bucket.new", bucket)));
    expect(finding.severity).toBe("danger");
    expect(finding.text).toContain("terraform state mv 'aws_s3_bucket.old' 'aws_s3_bucket.new'");
    const other = only(
      "lost",
      storage(deleted("aws_s3_bucket.old", bucket), created("aws_s3_bucket.new", { bucket: "c" })),
    );
    expect(other.text).not.toContain("state mv");
  });

  test("what is in a cluster or a file system that goes is told, and needs no acknowledgement of its own", () => {
    const cluster = deleted("aws_eks_cluster.a", { name: "c" });
    expect(severities(cluster, deleted("helm_release.a", { name: "slurm-database" }))).toEqual(["danger", "warning"]);
    const link = deleted("aws_fsx_data_repository_association.a", { file_system_id: "fs-1" });
    expect(severities(deleted("aws_fsx_lustre_file_system.a", LUSTRE), link)).toEqual(["danger", "warning"]);
    expect(severities(updated("aws_fsx_lustre_file_system.a", LUSTRE, { storage_capacity: 57600 }), link)).toEqual([
      "danger",
    ]);
  });
});

describe("lifecycle rules", () => {
  interface Rule {
    id?: string;
    status?: string;
    prefix?: string;
    days?: number;
    date?: string;
    oldDays?: number;
    kept?: number;
    archive?: number;
  }
  const rules = (...all: Rule[]) => ({
    bucket: "b",
    rule: all.map(({ id = "r", status = "Enabled", prefix = "x/", days, date, oldDays, kept, archive }) => ({
      id,
      status,
      filter: [{ prefix }],
      expiration: days === undefined && date === undefined ? [] : [{ days: days ?? 0, date: date ?? null }],
      noncurrent_version_expiration:
        oldDays === undefined ? [] : [{ noncurrent_days: oldDays, newer_noncurrent_versions: kept ?? null }],
      transition: archive === undefined ? [] : [{ storage_class: "GLACIER", days: archive }],
    })),
  });
  const config = "aws_s3_bucket_lifecycle_configuration.a";
  const change = (before: Rule[], after: Rule[]) => lost(updated(config, rules(...before), rules(...after)));

  test.each<[string, Rule[], Rule[]]>([
    ["deletes objects sooner", [{ days: 90 }], [{ days: 30 }]],
    ["deletes objects that were kept", [{}], [{ days: 365 }]],
    ["comes and deletes", [{ days: 90 }], [{ days: 90 }, { id: "s", days: 400 }]],
    ["is switched on", [{ days: 90, status: "Disabled" }], [{ days: 90 }]],
    ["deletes at a date", [{}], [{ date: "2026-12-01T00:00:00Z" }]],
    ["deletes old versions sooner", [{ oldDays: 30 }], [{ oldDays: 7 }]],
    ["keeps fewer old versions", [{ oldDays: 30, kept: 20 }], [{ oldDays: 30, kept: 5 }]],
    ["is for other objects", [{ days: 30, prefix: "tmp/" }], [{ days: 30, prefix: "" }]],
  ])("one that %s is a loss", (_, before, after) => {
    expect(change(before, after).map(({ severity }) => severity)).toEqual(["danger"]);
  });

  test.each<[string, Rule[], Rule[]]>([
    ["deletes later", [{ days: 30 }], [{ days: 90 }]],
    ["goes", [{ days: 30 }, { id: "s" }], [{ id: "s" }]],
    ["is switched off", [{ days: 30 }], [{ days: 30, status: "Disabled" }]],
    ["keeps more old versions", [{ oldDays: 30, kept: 5 }], [{ oldDays: 30, kept: 20 }]],
    ["keeps objects in another class", [{ archive: 30 }], [{ archive: 90 }]],
  ])("one that %s is none", (_, before, after) => expect(change(before, after)).toEqual([]));

  test("one that archives objects is a danger: jobs can no longer read them", () => {
    const [never] = change([{}], [{ archive: 90 }]);
    expect(never).toMatchObject({
      severity: "danger",
      details: ["Rule r archives objects after 90 days (before: never)."],
    });
    const [sooner] = change([{ archive: 90 }], [{ archive: 30 }]);
    expect(sooner?.details).toEqual(["Rule r archives objects after 30 days (before: after 90 days)."]);
  });

  test("says what each rule did and does", () => {
    const [finding] = change([{ days: 90 }], [{ days: 30 }]);
    expect(finding?.details).toEqual(["Rule r deletes objects after 30 days (before: after 90 days)."]);
  });

  test("a rule that goes to other objects says what it does to them, and not that it is sooner", () => {
    const [finding] = change([{ days: 1, prefix: "a/", archive: 90 }], [{ days: 1, prefix: "b/", archive: 90 }]);
    expect(finding?.title).toContain("deletes other objects, or sooner");
    expect(finding?.details).toEqual(["Rule r is for other objects than before: it deletes them after 1 day."]);
    const [, archived] = change([{ days: 1, prefix: "a/", archive: 90 }], [{ days: 1, prefix: "b/", archive: 90 }]);
    expect(archived?.details).toEqual(["Rule r is for other objects than before: it archives them after 90 days."]);
  });

  test("what the provider knows of a filter after apply is what config leaves out, and no other filter", () => {
    const was = { ...rules({ days: 90 }).rule[0]!, prefix: "", filter: [{ prefix: "x/", and: [], tag: [] }] };
    const { prefix, ...left } = was;
    const now = { ...left, filter: [{ prefix: "x/" }] };
    expect(prefix).toBe("");
    expect(lost(updated(config, { bucket: "b", rule: [was] }, { bucket: "b", rule: [now] }))).toEqual([]);
  });

  test("first rules of a bucket that is there delete what is in it; those of a new one find nothing", () => {
    const first = created(config, rules({ days: 30 }));
    expect(severities(first)).toEqual(["danger"]);
    expect(severities(first, created("aws_s3_bucket.a", { bucket: "b" }))).toEqual([]);
    expect(reviewed({ before: null, after: {}, ...storage(first) }).verdict).toBe("safe");
  });

  test("rules that are not known yet are told as that", () => {
    const one = updated(config, rules({ days: 30 }), { rule: [] }, { unknown: { rule: true } });
    expect(only("lost", storage(one))).toMatchObject({ severity: "warning" });
  });
});

describe("what something in the cluster deletes", () => {
  const warm = (retention: object) => ({ checkpoints: { warm: { path: "/checkpoints", ...retention } } });

  test.each([
    ["fewer of the last", warm({ keepLast: 24 }), warm({ keepLast: 5 })],
    ["no longer all", warm({ keepEvery: 1000 }), warm({ keepLast: 5, keepEvery: 1000 })],
    ["none of every thousandth", warm({ keepLast: 5, keepEvery: 1000 }), warm({ keepLast: 5 })],
    ["others of every so many", warm({ keepLast: 5, keepEvery: 1000 }), warm({ keepLast: 5, keepEvery: 1500 })],
  ])("a tier that keeps %s loses checkpoints", (_, before, after) => {
    const finding = only("lost", { before, after });
    expect(finding).toMatchObject({ severity: "danger", address: "sample-platform.config.checkpoints.warm" });
  });

  test.each([
    ["more of the last", warm({ keepLast: 5 }), warm({ keepLast: 24 })],
    ["all", warm({ keepLast: 5 }), warm({})],
    ["more of every so many", warm({ keepLast: 5, keepEvery: 1000 }), warm({ keepLast: 5, keepEvery: 500 })],
  ])("a tier that keeps %s loses none", (_, before, after) =>
    expect(findingsOf("lost", { before, after })).toEqual([]),
  );

  test("metrics that are kept for a shorter time are a danger", () => {
    const finding = only("lost", {
      before: { monitoring: { retentionDays: 30 } },
      after: { monitoring: { retentionDays: 7 } },
    });
    expect(finding).toMatchObject({ severity: "danger" });
    expect(finding.text).toContain("retentionDays: 30 → 7");
  });

  test.each([
    ["warning", 100, 110, "beyond 93 GiB"],
    ["danger", 100, 400, "beyond 340 GiB from now on, which that volume does not hold: Prometheus stops"],
  ])("a volume of metrics that is to be larger and stays is a %s", (severity, was, now, text) => {
    const kept = (storageGiB: number) => ({ monitoring: { storageGiB } });
    const finding = only("lost", { before: kept(was), after: kept(now) });
    expect(finding).toMatchObject({ severity, title: expect.stringContaining(`stays at ${was} GiB`) });
    expect(finding.text).toContain(text);
    expect(findingsOf("lost", { before: kept(was), after: kept(was) })).toEqual([]);
  });

  test("promises that are lowered or given up are a warning, and higher ones are none", () => {
    const slos = (nodeAvailability: number, controlPlane: number | "off") => ({
      monitoring: { slos: { nodeAvailability, controlPlane } },
    });
    const finding = only("lost", { before: slos(97, 99.9), after: slos(95, "off") });
    expect(finding).toMatchObject({ severity: "warning" });
    expect(finding.text).toContain("nodeAvailability: 97 → 95");
    expect(finding.text).toContain("controlPlane: 99.9 → off");
    expect(findingsOf("lost", { before: slos(97, "off"), after: slos(98, 99.9) })).toEqual([]);
  });

  test("moments between dumps that are reached no more are a danger, and fewer of them a warning", () => {
    const every = (recoveryMinutes?: number) => ({ slurm: { accounting: { kind: "mariadb", recoveryMinutes } } });
    const gone = only("lost", { before: every(10), after: every() });
    expect(gone).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.accounting.recoveryMinutes" });
    expect(gone.text).toMatch(/between two dumps can no longer be put back[^]*recoveryMinutes: 10 → none/);
    const rarer = only("lost", { before: every(10), after: every(30) });
    expect(rarer).toMatchObject({ severity: "warning", title: expect.stringContaining("up to 30 minutes") });
    for (const [before, after] of [
      [every(30), every(10)],
      [every(), every(10)],
      [every(10), every(10)],
    ])
      expect(findingsOf("lost", { before: before!, after: after! })).toEqual([]);
  });

  const external = { slurm: { accounting: { kind: "external", host: "db", secretName: "db" } } };

  test("and so does a longer time within which jobs start, or a smaller share of them", () => {
    const promise = (jobStart: object) => ({ monitoring: { slos: { jobStart } } });
    const before = promise({ high: { minutes: 30 }, standard: { minutes: 240 }, scavenger: { minutes: 600 } });
    const after = promise({ high: { minutes: 60 }, standard: { minutes: 240, percent: 90 } });
    const { severity, text } = only("lost", { before, after });
    expect(severity).toBe("warning");
    expect(text).toContain("jobs of high: 95 % start within 30 minutes → 95 % start within 60 minutes");
    expect(text).toContain("jobs of standard: 95 % start within 240 minutes → 90 % start within 240 minutes");
    expect(text).toContain("jobs of scavenger: 95 % start within 600 minutes → off");
    expect(
      findingsOf("lost", { before: after, after: promise({ high: { minutes: 5 }, standard: { minutes: 9 } }) }),
    ).toEqual([]);
  });

  test("metrics of a monitoring that is switched off or on are not compared", () => {
    const short = { retentionDays: 7 };
    expect(findingsOf("lost", { before: { monitoring: { enabled: false } }, after: { monitoring: short } })).toEqual(
      [],
    );
    expect(findingsOf("lost", { before: {}, after: { monitoring: { enabled: false, ...short } } })).toEqual([]);
  });

  test("accounting of a Slurm that comes or goes is not compared", () => {
    expect(findingsOf("lost", { before: { slurm: null, teams: null }, after: external })).toEqual([]);
    expect(findingsOf("lost", { before: external, after: { slurm: null, teams: null } })).toEqual([]);
  });

  test("accounting in another database begins anew", () => {
    const finding = only("lost", { after: external });
    expect(finding).toMatchObject({ severity: "danger", address: "sample-slurm.config.slurm.accounting" });
    expect(findingsOf("lost", { before: external, after: external })).toEqual([]);
  });

  test("a database that goes is told once", () => {
    const plans = { slurm: [deleted("helm_release.accounting", { name: "slurm-database" })] };
    expect(only("lost", { after: external, plans }).address).toBe("sample-slurm.helm_release.accounting");
  });
});

describe("what is taken for a whole checkpoint", () => {
  const whole = (given?: string) => ({
    checkpoints: {
      archive: { every: 5000 },
      agent: {
        image: `registry.example.com/tiers@sha256:${"0".repeat(64)}`,
        ...(given !== undefined && { whole: given }),
      },
    },
  });

  test.each([
    [undefined, "rename", "A checkpoint that is torn may be taken for whole: whatever bears the name of one is"],
    ["sums", ".metadata", "A checkpoint that is torn may be taken for whole: whatever has the file .metadata is"],
    [".metadata", "rename", "A checkpoint that is torn may be taken for whole: whatever bears the name of one is"],
    ["rename", "sums", "Checkpoints that were taken for whole may go no further: those without the sums"],
    ["a.pt", "b.pt", "Checkpoints that were taken for whole may go no further: those without the file b.pt"],
  ])("by %s before and %s now is told", (was, is, title) => {
    const finding = only("lost", { before: whole(was), after: whole(is) });
    expect(finding).toMatchObject({
      severity: "warning",
      address: "sample-platform.config.checkpoints.agent.whole",
    });
    expect(finding.title).toContain(title);
    expect(finding.details[0]).toBe(`whole: ${was ?? "sums"} → ${is}.`);
    expect(finding.text.includes("No sum says")).toBe((was ?? "sums") === "sums");
  });

  test.each<[string, object, object]>([
    ["as before", whole(), whole("sums")],
    ["by an agent that comes", {}, whole("rename")],
    ["by one that goes", whole("rename"), {}],
  ])("%s says nothing", (_, before, after) =>
    expect(findingsOf("lost", { before: { ...before }, after: { ...after } })).toEqual([]),
  );
});
