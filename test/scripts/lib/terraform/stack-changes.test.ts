import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inDependencyOrder, stackChanges } from "../../../../scripts/lib/terraform/stack-changes";
import { temporaryFolders, writeSynth, type FakeStack } from "../../../helpers/terraform";

const folder = temporaryFolders();

const synth = (stacks: Record<string, FakeStack>): string => writeSynth(folder(), stacks);

const own = (stack: string) => stack.startsWith("dev-");

const STACKS = {
  "dev-nodes": { json: { resource: { a: 1 } }, dependencies: ["dev-cluster"] },
  "dev-network": { json: { resource: { b: 1 } } },
  "dev-cluster": { json: { resource: { c: 1 } }, dependencies: ["dev-network"] },
};

test("nothing changed: no stack", () => {
  expect(stackChanges(synth(STACKS), synth(STACKS), own)).toEqual({ changed: [], removed: [] });
});

test("what changed comes in the order in which it is deployed", () => {
  const after = synth({
    ...STACKS,
    "dev-nodes": { ...STACKS["dev-nodes"], json: { resource: { a: 2 } } },
    "dev-network": { json: { resource: { b: 2 } } },
  });
  expect(stackChanges(synth(STACKS), after, own).changed).toEqual(["dev-network", "dev-nodes"]);
});

test("files of a chart count, and what Terraform keeps beside does not", () => {
  const [before, after] = [synth(STACKS), synth(STACKS)];
  const write = (path: string, text: string) => {
    const at = join(after, "stacks/dev-nodes", path);
    mkdirSync(join(at, ".."), { recursive: true });
    writeFileSync(at, text);
  };
  write(".terraform/providers/x", "a provider");
  write("plan", "a plan");
  expect(stackChanges(before, after, own).changed).toEqual([]);
  write("assets/chart/values.yaml", "a: 1");
  expect(stackChanges(before, after, own).changed).toEqual(["dev-nodes"]);
});

test("a file that moves is a change, though its text is the same", () => {
  const [before, after] = [synth(STACKS), synth(STACKS)];
  for (const [at, name] of [
    [before, "one"],
    [after, "two"],
  ] as const) {
    mkdirSync(join(at, "stacks/dev-nodes/assets"), { recursive: true });
    writeFileSync(join(at, "stacks/dev-nodes/assets", name), "text");
  }
  expect(stackChanges(before, after, own).changed).toEqual(["dev-nodes"]);
});

test("of a new environment all is changed, and stacks of others are never looked at", () => {
  const after = synth({ ...STACKS, "prod-network": { json: {} } });
  expect(stackChanges(null, after, own).changed).toEqual(["dev-network", "dev-cluster", "dev-nodes"]);
  expect(stackChanges(synth(STACKS), after, own).changed).toEqual([]);
});

test("a stack that is gone is told apart: nothing here destroys it", () => {
  const { "dev-nodes": _, ...rest } = STACKS;
  expect(stackChanges(synth(STACKS), synth(rest), own)).toEqual({ changed: [], removed: ["dev-nodes"] });
});

test("fails where there is no synth", () => {
  const gone = folder();
  rmSync(gone, { recursive: true });
  expect(() => stackChanges(null, gone, own)).toThrow("Run npx railyard synth first");
});

test("an order has each after what it depends on, and leaves dependencies out that are not there", () => {
  const stack = (name: string, ...dependencies: string[]) => ({ name, dependencies });
  expect(inDependencyOrder([stack("d", "c", "b"), stack("c", "a"), stack("b", "a"), stack("a")])).toEqual([
    "a",
    "c",
    "b",
    "d",
  ]);
  expect(inDependencyOrder([stack("b", "elsewhere")])).toEqual(["b"]);
});
