import { z } from "zod";
import { checkedForm } from "../../../../scripts/lib/files/checked-form";

const schema = z.strictObject({
  takenAt: z.string(),
  nodes: z.array(z.strictObject({ name: z.string(), gpus: z.int().min(0) })),
});

const problems = (value: unknown): string => {
  try {
    checkedForm(schema, value, { name: "status.json", what: "a recording of status" });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("gives what has its form", () => {
  const value = { takenAt: "2026-11-28T12:00:00Z", nodes: [{ name: "h100-0", gpus: 8 }] };
  expect(checkedForm(schema, value, { name: "status.json" })).toEqual(value);
});

test("tells all that is wrong, with its place, what is there and what is allowed", () => {
  expect(problems({ nodes: [{ name: 7, gpus: -1 }], a: 1 })).toBe(
    [
      "status.json is not a recording of status:",
      "  takenAt: is missing; it must be a string",
      '  nodes[0].name: must be a string, but is 7; put it in quotes: "7"',
      "  nodes[0].gpus: must be at least 0, but is -1",
      '  a: unknown key "a"; allowed here: takenAt, nodes',
    ].join("\n"),
  );
  expect(problems(null)).toBe("status.json is not a recording of status:\n  the whole: must be an object, but is null");
});
