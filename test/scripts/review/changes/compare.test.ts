import { resourceType } from "../../../../scripts/review/changes/attribute-types";
import { compare } from "../../../../scripts/review/changes/compare";
import { maskValue } from "../../../../scripts/review/changes/mask-value";

const side = (raw: unknown) => ({ raw, shown: maskValue(raw) });
const differences = (before: unknown, after: unknown, type?: string, unknown: unknown = {}) =>
  compare(side(before), side(after), unknown, type === undefined ? null : resourceType(type)).map(
    ({ change }) => change,
  );
const value = (of: unknown) => ({ kind: "value", value: of });

test("names the attribute that differs, with both values", () => {
  expect(differences({ a: { b: [{ c: 1, d: 2 }] } }, { a: { b: [{ c: 3, d: 2 }] } })).toEqual([
    { path: "a.b[0].c", before: value(1), after: value(3) },
  ]);
});

test("equal values have no differences, nor have nothing and what is empty", () => {
  expect(differences({ a: 1, b: null, c: [], d: "", e: {} }, { a: 1, b: "", c: null })).toEqual([]);
  expect(differences({ a: [{ b: null }] }, { a: [] })).toEqual([]);
});

test("false and nothing differ", () => {
  expect(differences({ a: null }, { a: false })).toEqual([
    { path: "a", before: { kind: "absent" }, after: value(false) },
  ]);
});

test("what is known after apply only is said to be", () => {
  expect(differences({ a: { b: 1 }, c: 2 }, { c: 2 }, undefined, { a: { b: true }, d: true })).toEqual([
    { path: "a.b", before: value(1), after: { kind: "unknown" } },
    { path: "d", before: { kind: "absent" }, after: { kind: "unknown" } },
  ]);
});

test("keys that are no plain words stand in quotes", () => {
  expect(differences({ labels: { "a/b": "x" } }, { labels: { "a/b": "y" } })[0]?.path).toBe('labels["a/b"]');
});

describe("lists", () => {
  test("of one length are compared element by element", () => {
    expect(differences({ a: [1, 2] }, { a: [1, 3] })).toEqual([{ path: "a[1]", before: value(2), after: value(3) }]);
  });

  test("of other lengths are told whole, with what goes and comes", () => {
    const [one] = differences({ a: ["x", "y"] }, { a: ["x", "z", "y"] });
    expect(one).toMatchObject({ path: "a", before: value(["x", "y"]), after: value(["x", "z", "y"]), lines: ["+ z"] });
  });

  test("of several elements that come or go as a whole are not there on the other side", () => {
    const all = value(["x", "y"]);
    expect(differences({}, { a: ["x", "y"] })).toMatchObject([{ path: "a", before: { kind: "absent" }, after: all }]);
    expect(differences({ a: ["x", "y"] }, { a: null })).toMatchObject([{ before: all, after: { kind: "absent" } }]);
    // a list that has nothing left is still there
    expect(differences({ a: ["x", "y"] }, { a: [] })).toMatchObject([{ before: all, after: value([]) }]);
    const policies = (...events: string[]) => ({ s3: [{ auto_export_policy: [{ events }] }] });
    expect(differences({ s3: [] }, policies("NEW", "CHANGED"))).toMatchObject([{ before: { kind: "absent" } }]);
  });

  test("a block that comes is told by its parts", () => {
    expect(differences({ a: [] }, { a: [{ b: 1, c: null }] })).toEqual([
      { path: "a[0].b", before: { kind: "absent" }, after: value(1) },
    ]);
  });

  test("keep their order where nothing is known of the type", () => {
    expect(differences({ subnet_ids: ["a", "b"] }, { subnet_ids: ["b", "a"] })).not.toEqual([]);
    expect(
      differences({ instance_types: ["a", "b"] }, { instance_types: ["b", "a"] }, "aws_eks_node_group"),
    ).not.toEqual([]);
  });
});

