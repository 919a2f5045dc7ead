import { toml } from "../../../constructs/nodes/toml";

describe("toml", () => {
  test("writes tables after the values of their parent, sorted, each under its full name", () => {
    expect(toml({ b: { "x-y": 1, inner: { on: true } }, a: { z: "text" }, top: 1 })).toBe(
      'top = 1\n\n[a]\nz = "text"\n\n[b]\nx-y = 1\n\n[b.inner]\non = true\n',
    );
  });

  test("writes no header for a table that only holds tables", () => {
    expect(toml({ settings: { kubernetes: { "max-pods": 51 } } })).toBe("[settings.kubernetes]\nmax-pods = 51\n");
  });

  test("quotes a key with dots or slashes inside a table", () => {
    expect(toml({ sysctl: { "vm/nr_hugepages": "5128" } })).toBe('[sysctl]\n"vm/nr_hugepages" = "5128"\n');
  });

  test("writes lists of lists", () => {
    expect(toml({ commands: [["a", "b"], ["c"]] })).toBe('commands = [["a", "b"], ["c"]]\n');
  });

  test("leaves out what is undefined or null", () => {
    expect(toml({ a: undefined, b: null, c: 1 })).toBe("c = 1\n");
  });

  test("is empty for nothing", () => {
    expect(toml({})).toBe("");
  });

  test.each([
    ["a header that needs quotes", { s: { "bar.baz": { x: 1 } } }, '"bar.baz" in [s.bar.baz]'],
    ["a quote in a value", { x: 'say "hi"' }, "has a quote"],
    ["a backslash in a value", { x: "a\\b" }, "backslash"],
    ["a line break in a value", { x: "a\nb" }, "line break"],
    ["a list of mixed types", { x: ["a", 1] }, "mixes types"],
    ["a list of lists and scalars", { x: ["a", ["b"]] }, "mixes types"],
    ["a table beside text in a list", { x: [{ a: 1 }, "b"] }, "mixes types"],
  ])("fails on %s, which EKS does not read", (_what, table, message) => {
    expect(() => toml(table)).toThrow(message);
  });

  test("writes a list of tables as tables of one name", () => {
    expect(toml({ x: { rows: [{ a: 1 }, { a: 2, b: ["c"] }] } })).toBe(
      '[[x.rows]]\na = 1\n\n[[x.rows]]\na = 2\nb = ["c"]\n',
    );
  });
});
