import { luaValue } from "../../../constructs/core/lua-value";

describe("a value of Lua", () => {
  test.each([
    ["text", "train", '"train"'],
    ["a number", 1.5, "1.5"],
    ["nothing", null, "nil"],
    ["truth", true, "true"],
    ["a list", ["a", 1], '{ "a", 1 }'],
    ["a table, without what is nothing", { a: 1, b: null }, '{ ["a"] = 1 }'],
    ["an empty table", {}, "{}"],
  ] as const)("writes %s", (_, value, text) => expect(luaValue(value)).toBe(text));

  test.each(['"', "\\", "\n", "\r", "\0", "]]", "'", "é", "$", "`", "\u2028"])(
    "writes %j by its bytes, so that it ends no text",
    (hostile) => {
      const written = luaValue(`a${hostile}b`);
      expect(written).toMatch(/^"a(?:\\\d{3})+b"$/);
      const bytes = [...written.slice(2, -2).matchAll(/\\(\d{3})/g)].map(([, byte]) => Number(byte));
      expect(Buffer.from(bytes).toString("utf8")).toBe(hostile);
    },
  );

  test("refuses a number that Lua cannot read", () => {
    expect(() => luaValue(Infinity)).toThrow("Infinity is no number that Lua reads");
  });
});
