import {
  blockOf,
  blocksOf,
  entriesOf,
  isOn,
  numberOf,
  textOf,
  textsOf,
} from "../../../scripts/rehearsal/attribute-values";
import { UNKNOWN } from "../../../scripts/rehearsal/value";

test("reads texts, numbers and switches, and null for what is not there or something else", () => {
  const object = { text: "a", number: 3, on: true, off: false, written: "true", unknown: UNKNOWN };
  expect(textOf(object, "text")).toBe("a");
  expect(textOf(object, "number")).toBeNull();
  expect(textOf(object, "unknown")).toBeNull();
  expect(textOf(null, "text")).toBeNull();
  expect(numberOf(object, "number")).toBe(3);
  expect(numberOf(object, "text")).toBeNull();
  expect([isOn(object, "on"), isOn(object, "written"), isOn(object, "off"), isOn(object, "none")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("reads the texts of a list, without what is no text", () => {
  expect(textsOf({ names: ["a", null, 1, "b"] }, "names")).toEqual(["a", "b"]);
  expect(textsOf({ names: "a" }, "names")).toEqual([]);
  expect(textsOf(null, "names")).toEqual([]);
});

test("reads blocks of a list, of a set, and one that stands alone", () => {
  expect(blocksOf({ block: [{ a: 1 }, { a: 2 }] }, "block")).toEqual([{ a: 1 }, { a: 2 }]);
  expect(blocksOf({ block: { a: 1 } }, "block")).toEqual([{ a: 1 }]);
  expect(blocksOf({ block: null }, "block")).toEqual([]);
  expect(blockOf({ block: [{ a: 1 }] }, "block")).toEqual({ a: 1 });
  expect(blockOf({ block: [] }, "block")).toBeNull();
});

test("reads names and texts of a map", () => {
  expect(entriesOf({ tags: { a: "1", b: null } }, "tags")).toEqual([["a", "1"]]);
  expect(entriesOf({ tags: null }, "tags")).toEqual([]);
});
