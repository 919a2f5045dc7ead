import { differences } from "../../../../scripts/lib/terraform/differences";
import { countChanges, pathText, type Action, type Change } from "../../../../scripts/lib/terraform/plan-json";

const change = (before: unknown, after: unknown, more: Partial<Change> = {}): Change => ({
  actions: ["update"],
  before,
  after,
  ...more,
});
const resource = (address: string, of: Change, mode: "managed" | "data" = "managed") => ({
  address,
  mode,
  type: address.split(".")[0] ?? "",
  name: "x",
  change: of,
});
const attributes = (of: Change) => differences({ resource_changes: [resource("a.x", of)] })[0]?.attributes;

describe("differences", () => {
  test("is empty for a plan that changes nothing", () => {
    const same = change({ a: 1 }, { a: 1 }, { actions: ["no-op"] });
    expect(differences({ resource_changes: [resource("a.x", same)], output_changes: { o: same } })).toEqual([]);
    expect(differences({})).toEqual([]);
  });

  test("names attributes by their place, and both values", () => {
    const before = { tags: { Name: "a", same: 1 }, list: [{ port: 1 }, { port: 2 }], gone: true, dashed: { "a-b": 1 } };
    const after = { tags: { Name: "b", same: 1 }, list: [{ port: 1 }, { port: 3 }], come: "x", dashed: { "a-b": 2 } };
    expect(attributes(change(before, after))).toEqual([
      'tags.Name: "a" → "b"',
      "list[1].port: 2 → 3",
      "gone: true → (none)",
      'dashed["a-b"]: 1 → 2',
      'come: (none) → "x"',
    ]);
  });

  test("tells lists of other lengths as a whole, and cuts what is long", () => {
    expect(attributes(change({ ids: ["a"] }, { ids: ["a", "b"] }))).toEqual(['ids: ["a"] → ["a","b"]']);
    expect(attributes(change({ text: "x".repeat(500) }, { text: "" }))?.[0]).toMatch(/^text: "x{79}… → ""$/);
  });

  test("names what is known after apply only, as a whole and inside", () => {
    const unknown = { input: true, network: [{ ip: true }] };
    const of = change(
      { input: "a", network: [{ ip: "1", id: 2 }] },
      { network: [{ id: 2 }] },
      { after_unknown: unknown },
    );
    expect(attributes(of)).toEqual(['input: "a" → (known after apply)', 'network[0].ip: "1" → (known after apply)']);
  });

  test("shows no value that is sensitive before or after", () => {
    const of = (mask: Partial<Change>) =>
      change({ password: "old", n: { p: "old" } }, { password: "new", n: { p: "new" } }, mask);
    for (const mask of [
      { before_sensitive: { password: true, n: { p: true } } },
      { after_sensitive: { password: true, n: { p: true } } },
      { after_sensitive: { password: true, n: true } },
    ]) {
      const text = attributes(of(mask))?.join("\n");
      expect(text).toMatch(/password: \(sensitive\)\nn(\.p)?: \(sensitive\)/);
      expect(text).not.toMatch(/old|new/);
    }
  });

  test("shows no list in which something is sensitive", () => {
    const mask = { after_sensitive: { list: [{ key: true }, {}] } };
    expect(attributes(change({ list: [{ key: "k" }] }, { list: [{ key: "k" }, {}] }, mask))).toEqual([
      "list: (sensitive)",
    ]);
  });

  test("names created and deleted resources, data that is read, deposed objects and outputs", () => {
    const plan = {
      resource_changes: [
        resource("a.new", change(null, { a: 1 }, { actions: ["create"] })),
        resource("a.old", change({ a: 1 }, null, { actions: ["delete"] })),
        resource("a.both", change({ a: 1 }, { a: 2 }, { actions: ["delete", "create"] })),
        resource("data.b.x", change(null, {}, { actions: ["read"] }), "data"),
        { ...resource("a.left", change({}, null, { actions: ["delete"] })), deposed: "1f2e" },
      ],
      output_changes: { name: change("a", "b") },
    };
    expect(differences(plan)).toEqual([
      { address: "a.new", action: "create", attributes: [] },
      { address: "a.old", action: "delete", attributes: [] },
      { address: "a.both", action: "delete, create", attributes: ["a: 1 → 2"] },
      { address: "data.b.x", action: "read", attributes: [] },
      { address: "a.left (deposed 1f2e)", action: "delete", attributes: [] },
      { address: "output.name", action: "update", attributes: ['value: "a" → "b"'] },
    ]);
  });
});

describe("countChanges", () => {
  test("counts resources by what happens to them", () => {
    const all: Action[][] = [
      ["create"],
      ["create"],
      ["update"],
      ["delete", "create"],
      ["create", "delete"],
      ["delete"],
      ["no-op"],
      ["forget"],
    ];
    const changes = all.map((actions) => resource("a.x", change({}, {}, { actions })));
    const data = resource("data.b.x", change(null, {}, { actions: ["read"] }), "data");
    expect(countChanges({ resource_changes: [...changes, data] })).toEqual({
      create: 2,
      update: 1,
      replace: 2,
      delete: 1,
    });
  });
});

test("paths are written as in Terraform", () => {
  expect(pathText(["vpc_config", 0, "subnet_ids", 12])).toBe("vpc_config[0].subnet_ids[12]");
  expect(pathText(["tags", "railyard:team"])).toBe('tags["railyard:team"]');
});
