import { deviations, fingerprint } from "../../../../scripts/dev/ci/fingerprint";
import type { Change, PlanJson, ResourceChange } from "../../../../scripts/lib/terraform/plan-json";

const resource = (address: string, change: Partial<Change>, more: Partial<ResourceChange> = {}): ResourceChange => ({
  address,
  mode: "managed",
  type: address.split(".")[0] ?? "",
  name: address.split(".")[1] ?? "",
  change: { actions: ["update"], before: {}, after: {}, ...change },
  ...more,
});

const plan = (...resources: ResourceChange[]): PlanJson => ({ resource_changes: resources });

const grown = (size: number, more: object = {}) =>
  plan(resource("aws_eks_node_group.h100", { before: { max_size: 4, ...more }, after: { max_size: size, ...more } }));

const compare = (reviewed: PlanJson, planned: PlanJson) => deviations(fingerprint(reviewed), fingerprint(planned));

test("tells what a plan does, in order of addresses, and nothing of what it leaves", () => {
  const changes = fingerprint({
    resource_changes: [
      resource("b.b", { actions: ["delete", "create"] }),
      resource("a.a", { actions: ["no-op"] }),
      resource("a.b", { actions: ["create"], before: null }),
      resource("data.x", { actions: ["read"] }, { mode: "data" }),
    ],
    output_changes: {
      id: { actions: ["update"], before: "a", after: "b" },
      same: { actions: ["no-op"], before: 1, after: 1 },
    },
  });
  expect(changes.map(({ address, action }) => `${action} ${address}`)).toEqual([
    "create a.b",
    "delete, create b.b",
    "update output.id",
  ]);
  for (const { digest } of changes) expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test("the same plan made twice is the same, whatever the order of keys", () => {
  const one = plan(resource("a.a", { before: { x: 1, tags: { p: 1, q: 2 } }, after: { x: 2, tags: { q: 3, p: 1 } } }));
  const two = plan(resource("a.a", { before: { tags: { q: 2, p: 1 }, x: 1 }, after: { tags: { p: 1, q: 3 }, x: 2 } }));
  expect(compare(one, two)).toEqual([]);
});

test("what stays may differ: it changed by itself, and is not touched", () => {
  expect(compare(grown(8, { desired_size: 2 }), grown(8, { desired_size: 5 }))).toEqual([]);
});

test("another value is another plan", () => {
  expect(compare(grown(8), grown(16))).toEqual([
    "aws_eks_node_group.h100: update with other values than were reviewed",
  ]);
});

test("another value before is another plan too", () => {
  const from = (size: number) => plan(resource("a.a", { before: { size }, after: { size: 9 } }));
  expect(compare(from(1), from(2))).toEqual(["a.a: update with other values than were reviewed"]);
});

test("what became known, or unknown, is another plan", () => {
  const known = plan(resource("a.a", { before: { x: 1 }, after: { x: 2 } }));
  const unknown = plan(resource("a.a", { before: { x: 1 }, after: {}, after_unknown: { x: true } }));
  expect(compare(unknown, known)).toHaveLength(1);
  expect(compare(unknown, unknown)).toEqual([]);
});

test("a replacement where a change in place was reviewed is another plan", () => {
  const replaced = plan(resource("aws_fsx_lustre_file_system.lustre", { actions: ["delete", "create"] }));
  const updated = plan(resource("aws_fsx_lustre_file_system.lustre", {}));
  expect(compare(updated, replaced)).toEqual([
    "aws_fsx_lustre_file_system.lustre: delete, create, where update was reviewed",
  ]);
});

test("another reason to replace is another plan", () => {
  const because = (path: string) =>
    plan(
      resource("a.a", { actions: ["delete", "create"], replace_paths: [[path]], before: { x: 1 }, after: { x: 2 } }),
    );
  expect(compare(because("x"), because("y"))).toHaveLength(1);
});

test("what comes and what goes is told by name", () => {
  const [a, b] = [resource("a.a", { actions: ["delete"] }), resource("b.b", { actions: ["create"], before: null })];
  expect(compare(plan(a), plan(b))).toEqual([
    "b.b: create, which was not in the plan that was reviewed",
    "a.a: delete was reviewed, but is not planned any more",
  ]);
});

test("an object that a replacement left behind is one of its own", () => {
  const left = resource("a.a", { actions: ["delete"] }, { deposed: "abcd1234" });
  expect(fingerprint(plan(left))[0]?.address).toBe("a.a (deposed abcd1234)");
});

test("no secret goes into a digest, at any depth", () => {
  const secret = (value: string) =>
    plan(
      resource("a.a", {
        before: { password: "old", list: [{ key: "old", open: 1 }] },
        after: { password: value, list: [{ key: value, open: 2 }] },
        before_sensitive: { password: true, list: [{ key: true }] },
        after_sensitive: { password: true, list: [{ key: true }] },
      }),
    );
  expect(fingerprint(secret("guess"))).toEqual(fingerprint(secret("other")));
  const output = (value: string): PlanJson => ({
    output_changes: {
      token: { actions: ["update"], before: "old", after: value, before_sensitive: true, after_sensitive: true },
    },
  });
  expect(fingerprint(output("guess"))).toEqual(fingerprint(output("other")));
});

test("a plan without anything has no changes", () => {
  expect(fingerprint({})).toEqual([]);
});
