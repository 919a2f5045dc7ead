import { statePatch } from "../../../../../scripts/commands/fork/kubernetes/state-patch";

const NONE = { storageClasses: new Map(), nodes: new Map() };
const FILES = { kind: "local", directory: "state" } as const;

test("leaves a state where it is, in a folder of the fork's name, where nothing else is said", () => {
  expect(statePatch(FILES, NONE)).toBeUndefined();
  expect(statePatch({ kind: "s3", bucket: "a", region: "eu-west-1" }, { ...NONE, stateBucket: "a" })).toBeUndefined();
});

test("takes a state from files into a bucket, whose store must be known", () => {
  expect(statePatch(FILES, { ...NONE, stateBucket: "own", stateRegion: "eu-west-1" })).toEqual({
    kind: "s3",
    bucket: "own",
    region: "eu-west-1",
  });
  expect(() => statePatch(FILES, { ...NONE, stateBucket: "own" })).toThrow(/--state-endpoint .* or --state-region/);
});
