import { number, table } from "../../../../scripts/lib/terminal/table";

test("columns are as wide as their widest cell, numbers to the right, no blanks at the end", () => {
  expect(
    table(
      ["name", "n", "note"],
      [
        ["a", "10", ""],
        ["longer", "9", "x"],
      ],
      [1],
    ),
  ).toEqual(["name     n  note", "a       10", "longer   9  x"]);
});

test("missing cells are empty", () => expect(table(["a", "b"], [["1"]])).toEqual(["a  b", "1"]));

test.each([
  [1234567.5, 1, "1,234,567.5"],
  [0, 0, "0"],
  [0.005, 2, "0.01"],
  [999.999, 0, "1,000"],
])("%d with %i digits is %s", (value, digits, text) => expect(number(value, digits)).toBe(text));