describe("sets", () => {
  const nodes = "aws_eks_node_group";
  test("in another order are the same", () => {
    expect(differences({ subnet_ids: ["a", "b"] }, { subnet_ids: ["b", "a"] }, nodes)).toEqual([]);
    const taints = [
      { key: "a", value: "1", effect: "NO_SCHEDULE" },
      { key: "b", value: "", effect: "NO_EXECUTE" },
    ];
    expect(differences({ taint: taints }, { taint: [...taints].reverse() }, nodes)).toEqual([]);
  });

  test("tell what goes and comes", () => {
    expect(differences({ subnet_ids: ["a", "b", "c"] }, { subnet_ids: ["d", "c", "a", "e"] }, nodes)).toEqual([
      {
        path: "subnet_ids",
        before: value(["a", "b", "c"]),
        after: value(["d", "c", "a", "e"]),
        lines: ["- b", "+ d", "+ e"],
      },
    ]);
  });

  test("an element that is twice there is counted", () => {
    expect(differences({ subnet_ids: ["a", "a"] }, { subnet_ids: ["a"] }, nodes)).toHaveLength(1);
  });

  test("one changed element is told by what differs in it", () => {
    const taint = (value: string) => ({ key: "a", value, effect: "NO_SCHEDULE" });
    const other = { key: "b", value: "x", effect: "NO_SCHEDULE" };
    expect(differences({ taint: [taint("1"), other] }, { taint: [other, taint("2")] }, nodes)).toEqual([
      { path: "taint[1].value", before: value("1"), after: value("2") },
    ]);
  });

  test("an element that is not known yet comes", () => {
    const [one] = differences({ subnet_ids: ["a"] }, { subnet_ids: ["a", null] }, nodes, { subnet_ids: [false, true] });
    expect(one?.lines).toEqual(["+ (known after apply)"]);
  });
});

describe("texts", () => {
  const POLICY = {
    Version: "2012-10-17",
    Statement: [{ Sid: "A", Effect: "Allow", Action: ["x:b", "x:a"], Resource: "*" }],
  };
  const json = JSON.stringify;

  test("policies of one meaning are the same", () => {
    const other = { Version: "2012-10-17", Statement: { Effect: "Allow", Action: ["x:a", "x:b"], Resource: ["*"] } };
    expect(differences({ policy: json(POLICY) }, { policy: json(other) })).toEqual([]);
  });

  test("policies are told by statement", () => {
    const now = {
      ...POLICY,
      Statement: [
        { ...POLICY.Statement[0], Action: ["x:a", "x:c"] },
        { Effect: "Deny", Action: "y:*", Resource: "*" },
      ],
    };
    expect(differences({ policy: json(POLICY) }, { policy: json(now) })).toEqual([
      {
        path: "policy Statement[A].Action",
        before: value(["x:a", "x:b"]),
        after: value(["x:a", "x:c"]),
        lines: ["- x:b", "+ x:c"],
      },
      {
        path: "policy Statement",
        before: { kind: "absent" },
        after: value({ Effect: "Deny", Action: ["y:*"], Resource: ["*"] }),
      },
    ]);
  });

  test("JSON is told by key, however it is written", () => {
    expect(differences({ a: '{"b": {"c": 1}}' }, { a: '{ "b": {"c":1} }' })).toEqual([]);
    expect(differences({ a: '{"b": {"c": 1}}' }, { a: '{"b": {"c": 2}}' })).toEqual([
      { path: "a b.c", before: value(1), after: value(2) },
    ]);
  });

  test("YAML is told by key, and is the same as JSON that means it", () => {
    const yaml = "# values\ngpu:\n  driver: {version: '580', enabled: false}\n";
    expect(
      differences({ values: [yaml] }, { values: ['{"gpu":{"driver":{"version":"580","enabled":false}}}'] }),
    ).toEqual([]);
    expect(differences({ values: [yaml] }, { values: [yaml.replace("580", "595")] })).toEqual([
      { path: "values[0] gpu.driver.version", before: value("580"), after: value("595") },
    ]);
  });

  test("in values, what is empty and what is not there differ", () => {
    expect(differences({ values: ['{"a": {}, "b": 1}'] }, { values: ['{"b": 1}'] })).toEqual([
      { path: "values[0] a", before: value({}), after: { kind: "absent" } },
    ]);
  });

  test("named things in values are compared by their names", () => {
    const env = (...names: string[]) => json({ env: names.map((name) => ({ name, value: name === "B" ? "1" : "0" })) });
    expect(differences({ values: [env("A", "C")] }, { values: [env("A", "B", "C")] })).toEqual([
      { path: "values[0] env[B].name", before: { kind: "absent" }, after: value("B") },
      { path: "values[0] env[B].value", before: { kind: "absent" }, after: value("1") },
    ]);
    expect(differences({ values: [env("A", "B", "C")] }, { values: [env("A", "C")] }).map(({ path }) => path)).toEqual([
      "values[0] env[B].name",
      "values[0] env[B].value",
    ]);
    // where the order counts, it is told
    expect(differences({ values: [env("A", "C")] }, { values: [env("C", "A")] })[0]?.path).toBe("values[0] env");
  });

  test("user data is told line by line, part by part", () => {
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const mime = (script: string) =>
      `Content-Type: multipart/mixed; boundary="B"\n\n--B\nContent-Type: text/x; filename="a"\n\nx\n--B\nContent-Type: text/x-shellscript\n\n${script}\n--B--\n`;
    expect(
      differences({ user_data: base64(mime("one\ntwo\nthree")) }, { user_data: base64(mime("one\n2\nthree")) }),
    ).toMatchObject([{ path: "user_data text/x-shellscript", lines: ["- two", "+ 2"] }]);
    expect(differences({ user_data: base64("a\n") }, { user_data: "a\n" })).toEqual([]);
  });

  test("texts of several lines are told by line, and single words by both values", () => {
    expect(differences({ a: "x y\nz!" }, { a: "x y\nz?" })).toMatchObject([{ path: "a", lines: ["- z!", "+ z?"] }]);
    expect(differences({ a: "x" }, { a: "y" })).toEqual([{ path: "a", before: value("x"), after: value("y") }]);
  });
});

