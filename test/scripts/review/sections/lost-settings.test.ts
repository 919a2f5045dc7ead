import { created, deleted, replaced, updated, type Planned } from "../../../helpers/plan";
import { only, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const storage = (...resources: Planned[]): Reviewed => ({ plans: { storage: resources } });

const lost = (...resources: Planned[]) => findingsOf("lost", storage(...resources));

const severities = (...resources: Planned[]) => lost(...resources).map(({ severity }) => severity);

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
      "no backups of EFS",
      "aws_efs_backup_policy.a",
      { backup_policy: [{ status: "ENABLED" }] },
      { backup_policy: [{ status: "DISABLED" }] },
      "danger",
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

  test("a link that is made anew and deletes more says that, too", () => {
    const link = (path: string, events: string[]) => ({
      file_system_path: path,
      s3: [{ auto_export_policy: [{ events }] }],
    });
    const change = replaced(
      "aws_fsx_data_repository_association.a",
      link("/a", ["NEW"]),
      link("/b", ["NEW", "DELETED"]),
      { replacePaths: [["file_system_path"]] },
    );
    const titles = findingsOf("lost", storage(change)).map(({ title }) => title);
    expect(titles.join()).toContain("files that are deleted on Lustre are deleted in the bucket too");
  });

  test("a link that no longer exports says what a task does instead, and whether the pruner waits for it", () => {
    const s3 = (...events: string[]) => ({ s3: [{ auto_export_policy: [{ events }] }] });
    const change = updated("aws_fsx_data_repository_association.a", s3("NEW", "CHANGED"), s3());
    const text = (warm: object) => {
      const checkpoints = { warm: { keepLast: 24, export: [], ...warm } };
      const found = findingsOf("lost", { ...storage(change), before: {}, after: { checkpoints } });
      return found.filter(({ severity }) => severity === "danger").flatMap(({ title, details }) => [title, ...details]);
    };
    const weekly = text({ tasks: { export: { days: ["sat"], start: "22:00" } } }).join("\n");
    expect(weekly).toContain("new and changed are no longer copied to the bucket");
    expect(weekly).toContain("(sat at 22:00 UTC): checkpoints written since are in no bucket until it has run");
    expect(weekly).toContain("The pruner deletes nothing on Lustre that is to stay in the bucket");
    expect(text({}).join("\n")).toContain("all but the last 24 checkpoints of a run are deleted without a copy");
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

describe("backups of EFS", () => {
  const status = (of: string) => ({ backup_policy: [{ status: of }] });
  const reviewed = (from: string, to: string) => storage(updated("aws_efs_backup_policy.a", status(from), status(to)));

  test("that are switched off are told as that, and not as unknown", () => {
    const found = findingsOf("lost", reviewed("ENABLED", "DISABLED"));
    expect(found.map(({ title }) => title)).toEqual([expect.stringContaining("none is taken from now on")]);
    expect(findingsOf("rest", reviewed("ENABLED", "DISABLED"))).toEqual([]);
  });

  test("that are switched on lose nothing", () => {
    expect(findingsOf("lost", reviewed("DISABLED", "ENABLED"))).toEqual([]);
    expect(findingsOf("rest", reviewed("DISABLED", "ENABLED"))).toEqual([]);
  });
});
