import { configChanges } from "../../../scripts/review/config-changes";
import { sample, type Change } from "../../helpers/environment";

const plain = (change: Change) => JSON.parse(JSON.stringify(sample(change).config)) as unknown;
const changes = (change: Change) => configChanges(plain({}), plain(change));

test("nothing changed, nothing told", () => expect(changes({})).toEqual([]));

test("a changed key comes with both values and its policy", () => {
  expect(changes({ nodeGroups: { h100: { nodes: 8 } } })).toEqual([
    expect.objectContaining({ path: "nodeGroups.h100.nodes", before: "4", after: "8", policy: "in-place" }),
  ]);
});

test("a key of one kind of several has the policy of that kind", () => {
  expect(changes({ network: { cidr: "10.30.0.0/16" } })).toEqual([
    expect.objectContaining({ path: "network.cidr", policy: "replaces", note: expect.stringMatching(/VPC/) }),
  ]);
});

test("lists are one value", () => {
  const [change, ...more] = changes({ network: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] } });
  expect(change).toMatchObject({ path: "network.zones", before: '["us-east-1a","us-east-1b"]' });
  expect(more).toEqual([]);
});

test("what comes and what goes has no value on one side", () => {
  expect(changes({ teams: { vision: null, audio: { gpus: 8 } } })).toEqual([
    expect.objectContaining({ path: "teams.vision", after: null }),
    expect.objectContaining({ path: "teams.audio", before: null, after: expect.stringContaining('"gpus":8') }),
  ]);
});

test("a key that no schema knows has no policy", () => {
  expect(configChanges({ a: 1 }, { a: 2 })).toEqual([{ path: "a", before: "1", after: "2", policy: null }]);
});
