import { allowedOf } from "../../../../scripts/commands/explain/allowed";

test("kinds are told apart by what their key says, and other needed keys are marked", () => {
  const kind = (value: string, more: Record<string, object> = {}, required: string[] = []) => ({
    type: "object",
    properties: { kind: { const: value }, ...more },
    required: ["kind", ...required],
  });
  const { text, values } = allowedOf([
    { oneOf: [kind("off"), kind("detect", { usd: { type: "number" }, name: { type: "string" } }, ["name"])] },
  ]);
  expect(text).toBe('the keys kind: "off"; or the keys kind: "detect", usd, name (needed)');
  expect(values).toBeNull();
});

test("values that can be counted are listed", () =>
  expect(allowedOf([{ enum: ["b", "a"] }])).toEqual({ text: "b or a", values: ["b", "a"] }));
