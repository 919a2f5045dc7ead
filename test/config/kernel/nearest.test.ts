import { didYouMean, nearest, orList } from "../../../config/kernel/nearest";

const TYPES = ["p5.48xlarge", "p5e.48xlarge", "p5en.48xlarge", "g6e.12xlarge", "m7i.large"];

describe("nearest", () => {
  test("puts the smallest slip first", () => expect(nearest("p5.48xlage", TYPES)[0]).toBe("p5.48xlarge"));

  test("counts a shared beginning as near", () => expect(nearest("g6e.12", TYPES)).toEqual(["g6e.12xlarge"]));

  test("offers nothing for a word like no other", () => expect(nearest("t2.micro-but-different", TYPES)).toEqual([]));

  test("stays in the family of an instance type, with the next size", () => {
    const types = [...TYPES, "p5.4xlarge"];
    expect(nearest("p5.24xlarge", types)).toEqual(["p5.48xlarge"]);
    expect(nearest("p5.8xlarge", types)).toEqual(["p5.4xlarge"]);
    expect(nearest("p5e.24xlarge", types)).toEqual(["p5e.48xlarge"]);
  });

  test("does not mind case", () => expect(nearest("P5EN.48XLARGE", TYPES)[0]).toBe("p5en.48xlarge"));
});

test("didYouMean asks, or says nothing", () => {
  expect(didYouMean("m7i.lrge", TYPES)).toBe("did you mean m7i.large?");
  expect(didYouMean("zzzzzzzzz", TYPES)).toBeUndefined();
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("orList %j", (words, text) => expect(orList(words)).toBe(text));
