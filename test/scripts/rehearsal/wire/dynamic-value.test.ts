import { encode, ExtData } from "@msgpack/msgpack";
import type { CtyType } from "../../../../scripts/rehearsal/schema/types";
import { UNKNOWN, type Value } from "../../../../scripts/rehearsal/value";
import { decodeValue, encodeValue } from "../../../../scripts/rehearsal/wire/dynamic-value";

const OBJECT: CtyType = [
  "object",
  {
    name: "string",
    size: "number",
    on: "bool",
    ids: ["set", "string"],
    tags: ["map", "string"],
    blocks: ["list", ["object", { a: "number", b: "string" }]],
    free: "dynamic",
  },
];
const VALUE: Value = {
  name: "a",
  size: 1.5,
  on: false,
  ids: ["x", UNKNOWN],
  tags: { k: "v" },
  blocks: [{ a: 1, b: UNKNOWN }],
  free: { deep: ["x"], n: 1 },
};

test("values come back as they went", () => {
  expect(decodeValue(encodeValue(VALUE, OBJECT), OBJECT)).toEqual(VALUE);
  expect(decodeValue(encodeValue(null, OBJECT), OBJECT)).toBeNull();
  expect(decodeValue(encodeValue(UNKNOWN, OBJECT), OBJECT)).toBe(UNKNOWN);
});

test("an unknown value is the one byte extension that cty reads", () => {
  expect([...(encodeValue(UNKNOWN, "string").msgpack ?? [])]).toEqual([0xd4, 0, 0]);
});

test("an unknown value of which something is known is unknown", () => {
  expect(decodeValue({ msgpack: encode(new ExtData(12, encode({ 1: false }))) }, "string")).toBe(UNKNOWN);
});

test("names that are missing are null, and those the type does not have are dropped", () => {
  const wire = { msgpack: encode({ a: 1, z: 2 }) };
  expect(decodeValue(wire, ["object", { a: "number", b: "string" }])).toEqual({ a: 1, b: null });
});

test("numbers too large for 64 bits come as text", () => {
  expect(decodeValue({ msgpack: encode("18446744073709551616") }, "number")).toBe(18446744073709551616);
});

test("JSON is read too, dynamic values with their type", () => {
  const json = Buffer.from('{"name":"a","free":{"type":["list","string"],"value":["x"]}}');
  expect(decodeValue({ json }, ["object", { name: "string", free: "dynamic" }])).toEqual({ name: "a", free: ["x"] });
});

test("nothing on the wire is null", () => {
  expect(decodeValue(null, "string")).toBeNull();
  expect(decodeValue({ msgpack: Buffer.alloc(0), json: Buffer.alloc(0) }, "string")).toBeNull();
});
