import { listed } from "../../../config/kernel/listed";

test("long lists are cut", () => {
  expect(listed(["a", "b"])).toBe("a, b");
  expect(listed([..."abcdefgh"])).toBe("a, b, c, d, e, f and 2 more");
  expect(listed([..."abc"], 3)).toBe("a, b, c");
  expect(listed([..."abcd"], 3)).toBe("a, b, c and 1 more");
});
