import { mapBlocks } from "../../../scripts/rehearsal/map-blocks";

const numbered = (block: object) => ({ ...block, seen: true });

test("blocks are changed in the form in which they are kept", () => {
  expect(mapBlocks({ a: [{ x: 1 }, { x: 2 }] }, "a", numbered)).toEqual([
    { x: 1, seen: true },
    { x: 2, seen: true },
  ]);
  expect(mapBlocks({ a: { x: 1 } }, "a", numbered)).toEqual({ x: 1, seen: true });
});

test("what is no block stays as it is", () => {
  expect(mapBlocks({ a: [] }, "a", numbered)).toEqual([]);
  expect(mapBlocks({ a: null }, "a", numbered)).toBeNull();
  expect(mapBlocks({}, "a", numbered)).toBeNull();
  expect(mapBlocks({ a: ["text"] }, "a", numbered)).toEqual(["text"]);
});
