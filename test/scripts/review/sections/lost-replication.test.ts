import { created, deleted, updated, type Planned } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const lost = (...resources: Planned[]) => findingsOf("lost", { plans: { storage: resources } });
const titles = (...resources: Planned[]) => lost(...resources).map(({ severity, title }) => `${severity} ${title}`);

const ADDRESS = "aws_s3_bucket_replication_configuration.a";
const rule = (
  prefix: string,
  more: { bucket?: string; key?: string; deletes?: string; time?: string; storageClass?: string } = {},
) => ({
  id: prefix,
  status: "Enabled",
  filter: [{ prefix }],
  delete_marker_replication: [{ status: more.deletes ?? "Disabled" }],
  destination: [
    {
      storage_class: more.storageClass ?? null,
      bucket: more.bucket ?? "arn:aws:s3:::copies",
      encryption_configuration: [{ replica_kms_key_id: more.key ?? "one" }],
      replication_time: more.time === "off" ? [] : [{ status: "Enabled" }],
    },
  ],
});
const rules = (...each: object[]) => ({ bucket: "b", rule: each });
const change = (before: object[], after: object[]) => updated(ADDRESS, rules(...before), rules(...after));

test("copies that end leave one copy of what is written", () => {
  expect(titles(deleted(ADDRESS, rules(rule(""))))).toEqual([
    expect.stringMatching(/^danger .*bucket b: .*no second copy/),
  ]);
  expect(titles(change([rule("")], [{ ...rule(""), status: "Disabled" }]))).toEqual([
    expect.stringMatching(/^danger S3 no longer copies bucket b/),
  ]);
  expect(titles(change([rule("a/"), rule("b/")], [rule("a/")]))).toEqual([
    expect.stringMatching(/^danger S3 no longer copies b\/ of bucket b/),
  ]);
  expect(titles(change([rule("")], [rule("a/")]))).toEqual([expect.stringMatching(/^danger .*copies bucket b/)]);
});

test("copies of less, to another bucket, with deletes and in an archive, are told one by one", () => {
  const more = { bucket: "arn:aws:s3:::others", deletes: "Enabled", storageClass: "DEEP_ARCHIVE", time: "off" };
  expect(titles(change([rule("")], [rule("railyard/", more)]))).toEqual([
    expect.stringMatching(/^danger .*copies bucket b, but for railyard\/: what is written there .* no second copy/),
    expect.stringMatching(/^danger .*go elsewhere/),
    expect.stringMatching(/^danger .*hidden in its copy/),
    expect.stringMatching(/^danger New copies .*archive/),
    expect.stringMatching(/^info .*15 minutes/),
  ]);
});

test("with its bucket, or under another address, nothing ends", () => {
  expect(titles(deleted(ADDRESS, rules(rule(""))), deleted("aws_s3_bucket.a", { bucket: "b" }))).toEqual([
    expect.stringContaining("Bucket b is destroyed"),
  ]);
  expect(titles(deleted(ADDRESS, rules(rule(""))), created(ADDRESS.replace(".a", ".b"), rules(rule(""))))).toEqual([]);
});

test.each<[string, ReturnType<typeof rule>, RegExp]>([
  [
    "another bucket",
    rule("", { bucket: "arn:aws:s3:::others" }),
    /^danger .*go elsewhere: those that were made stay in the old bucket/,
  ],
  ["another key", rule("", { key: "two" }), /^warning .*another key/],
  ["deletes that are copied", rule("", { deletes: "Enabled" }), /^danger .*hidden in its copy as well from then on/],
  ["an archive", rule("", { storageClass: "DEEP_ARCHIVE" }), /^danger New copies .*archive.*restored/],
  ["a class that is not known", rule("", { storageClass: "NEW" }), /^danger New copies .*archive/],
  ["no time any more", rule("", { time: "off" }), /^info .*15 minutes/],
])("%s is told", (_, after, text) => {
  expect(titles(change([rule("")], [after]))).toEqual([expect.stringMatching(text)]);
});

test("from one archive to another is told, and to what is read at once is not", () => {
  const of = (storageClass: string) => [rule("", { storageClass })];
  expect(titles(change(of("GLACIER"), of("DEEP_ARCHIVE")))).toEqual([expect.stringMatching(/^danger New copies/)]);
  expect(titles(change(of("DEEP_ARCHIVE"), of("GLACIER_IR")))).toEqual([]);
  expect(titles(change(of("STANDARD_IA"), of("INTELLIGENT_TIERING")))).toEqual([]);
});

test("more that is copied loses nothing; what is not known is said to be so", () => {
  expect(titles(change([rule("a/")], [rule("")]))).toEqual([]);
  const planned = updated(ADDRESS, rules(rule("")), { rule: null }, { unknown: { rule: true } });
  expect(titles(planned)).toEqual([expect.stringMatching(/^warning .*known after apply only/)]);
});

test("a new copy has nothing of what is there, but of a new bucket", () => {
  expect(titles(created(ADDRESS, rules(rule(""))))).toEqual([expect.stringMatching(/^info .*nothing that is there/)]);
  expect(titles(created(ADDRESS, rules(rule(""))), created("aws_s3_bucket.a", { bucket: "b" }))).toEqual([]);
});

test("of the role by which S3 copies nobody says that jobs lose what they need", () => {
  const policy = (role: string, actions: string[]) => ({
    role,
    policy: JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: actions, Resource: "arn:aws:s3:::copies/*" }],
    }),
  });
  const less = (role: string) =>
    updated(
      "aws_iam_role_policy.a",
      policy(role, ["s3:ReplicateObject", "s3:ReplicateDelete"]),
      policy(role, ["s3:ReplicateObject"]),
    );
  const stops = (...resources: Planned[]) =>
    findingsOf("stops", { plans: { storage: resources } }).map(({ severity, title }) => `${severity} ${title}`);
  expect(stops(less("sample-replication"))).toEqual([expect.stringMatching(/^danger .*S3 copies by it/)]);
  expect(stops(less("sample-job"))).toEqual([expect.stringMatching(/^danger .*jobs that run/)]);
  const gone = (role: string) => deleted("aws_iam_role_policy.a", policy(role, ["s3:ReplicateObject"]));
  // who says that they mean it says so of the copies, not of a policy
  expect(stops(gone("sample-replication"), deleted(ADDRESS, rules(rule(""))))).toEqual([
    expect.stringMatching(/^warning /),
  ]);
  expect(stops(gone("sample-replication"))).toEqual([expect.stringMatching(/^danger /)]);
  expect(stops(gone("sample-job"), deleted(ADDRESS, rules(rule(""))))).toEqual([expect.stringMatching(/^danger /)]);
});
