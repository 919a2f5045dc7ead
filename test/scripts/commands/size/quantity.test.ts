import { quantity } from "../../../../scripts/commands/size/quantity";

test("an option's amount is a number, and what is none is refused with its name and what it may be", () => {
  expect(quantity("70B", "--params")).toBe(70e9);
  expect(() => quantity("70 B", "--params")).toThrow(
    '--params must be a number such as 70B, 1.5T or 405e9, but is "70 B"',
  );
  expect(() => quantity("1e30", "--params", "100T")).toThrow('--params must be at most 100T, but is "1e30"');
  expect(() => quantity("0.5", "--files")).toThrow('--files must be at least 1, but is "0.5"');
});
