import fc from "fast-check";
import { contains, overlaps } from "../../../../../config/kernel/cidr";
import { blocksIn, nextFreeBlock } from "../../../../../scripts/commands/fork/aws/free-block";

test.each([
  ["the next one", "10.20.0.0/16", ["10.20.0.0/16"], "10.21.0.0/16"],
  ["past those that are taken", "10.20.0.0/16", ["10.20.0.0/16", "10.21.128.0/20", "10.22.0.0/15"], "10.24.0.0/16"],
  ["from the beginning after the end", "10.255.0.0/16", ["10.255.0.0/16", "10.0.0.0/16"], "10.1.0.0/16"],
  ["of the original's size", "10.20.8.0/22", ["10.20.8.0/22", "10.20.12.0/24"], "10.20.16.0/22"],
  ["from the beginning for another range", "172.16.0.0/16", ["172.16.0.0/16"], "10.0.0.0/16"],
])("chooses %s", (_, original, taken, block) => expect(nextFreeBlock(original, taken)).toBe(block));

test("finds none where all is taken", () =>
  expect(nextFreeBlock("10.0.0.0/16", ["10.0.0.0/9", "10.128.0.0/9"])).toBeNull());

test("never overlaps what is taken, and stays in the range", () => {
  const block = fc
    .tuple(fc.nat(255), fc.nat(15), fc.integer({ min: 12, max: 22 }))
    .map(([b, c, prefix]) => `10.${b}.${c * 16}.0/${prefix}`);
  fc.assert(
    fc.property(block, fc.array(block, { maxLength: 40 }), (original, taken) => {
      const chosen = nextFreeBlock(original, taken);
      if (chosen === null) return;
      expect(contains("10.0.0.0/8", chosen)).toBe(true);
      expect(taken.filter((other) => overlaps(other, chosen))).toEqual([]);
    }),
  );
});

test("finds the blocks of a value at any depth, but none that would take everything", () => {
  const value = {
    network: { cidr: "10.1.0.0/16" },
    list: ["10.2.0.0/24", "no", 5, null],
    all: "10.0.0.0/8",
    any: "0.0.0.0/0",
  };
  expect(blocksIn(value)).toEqual(["10.1.0.0/16", "10.2.0.0/24"]);
});
