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

describe("settings", () => {
  test.each([
    [
      "deletion protection that goes",
      "aws_eks_cluster.a",
      { deletion_protection: true },
      { deletion_protection: false },
      "danger",
    ],
    [
      "deletion protection that may go",
      "aws_eks_cluster.a",
      { deletion_protection: true },
      { deletion_protection: null },
      "danger",
    ],
    [
      "a bucket that lets its objects go",
      "aws_s3_bucket.a",
      { force_destroy: false },
      { force_destroy: true },
      "danger",
    ],
    [
      "no last backup",
      "aws_fsx_lustre_file_system.a",
      { skip_final_backup: false },
      { skip_final_backup: true },
      "warning",
    ],
    [
      "logs for a shorter time",
      "aws_cloudwatch_log_group.a",
      { retention_in_days: 90 },
      { retention_in_days: 30 },
      "danger",
    ],
    [
      "logs no longer for ever",
      "aws_cloudwatch_log_group.a",
      { retention_in_days: 0 },
      { retention_in_days: 365 },
      "danger",
    ],
    [
      "backups no longer",
      "aws_fsx_lustre_file_system.a",
      { automatic_backup_retention_days: 7 },
      { automatic_backup_retention_days: 0 },
      "danger",
    ],
    ["a key that is disabled", "aws_kms_key.a", { is_enabled: true }, { is_enabled: false }, "danger"],
    ["an alias of another key", "aws_kms_alias.a", { target_key_id: "a" }, { target_key_id: "b" }, "danger"],
    [
      "another key",
      "aws_s3_bucket_server_side_encryption_configuration.a",
      { rule: [{ apply: [{ kms_master_key_id: "a" }] }] },
      { rule: [{ apply: [{ kms_master_key_id: "b" }] }] },
      "danger",
    ],
    ["another key of logs", "aws_cloudwatch_log_group.a", { kms_key_id: "a" }, { kms_key_id: "b" }, "warning"],
    [
      "versions that are suspended",
      "aws_s3_bucket_versioning.a",
      { bucket: "b", versioning_configuration: [{ status: "Enabled" }] },
      { versioning_configuration: [{ status: "Suspended" }] },
      "danger",
    ],
    [
      "a lock for a shorter time",
      "aws_s3_bucket_object_lock_configuration.a",
      { rule: [{ default_retention: [{ mode: "GOVERNANCE", days: 30 }] }] },
      { rule: [{ default_retention: [{ mode: "GOVERNANCE", days: 7 }] }] },
      "danger",
    ],
    [
      "a lock that is less strict",
      "aws_s3_bucket_object_lock_configuration.a",
      { rule: [{ default_retention: [{ mode: "COMPLIANCE", days: 7 }] }] },
      { rule: [{ default_retention: [{ mode: "GOVERNANCE", days: 7 }] }] },
      "danger",
    ],
    [
      "files that are deleted in the bucket too",
      "aws_fsx_data_repository_association.a",
      { s3: [{ auto_export_policy: [{ events: ["NEW"] }] }] },
      { s3: [{ auto_export_policy: [{ events: ["NEW", "DELETED"] }] }] },
      "danger",
    ],
    [
      "files that are no longer copied",
      "aws_fsx_data_repository_association.a",
      { s3: [{ auto_export_policy: [{ events: ["NEW", "CHANGED"] }] }] },
      { s3: [{ auto_export_policy: [{ events: ["NEW"] }] }] },
      "danger",
    ],
  ])("%s: %s", (_, address, before, after, severity) => {
    const finding = only("lost", storage(updated(address, before, after)));
    expect(finding.severity).toBe(severity);
    expect(finding.details.length).toBeGreaterThan(0);
    // the way back is no loss, but to another key there is none that is harmless
    const isKey = /_alias|_encryption_/.test(address);
    expect(
      findingsOf("lost", storage(updated(address, { ...before, ...after }, before))).filter(
        (one) => one.severity === "danger" && !isKey,
      ),
    ).toEqual([]);
  });

  test("a bucket that may come to let its objects go is a danger, one that no longer does is none", () => {
    const force = (after: boolean | null, unknown: object = {}) =>
      updated("aws_s3_bucket.a", { force_destroy: false }, { force_destroy: after }, { unknown });
    expect(severities(force(null, { force_destroy: true }))).toEqual(["danger"]);
    expect(severities(force(null))).toEqual([]);
    expect(severities(updated("aws_s3_bucket.a", { force_destroy: true }, { force_destroy: false }))).toEqual([]);
  });

  test("protection that was never there is not taken away", () => {
    expect(lost(updated("aws_eks_cluster.a", { deletion_protection: null }, { deletion_protection: false }))).toEqual(
      [],
    );
  });

  test("a retention that is not known may be shorter", () => {
    const one = updated(
      "aws_cloudwatch_log_group.a",
      { retention_in_days: 90 },
      { retention_in_days: null },
      { unknown: { retention_in_days: true } },
    );
    expect(only("lost", storage(one)).severity).toBe("danger");
  });

  test("versioning that Terraform no longer manages is suspended, unless the bucket goes or another manages it", () => {
    const versioning = deleted("aws_s3_bucket_versioning.a", { bucket: "b" });
    expect(only("lost", storage(versioning)).title).toContain("no longer keeps old versions");
    expect(
      lost(versioning, deleted("aws_s3_bucket.a", { bucket: "b" }))
        .map(({ title }) => title)
        .join(),
    ).not.toContain("old versions");
    expect(lost(versioning, created("aws_s3_bucket_versioning.b", { bucket: "b" }))).toEqual([]);
  });

  test("an alias that is made again for another key is moved; for the same key it is not", () => {
    const alias = (key: string) => ({ name: "alias/storage", target_key_id: key });
    const old = deleted("aws_kms_alias.old", alias("a"));
    expect(severities(old, created("aws_kms_alias.new", alias("b")))).toEqual(["danger"]);
    expect(
      severities(old, created("aws_kms_alias.new", { name: "alias/storage" }, { unknown: { target_key_id: true } })),
    ).toEqual(["danger"]);
    expect(severities(old, created("aws_kms_alias.new", alias("a")))).toEqual([]);
    expect(severities(old)).toEqual([]);
  });

  test("a key of what a template launches is no data's", () => {
    const disks = (key: string) => ({ block_device_mappings: [{ ebs: [{ kms_key_id: key }] }] });
    expect(lost(updated("aws_launch_template.a", disks("a"), disks("b")))).toEqual([]);
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

  test("metrics that are kept for a shorter time are a warning", () => {
    const finding = only("lost", {
      before: { monitoring: { retentionDays: 30 } },
      after: { monitoring: { retentionDays: 7 } },
    });
    expect(finding).toMatchObject({ severity: "warning" });
    expect(finding.text).toContain("retentionDays: 30 → 7");
  });

  const external = { slurm: { accounting: { kind: "external", host: "db", secretName: "db" } } };

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
