import { text } from "../../../../../scripts/rehearsal/aws/ec2/ec2-arguments";

test("an empty text is left out, and so is what is no text", () => {
  const object = { given: "x", empty: "", nothing: null, number: 7 };
  expect(["given", "empty", "nothing", "number", "unheard-of"].map((name) => text(object, name))).toEqual([
    "x",
    null,
    null,
    null,
    null,
  ]);
});

test("an object that is not there has no text", () => {
  expect(text(null, "given")).toBeNull();
  expect(text(undefined, "given")).toBeNull();
});
