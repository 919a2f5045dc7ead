import { own } from "../../../config/kernel/own";

test("what a record has, and nothing that every object has", () => {
  const record = { vision: 1, toString: 2 };
  expect(own(record, "vision")).toBe(1);
  expect(own(record, "toString" as string)).toBe(2);
  for (const name of ["constructor", "hasOwnProperty", "__proto__", "speech"])
    expect(own(record, name)).toBeUndefined();
  expect(own(undefined, "vision")).toBeUndefined();
});
