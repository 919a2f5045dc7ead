import { upstreamChanges } from "../../../../scripts/commands/upstream/upstream-changes";
import { LEGAL, type Change } from "../../../helpers/environment";

/** What the original said, what it says, what the fork says. */
function changes(before: Change, now: Change, own: Change) {
  const original = { ...LEGAL, ...now };
  const following = { written: { ...own, extends: original }, original, originalName: "sample", chain: ["sample"] };
  const found = upstreamChanges(following, { ...LEGAL, ...before });
  return {
    rows: found.changes.map(({ path, effect, here, policy }) => [path, effect, here, policy]),
    further: found.further.map(({ path }) => path),
  };
}

const groups = (h100: Change) => ({ nodeGroups: { h100: { ...LEGAL.nodeGroups.h100, ...h100 } } });

test("tells what comes through, with its policy", () =>
  expect(changes({}, { profile: "development" }, { name: "a" })).toEqual({
    rows: [["profile", "through", '"development"', "in-place"]],
    further: [],
  }));

test("tells what the fork says itself", () =>
  expect(changes(groups({ nodes: 4 }), groups({ nodes: 8 }), groups({ nodes: 2 })).rows).toEqual([
    ["nodeGroups.h100.nodes", "overridden", "2", "in-place"],
  ]));

test("tells that a key is overridden that the fork takes away", () =>
  expect(changes({}, { lustre: { ...LEGAL.lustre, throughput: 500 } }, { lustre: null }).rows).toEqual([
    ["lustre.throughput", "overridden", null, "forbidden"],
  ]));

test("tells what is removed from the original", () =>
  expect(changes({ teams: { a: { gpus: 8 } } }, { teams: {} }, { name: "b" }).rows).toEqual([
    ["teams.a", "through", null, "in-place"],
  ]));

test("tells what changes otherwise where the fork stands on what has gone", () => {
  const spot = { capacity: { kind: "spot" } };
  const own = { nodeGroups: { h100: { capacity: { zone: "us-east-1b" } } } };
  const { rows } = changes(groups({}), groups(spot), own);
  // the zone of the fork lands in a kind of capacity that has none
  expect(rows).toContainEqual(["nodeGroups.h100.capacity.kind", "through", '"spot"', "replaces"]);
  expect(rows).toContainEqual(["nodeGroups.h100.capacity.zone", "overridden", '"us-east-1b"', "replaces"]);
});

test("tells which keys of something new come through, where the fork says others of it", () => {
  const now = { teams: { vision: { gpus: 8, share: 5 } } };
  const { rows, further } = changes({ teams: {} }, now, { teams: { vision: { gpus: 2 } } });
  expect(rows).toEqual([["teams.vision", "otherwise", '{"gpus":2,"share":5}', "in-place"]]);
  expect(further).toEqual(["teams.vision.share"]);
});

test("tells what a fork of the same kind merges with, and had for itself before", () => {
  const own = { nodeGroups: { h100: { capacity: { kind: "spot" } } } };
  const { rows, further } = changes(groups({}), groups({ capacity: { kind: "spot", placementGroup: true } }), own);
  expect(rows).toContainEqual(["nodeGroups.h100.capacity.kind", "overridden", '"spot"', "replaces"]);
  expect(rows).toContainEqual(["nodeGroups.h100.capacity.placementGroup", "through", "true", "rolling"]);
  expect(further).toEqual([]);
});

test("finds nothing where nothing has changed", () =>
  expect(changes({}, {}, { name: "a" })).toEqual({ rows: [], further: [] }));

test("shows no secret", () => {
  const secret = `ghp_${"a1".repeat(20)}`;
  const values = (text: string) => ({ platform: { helmValues: { x: { token: text } } } });
  const original = { ...LEGAL, ...values(secret) };
  const following = { written: { name: "a", extends: original }, original, originalName: "sample", chain: ["sample"] };
  expect(JSON.stringify(upstreamChanges(following, { ...LEGAL, ...values("none") }))).not.toContain(secret);
});
