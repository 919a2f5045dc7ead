import { changes, pictureOf, type Part, type Picture } from "../../../../scripts/review/render/picture";
import type { Change } from "../../../helpers/environment";
import { hybrid } from "../../../helpers/hybrid";
import { change, environments, FULL_CHANGE, fullReview, review } from "../../../helpers/review";

function picture(after: Change, before: Change = {}, planned: Parameters<typeof change>[] = []): Picture {
  const drawn = pictureOf({ ...environments(after, before), changes: planned.map((one) => change(...one)) });
  if (!drawn) throw new Error("nothing to draw");
  return drawn;
}

const shown = (parts: readonly Part<unknown>[]) =>
  parts.map(({ name, before, after, mark }) => [name, before !== null, after !== null, mark]);

test("without an environment there is nothing to draw", () => expect(pictureOf(review())).toBeNull());

test("an environment that stays has everything in it and no mark", () => {
  const drawn = picture({});
  expect(changes(drawn)).toBe(false);
  expect(drawn.zones).toEqual(["us-east-1a", "us-east-1b"]);
  expect(shown(drawn.groups)).toEqual([
    ["h100", true, true, null],
    ["cpu", true, true, null],
  ]);
  expect(drawn.subnets.map(({ name }) => name)).toEqual([
    "private-us-east-1a",
    "public-us-east-1a",
    "private-us-east-1b",
    "public-us-east-1b",
  ]);
  expect(drawn.buckets.map(({ after }) => after?.purpose)).toEqual(["checkpoints", "Terraform state"]);
  expect(shown(drawn.nats)).toEqual([["us-east-1a", true, true, null]]);
  expect(shown(drawn.partitions)).toEqual([["train", true, true, null]]);
});

test("what an earlier commit did not know, and nobody set, is no change; what was set since is one", () => {
  const { before, after } = environments({});
  const groups = before!.nodeGroups.map(({ nvlinkDomainNodes: _, gdrcopy: __, name, fabric, ...rest }) => ({
    ...rest,
    fabric: Object.fromEntries(Object.entries(fabric).filter(([key]) => key !== "podRequests" || fabric.devices === 0)),
    name,
  }));
  const earlier = { ...before!, nodeGroups: groups as unknown as typeof before.nodeGroups };
  expect(shown(pictureOf({ before: earlier, after, changes: [] })!.groups)).toEqual([
    ["h100", true, true, "changed"],
    ["cpu", true, true, null],
  ]);
});

test("what comes and goes is marked; what stays keeps its place before what goes", () => {
  const drawn = picture(FULL_CHANGE);
  expect(shown(drawn.groups)).toEqual([
    ["h100", true, true, "changed"],
    ["inference", false, true, "added"],
    ["cpu", true, false, "removed"],
  ]);
  expect(shown(drawn.partitions)).toEqual([
    ["train", true, true, null],
    ["serve", false, true, "added"],
  ]);
  expect(changes(drawn)).toBe(true);
});

test("what moves to another zone is drawn at both places", () => {
  expect(shown(picture({ lustre: { zone: "us-east-1b" } }).lustre)).toEqual([
    ["lustre", false, true, "replaced"],
    ["lustre", true, false, "replaced"],
  ]);
  const wider = picture({ network: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] } });
  // a zone of the network alone: system nodes stay in the zones of the cluster
  expect(shown(wider.systemNodes)).toEqual([["system nodes", true, true, null]]);
});

test("what a plan says comes before what config says", () => {
  const { groups, cluster } = picture({ nodeGroups: { h100: { nodes: 5 } } }, {}, [
    ["sample-nodes", "aws_eks_node_group.group-h100_node-group_A66076D2", { action: "replace" }],
    ["sample-cluster", "aws_eks_cluster.cluster", { action: "update" }],
  ]);
  expect(groups[0]?.mark).toBe("replaced");
  expect(cluster.mark).toBe("changed");
});

test("of a new or a removed environment only its network is marked", () => {
  const { before, after } = environments({});
  const drawn = pictureOf({ before: null, after, changes: fullReview().changes });
  expect(drawn?.network.mark).toBe("added");
  expect(shown([...(drawn?.groups ?? []), ...(drawn?.lustre ?? [])])).toEqual([
    ["h100", false, true, null],
    ["cpu", false, true, null],
    ["lustre", false, true, null],
  ]);
  expect(pictureOf({ before, after: null, changes: [] })?.network.mark).toBe("removed");
});

test.each([
  ["single", ["us-east-1a"]],
  ["per-zone", ["us-east-1a", "us-east-1b"]],
  ["none", []],
])("NAT %s stands in %j", (nat, zones) => {
  const network = { nat, ...(nat === "none" && { endpoints: "all" }) };
  expect(picture({ network }, { network }).nats.map(({ name }) => name)).toEqual(zones);
});

test("an environment without Lustre, checkpoints and Slurm is drawn without them", () => {
  const bare = { lustre: null, checkpoints: null, slurm: null, state: { kind: "local", directory: "state" } };
  const drawn = picture(bare, bare);
  expect([drawn.lustre, drawn.buckets, drawn.partitions]).toEqual([[], [], []]);
});

test("a pool on premises that comes is marked, and is no group of a zone", () => {
  const drawn = picture(hybrid(), {});
  expect(shown(drawn.onsite)).toEqual([["onsite", false, true, "added"]]);
  expect(drawn.groups.map(({ name }) => name)).toEqual(["h100", "cpu"]);
  expect(changes(drawn)).toBe(true);
});
