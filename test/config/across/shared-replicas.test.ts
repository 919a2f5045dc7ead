import type { Outline } from "../../../config/across/outline";
import { sharedReplicas } from "../../../config/across/shared-replicas";

const outline = (table: string, input: object) =>
  ({ table, name: table, account: "111122223333", region: "us-east-1", input }) as unknown as Outline;
const copies = (bucket: unknown, prefixes?: unknown) => ({ checkpoints: { replicateTo: { bucket, prefixes } } });

/** Issues of the first environment, as rule, path and message. */
const of = (a: object, b: object) =>
  sharedReplicas(outline("a", a), outline("b", b)).map(
    ({ rule, path, message }) => `${rule} ${path.join(".")} ${message}`,
  );

test("copies of two environments do not meet in one bucket", () => {
  const whole = copies("copies");
  expect(of(whole, whole)).toEqual([
    expect.stringMatching(
      /^environments\/replica-twice checkpoints\.replicateTo\.bucket "copies" gets copies of all of it here/,
    ),
  ]);
  expect(of(copies("copies", ["checkpoints/a/"]), whole)).toHaveLength(1);
  expect(of(copies("copies", ["checkpoints/a/"]), copies("copies", ["checkpoints/b/"]))).toEqual([]);
  expect(of(whole, copies("others"))).toEqual([]);
});

test("copies do not lie where another environment keeps checkpoints, volumes or its state", () => {
  const kept = { checkpoints: { bucket: { kind: "existing", name: "copies" } } };
  expect(of(copies("copies"), kept)).toEqual([expect.stringContaining("is the bucket of the checkpoints of")]);
  expect(of(kept, copies("copies"))).toEqual([
    expect.stringMatching(/checkpoints\.bucket\.name "copies" is the bucket of the checkpoints here/),
  ]);
  expect(of(copies("copies", ["railyard/"]), kept)).toEqual([]);
  expect(of(copies("copies", ["a/"]), { state: { kind: "s3", bucket: "copies" } })).toEqual([
    expect.stringContaining("the state of"),
  ]);
});

test("files that are wrong are somebody else's matter", () => {
  expect(of(copies(7), copies(7))).toEqual([]);
  expect(of({ checkpoints: 3 }, copies("copies", "checkpoints/"))).toEqual([]);
});
