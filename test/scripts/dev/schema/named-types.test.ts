import { namedTypes } from "../../../../scripts/dev/schema/named-types";

const long = (word: string) => ({ type: "string", description: `${word} `.repeat(300) });
const object = (properties: object) => ({ type: "object", properties });
const tuning = (more: object = {}) => ({ ...object({ hugePages: long("pages") }), description: "Tuning.", ...more });

test("what stands in two places is written once, and each place keeps its own words", () => {
  const { bodies, types } = namedTypes([
    object({ tuning: tuning({ description: "Of nodes." }) }),
    object({ tuning: tuning({ description: "Of servers.", "x-update": "rolling" }) }),
  ]);
  expect(bodies).toEqual([
    object({ tuning: { description: "Of nodes.", tsType: "Tuning" } }),
    object({ tuning: { description: "Of servers.", tsType: "Tuning" } }),
  ]);
  expect(types.map(({ name }) => name)).toEqual(["Tuning"]);
});

test("what differs, is short, or stands in one place is read where it is", () => {
  const small = object({ on: { type: "boolean" } });
  const schemas = [
    object({ a: small, b: object({ c: long("c") }) }),
    object({ a: small, b: object({ c: long("d") }) }),
  ];
  expect(namedTypes(schemas)).toEqual({ bodies: schemas, types: [] });
});

test("parts of a type that is taken out have no name of their own, but where they stand elsewhere too", () => {
  const inside = tuning();
  const outer = object({ tuning: inside });
  const names = (...schemas: object[]) => namedTypes(schemas as never).types.map(({ name }) => name);
  expect(names(object({ pool: outer }), object({ pool: outer }))).toEqual(["Pool"]);
  expect(names(object({ pool: outer }), object({ pool: outer, tuning: inside })).toSorted()).toEqual([
    "Pool",
    "Tuning",
  ]);
});

test("a member of a union has its kind in its name, and two of one key have that of the key above", () => {
  const nfs = object({ kind: { const: "nfs-server" }, server: long("server") });
  const [one, other] = [object({ size: long("size") }), object({ speed: long("speed") })];
  const at = (name: string, storage: object) => object({ storage, [name]: { type: "boolean" } });
  const schema = object({
    a: at("a", one),
    b: at("b", one),
    c: at("c", other),
    d: at("d", other),
    volume: { anyOf: [nfs, { type: "string" }] },
    home: nfs,
  });
  expect(namedTypes([schema]).types.map(({ name }) => name)).toEqual(["Storage", "CStorage", "NfsServerVolume"]);
});
