import { S3_LIFECYCLE_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-lifecycle";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const kind = S3_LIFECYCLE_KINDS["aws_s3_bucket_lifecycle_configuration"]!;

const RULE: Attributes = {
  id: "old",
  status: "Enabled",
  prefix: "",
  filter: [{ prefix: "logs/", object_size_greater_than: null, object_size_less_than: null, and: [], tag: [] }],
  abort_incomplete_multipart_upload: [],
  expiration: [{ days: 30, date: null, expired_object_delete_marker: false }],
  noncurrent_version_expiration: [],
  noncurrent_version_transition: [],
  transition: [],
};
const of = (...rules: Attributes[]): Attributes => ({ bucket: "data", rule: rules });
const made = (rule: Attributes) => {
  const { rule: rules } = kind.create(of({ ...RULE, ...rule }), fakeCloud()) as { rule: readonly Attributes[] };
  return rules[0]!;
};

describe("a plan of a lifecycle configuration", () => {
  test("replaces for another bucket", () => {
    expect(kind.forcesNew).toEqual(["bucket", "expected_bucket_owner"]);
    expect(kind.references).toEqual([{ path: "bucket", to: ["aws_s3_bucket"], missing: "NoSuchBucket" }]);
  });

  test("has what the provider fills in", () => {
    expect(kind.defaults).toEqual({
      transition_default_minimum_object_size: "all_storage_classes_128K",
      "rule.prefix": "",
      "rule.expiration.days": 0,
      "rule.expiration.expired_object_delete_marker": false,
      "rule.filter.object_size_greater_than": null,
      "rule.filter.object_size_less_than": null,
      "rule.filter.and.object_size_greater_than": 0,
      "rule.filter.and.object_size_less_than": 0,
      "rule.filter.and.prefix": "",
    });
  });
});

describe("a new lifecycle configuration", () => {
  test("is known by its bucket, and by the owner where that is given", () => {
    expect(kind.create(of(RULE), fakeCloud())).toMatchObject({ id: "data", expected_bucket_owner: "" });
    expect(kind.create({ ...of(RULE), expected_bucket_owner: "1" }, fakeCloud())["id"]).toBe("data,1");
  });

  test("has an empty prefix where a filter asks for nothing", () => {
    const filter = { prefix: null, object_size_greater_than: null, object_size_less_than: null, and: [], tag: [] };
    expect(made({ filter: [filter] })["filter"]).toEqual([{ ...filter, prefix: "" }]);
    for (const predicate of [
      { tag: [{ key: "a", value: "b" }] },
      { and: [{ prefix: "a", object_size_greater_than: 0, object_size_less_than: 0 }] },
      { object_size_less_than: 9 },
    ])
      expect(made({ filter: [{ ...filter, ...predicate }] })["filter"]).toEqual([{ ...filter, ...predicate }]);
    expect(made({ filter: [{ ...filter, prefix: "logs/" }] })["filter"]).toEqual([{ ...filter, prefix: "logs/" }]);
  });

  test("moves objects at once where no time is given", () => {
    const transition = [
      { storage_class: "GLACIER", days: null, date: null },
      { storage_class: "DEEP_ARCHIVE", days: 90, date: null },
      { storage_class: "GLACIER_IR", days: null, date: "2026-01-01T00:00:00Z" },
    ];
    expect(made({ transition })["transition"]).toEqual([
      { storage_class: "GLACIER", days: 0, date: null },
      { storage_class: "DEEP_ARCHIVE", days: 90, date: null },
      { storage_class: "GLACIER_IR", days: null, date: "2026-01-01T00:00:00Z" },
    ]);
  });
});

describe("S3 refuses a lifecycle configuration", () => {
  const rules = (count: number) => Array.from({ length: count }, (_, index) => ({ ...RULE, id: `${index}` }));

  test("with too many rules", () => {
    expect(codes(kind, of(...rules(1001)))).toEqual(["MalformedXML"]);
    expect(codes(kind, of(...rules(1000)))).toEqual([]);
  });

  test("with two rules of one id", () => {
    expect(messages(kind, of(RULE, RULE, { ...RULE, id: "other" }))).toEqual([
      'Rule ID must be unique. Found same ID for more than one rule: "old"',
    ]);
    expect(codes(kind, of(RULE, { ...RULE, id: "other" }))).toEqual([]);
  });

  test("with an id that is too long", () => {
    expect(codes(kind, of({ ...RULE, id: "x".repeat(256) }))).toEqual(["InvalidArgument"]);
    expect(codes(kind, of({ ...RULE, id: "x".repeat(255) }))).toEqual([]);
  });

  test("with a rule that does nothing", () => {
    expect(codes(kind, of({ ...RULE, expiration: [] }))).toEqual(["InvalidRequest"]);
    for (const action of ["abort_incomplete_multipart_upload", "noncurrent_version_expiration"])
      expect(codes(kind, of({ ...RULE, expiration: [], [action]: [{}] }))).toEqual([]);
  });

  test("for its filters and for its times", () => {
    const tagged = { ...RULE, filter: [{ tag: [{ key: "a", value: "b" }] }], abort_incomplete_multipart_upload: [{}] };
    const hasty = { ...RULE, id: "hasty", transition: [{ storage_class: "STANDARD_IA", days: 1 }] };
    expect(codes(kind, of(tagged, hasty))).toEqual(["InvalidRequest", "InvalidArgument"]);
  });
});
