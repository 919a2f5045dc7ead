import { created, deleted, updated, type Planned } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const lost = (...resources: Planned[]) => findingsOf("lost", { plans: { storage: resources } });
const titles = (...resources: Planned[]) => lost(...resources).map(({ severity, title }) => `${severity} ${title}`);

const ADDRESS = "aws_s3_bucket_replication_configuration.a";
const rule = (prefix: string, more: { bucket?: string; key?: string; deletes?: string; time?: string } = {}) => ({
  id: prefix,
  status: "Enabled",
  filter: [{ prefix }],
  delete_marker_replication: [{ status: more.deletes ?? "Disabled" }],
  destination: [
    {
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
    expect.stringMatching(/^danger .*bucket b: .*one copy alone/),
  ]);
  expect(titles(change([rule("")], [{ ...rule(""), status: "Disabled" }]))).toEqual([
    expect.stringMatching(/^danger S3 no longer copies bucket b/),
  ]);
  expect(titles(change([rule("a/"), rule("b/")], [rule("a/")]))).toEqual([
    expect.stringMatching(/^danger S3 no longer copies b\/ of bucket b/),
  ]);
  expect(titles(change([rule("")], [rule("a/")]))).toEqual([expect.stringMatching(/^danger .*copies bucket b/)]);
});

test("with its bucket, or under another address, nothing ends", () => {
  expect(titles(deleted(ADDRESS, rules(rule(""))), deleted("aws_s3_bucket.a", { bucket: "b" }))).toEqual([
    expect.stringContaining("Bucket b is destroyed"),
  ]);
  expect(titles(deleted(ADDRESS, rules(rule(""))), created(ADDRESS.replace(".a", ".b"), rules(rule(""))))).toEqual([]);
});

test.each<[string, ReturnType<typeof rule>, RegExp]>([
  ["another bucket", rule("", { bucket: "arn:aws:s3:::others" }), /^warning .*go elsewhere: those that are there stay/],
  ["another key", rule("", { key: "two" }), /^warning .*another key/],
  ["deletes that are copied", rule("", { deletes: "Enabled" }), /^warning .*hidden in its copy/],
  ["no time any more", rule("", { time: "off" }), /^info .*15 minutes/],
])("%s is told", (_, after, text) => {
  expect(titles(change([rule("")], [after]))).toEqual([expect.stringMatching(text)]);
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
