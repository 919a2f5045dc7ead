import { quantity } from "../../../../scripts/commands/size/quantity";

test("an option's amount is a number, and what is none is refused with its name and what it may be", () => {
  expect(quantity("70B", "--params")).toBe(70e9);
  expect(() => quantity("70 B", "--params")).toThrow(
    '--params must be a number such as 70B, 1.5T or 405e9, but is "70 B"',
  );
});
