import { compact, mergeSettings } from "../../../constructs/nodes/settings";

describe("mergeSettings", () => {
  test("merges tables, replaces scalars and lists", () => {
    expect(mergeSettings({ a: { x: 1, y: [1, 2] }, b: "old" }, { a: { y: [3], z: true }, b: "new" })).toEqual({
      a: { x: 1, y: [3], z: true },
      b: "new",
    });
  });

  test("removes a key by null, also below a table that was not there", () => {
    expect(mergeSettings({ a: { x: 1, y: 2 } }, { a: { x: null }, c: { d: null } })).toEqual({ a: { y: 2 }, c: {} });
  });

  test("puts a table in the place of a scalar and a scalar in the place of a table", () => {
    expect(mergeSettings({ a: 1, b: { x: 1 } }, { a: { x: 1 }, b: 2 })).toEqual({ a: { x: 1 }, b: 2 });
  });

  test("changes nothing by undefined, and not its arguments", () => {
    const base = { a: { x: 1 } };
    expect(mergeSettings(base, { a: undefined })).toEqual({ a: { x: 1 } });
    mergeSettings(base, { a: { x: 2 } });
    expect(base).toEqual({ a: { x: 1 } });
  });
});

describe("compact", () => {
  test("drops what says nothing and keeps what is false, zero or an empty list", () => {
    expect(compact({ a: undefined, b: { c: { d: undefined } }, e: false, f: 0, g: [], h: "" })).toEqual({
      e: false,
      f: 0,
      g: [],
      h: "",
    });
  });
});
