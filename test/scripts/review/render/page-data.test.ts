import { attributesOf, reviewData } from "../../../../scripts/review/render/page-data";
import { attribute, change, review } from "../../../helpers/review";

test("every change is there once, and groups say which are theirs; the last group has all", () => {
  const [a, b, c] = ["a.a", "a.b", "a.c"].map((address) => change("s", address));
  if (!a || !b || !c) throw new Error("three changes");
  const data = reviewData(review({ changes: [a, b], rest: [{ title: "x", changes: [b, c] }] }));
  expect(data.changes.map(({ address }) => address)).toEqual(["a.a", "a.b", "a.c"]);
  expect(data.groups).toEqual([
    [1, 2],
    [0, 1, 2],
  ]);
});

test("attributes that force a replacement come first and once", () => {
  const reasons = [attribute("subnet", "a", "b")];
  const one = change("s", "a.a", { action: "replace", reasons, attributes: [attribute("size", 1, 2)] });
  expect(attributesOf(one).map(({ path, forces }) => [path, forces])).toEqual([
    ["subnet", true],
    ["size", false],
  ]);
});

test("values say whether they are known, secret or not there", () => {
  const attributes = [
    { path: "a", before: { kind: "secret" as const }, after: { kind: "unknown" as const } },
    attribute("b", undefined, 1),
  ];
  expect(attributesOf({ reasons: [], attributes })).toMatchObject([
    { before: "secret, not shown", after: "known after apply", visible: [false, false] },
    { before: "not set", after: "1", visible: [false, true] },
  ]);
});

test("long values and long texts are cut, and say so", () => {
  const long = {
    ...attribute("a", "x".repeat(5000), 1),
    lines: Array.from({ length: 500 }, () => `+${"y".repeat(5000)}`),
  };
  const [shown] = attributesOf({ reasons: [], attributes: [long] });
  expect(shown?.before).toMatch(/^"x{1999}… \(3002 more characters\)$/);
  expect(shown?.lines).toHaveLength(401);
  expect(shown?.lines[0]?.length).toBeLessThan(2100);
  expect(shown?.lines.at(-1)).toBe(" … 100 more lines");
});

test("of a resource that comes or goes it tells what it is", () => {
  const values = { cidr_ipv4: "10.0.0.0/8", description: "", tags: null, tags_all: { a: "b" }, ports: [] };
  const own = (action: "create" | "delete" | "update") =>
    reviewData(review({ changes: [change("s", "a.a", { action, before: values, after: values })] })).changes[0]
      ?.attributes;
  expect(own("create")).toEqual([
    { path: "cidr_ipv4", before: "not set", after: '"10.0.0.0/8"', visible: [false, true], lines: [], forces: false },
  ]);
  expect(own("delete")).toMatchObject([{ before: '"10.0.0.0/8"', after: "not set", visible: [true, false] }]);
  expect(own("update")).toEqual([]);
});

test("a page of very many new resources does not grow without end", () => {
  const values = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key${n}`, "x".repeat(400)]));
  const changes = Array.from({ length: 2000 }, (_, n) => change("s", `a.b${n}`, { action: "create", after: values }));
  const data = reviewData(review({ changes }));
  expect(JSON.stringify(data).length).toBeLessThan(6_000_000);
  expect(data.changes[0]?.attributes).toHaveLength(40);
  expect(data.changes.at(-1)?.attributes).toEqual([]);
});
