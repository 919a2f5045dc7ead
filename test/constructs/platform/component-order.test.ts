import fc from "fast-check";
import { inOrder } from "../../../constructs/platform/component-order";
import { PLATFORM_COMPONENTS } from "../../../constructs/platform/components";

const ids = (components: readonly { readonly id: string }[]) => components.map(({ id }) => id);

test("each component comes after those that it waits for, and else where the list has it", () => {
  expect(ids(inOrder([{ id: "a", after: ["c"] }, { id: "b" }, { id: "c", after: ["d"] }, { id: "d" }]))).toEqual([
    "d",
    "c",
    "a",
    "b",
  ]);
});

test("whatever waits for what, nothing is lost and nothing comes too early", () => {
  const graph = fc
    .integer({ min: 1, max: 8 })
    .chain((size) =>
      fc.tuple(
        ...Array.from({ length: size }, (_, at) =>
          fc
            .subarray(Array.from({ length: at }, (__, before) => String(before)))
            .map((after) => ({ id: String(at), after })),
        ),
      ),
    )
    .chain((nodes) => fc.shuffledSubarray(nodes, { minLength: nodes.length }));
  fc.assert(
    fc.property(graph, (components) => {
      const ordered = inOrder(components);
      expect(ids(ordered).sort()).toEqual(ids(components).sort());
      ordered.forEach(({ after }, at) => {
        for (const other of after) expect(ids(ordered).indexOf(other)).toBeLessThan(at);
      });
    }),
  );
});

test.each([
  ["an id that there is not", [{ id: "a", after: ["b"] }], '"a" comes after "b", which is none'],
  ["itself", [{ id: "a", after: ["a"] }], "a → a"],
  [
    "a circle",
    [
      { id: "a", after: ["b"] },
      { id: "b", after: ["a"] },
    ],
    "wait for each other: a → b → a",
  ],
  ["one id twice", [{ id: "a" }, { id: "a" }], 'two platform components have the id "a"'],
])("refuses %s", (_, components, message) => expect(() => inOrder(components)).toThrow(message));

test("the list of the product is in order as it stands", () => {
  expect(ids(inOrder(PLATFORM_COMPONENTS))).toEqual(ids(PLATFORM_COMPONENTS));
});