describe("secrets", () => {
  const [OLD, NEW] = [["hunter2", "-old"].join(""), ["hunter2", "-new"].join("")];

  test("a secret that is another one is told as a change of a secret", () => {
    expect(differences({ password: OLD }, { password: NEW })).toEqual([
      { path: "password", before: { kind: "secret" }, after: { kind: "secret" } },
    ]);
    expect(differences({ password: null }, { password: NEW })).toEqual([
      { path: "password", before: { kind: "absent" }, after: { kind: "secret" } },
    ]);
  });

  test("a text of which only the secret differs is told as one", () => {
    expect(differences({ url: `x://me:${OLD}@h` }, { url: `x://me:${NEW}@h` })).toEqual([
      { path: "url", before: { kind: "secret" }, after: { kind: "secret" } },
    ]);
  });

  test.each([
    ["values", { values: [`a: 1\nadminPassword: ${OLD}\n`] }, { values: [`a: 2\nadminPassword: ${NEW}\n`] }],
    [
      "a policy",
      { policy: JSON.stringify({ Statement: { Action: "x", Condition: { StringEquals: { "aws:token": OLD } } } }) },
      { policy: JSON.stringify({ Statement: { Action: "y", Condition: { StringEquals: { "aws:token": NEW } } } }) },
    ],
    ["user data", { user_data: `export A_TOKEN=${OLD}\na\n` }, { user_data: `export A_TOKEN=${NEW}\nb\n` }],
    ["a new text", { a: null }, { a: `export A_TOKEN=${NEW}\nb\n` }],
    ["lines", { a: `export A_TOKEN=${OLD}\na\n` }, { a: `export A_TOKEN=${NEW}\nb\n` }],
  ])("no secret shows in changes of %s", (_, before, after) => {
    const shown = JSON.stringify(differences(before, after));
    expect(shown).not.toBe("[]");
    expect(shown).not.toContain("hunter2");
  });
});
