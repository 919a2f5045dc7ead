import { filterRefusals } from "../../../../../scripts/rehearsal/aws/s3/s3-lifecycle-filter";
import type { Attributes } from "../../../../../scripts/rehearsal/value";

const NONE: Attributes = {
  prefix: null,
  object_size_greater_than: null,
  object_size_less_than: null,
  and: [],
  tag: [],
};
const refused = (filter: Attributes | null, more: Attributes = {}) =>
  filterRefusals({ id: "old", filter: filter ? [{ ...NONE, ...filter }] : [], ...more });
const codes = (...args: Parameters<typeof refused>) => refused(...args).map(({ code }) => code);

const TAG = { tag: [{ key: "class", value: "scratch" }] };
const AND_TAGS = { and: [{ prefix: "", object_size_greater_than: 0, object_size_less_than: 0, tags: { a: "b" } }] };

describe("a filter", () => {
  test.each<[Attributes, string[]]>([
    [{}, []],
    [{ prefix: "a/" }, []],
    [{ prefix: "" }, []],
    [{ prefix: "", ...TAG }, []],
    [TAG, []],
    [AND_TAGS, []],
    [{ object_size_less_than: 9 }, []],
    [{ prefix: "a/", ...TAG }, ["MalformedXML"]],
    [{ prefix: "a/", object_size_greater_than: 1 }, ["MalformedXML"]],
    [{ object_size_greater_than: 1, object_size_less_than: 9 }, ["MalformedXML"]],
    [{ ...TAG, ...AND_TAGS }, ["MalformedXML"]],
  ])("of %j has one predicate, or is refused: %j", (filter, expected) => {
    expect(codes(filter)).toEqual(expected);
  });

  test("that is refused says what is too much", () => {
    expect(refused({ prefix: "a/", ...TAG })[0]!.message).toContain('rule "old": the filter has prefix and tag');
  });

  test.each([
    [1, 2, []],
    [2, 2, ["InvalidRequest"]],
    [3, 2, ["InvalidRequest"]],
    [3, 0, []],
    [0, 2, []],
  ])("takes objects over %d and under %d bytes, or is refused: %j", (over, under, expected) => {
    expect(codes({ and: [{ prefix: "", object_size_greater_than: over, object_size_less_than: under }] })).toEqual(
      expected,
    );
  });
});

describe("a filter with tags", () => {
  const abort = { abort_incomplete_multipart_upload: [{ days_after_initiation: 7 }] };
  const marker = (on: boolean) => ({ expiration: [{ expired_object_delete_marker: on, days: 0 }] });

  test.each([TAG, AND_TAGS])("rules out actions on what has no tags: %j", (filter) => {
    expect(codes(filter, abort)).toEqual(["InvalidRequest"]);
    expect(codes(filter, marker(true))).toEqual(["InvalidRequest"]);
    expect(codes(filter, { ...abort, ...marker(true) })).toHaveLength(2);
    expect(codes(filter, marker(false))).toEqual([]);
  });

  test("is not one with a prefix alone", () => {
    expect(codes({ prefix: "a/" }, { ...abort, ...marker(true) })).toEqual([]);
    expect(
      codes({ and: [{ prefix: "a/", object_size_greater_than: 1, object_size_less_than: 0, tags: null }] }, abort),
    ).toEqual([]);
    expect(codes(null, abort)).toEqual([]);
  });
});

describe("noncurrent versions that are kept", () => {
  const kept = (versions: number | null, action = "noncurrent_version_expiration") => ({
    [action]: [{ noncurrent_days: 30, newer_noncurrent_versions: versions }],
  });

  test.each([
    [0, ["InvalidArgument"]],
    [1, []],
    [100, []],
    [101, ["InvalidArgument"]],
    [null, []],
  ])("are 1 to 100: %j", (versions, expected) => {
    expect(codes({}, kept(versions))).toEqual(expected);
    expect(codes({}, kept(versions, "noncurrent_version_transition"))).toEqual(expected);
  });

  test("need a filter", () => {
    expect(codes(null, kept(5))).toEqual(["InvalidRequest"]);
    expect(codes(null, kept(null))).toEqual([]);
  });
});

test("each refusal has a document", () => {
  const all = [
    ...refused({ prefix: "a/", ...TAG }, { abort_incomplete_multipart_upload: [{}] }),
    ...refused({ and: [{ object_size_greater_than: 3, object_size_less_than: 2 }] }),
    ...refused(null, { noncurrent_version_expiration: [{ newer_noncurrent_versions: 0 }] }),
  ];
  expect(all).toHaveLength(5);
  for (const { source } of all) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
});
