import type { ResourceKind } from "../../../../scripts/rehearsal/cloud/resource-kind";
import { planChange, type PlanProps } from "../../../../scripts/rehearsal/provider/plan";
import { UNKNOWN, type Attributes } from "../../../../scripts/rehearsal/value";
import { attribute, block, list, nested, set } from "../../../helpers/block-schema";

const SCHEMA = block(
  {
    id: attribute("string", "OC"),
    name: attribute("string", "R"),
    size: attribute("number", "O"),
    zone: attribute("string", "OC"),
    policy: attribute("string", "O"),
    version: attribute("number", "OC"),
    groups: attribute(["set", "string"], "O"),
    labels: attribute(["map", "string"], "O"),
    tags: attribute(["map", "string"], "O"),
    tags_all: attribute(["map", "string"], "OC"),
    region: attribute("string", "OC"),
    render: nested({ path: attribute("string", "R"), mode: attribute("string", "OC") }, "O"),
  },
  {
    disk: list(block({ size: attribute("number", "R"), device: attribute("string", "OC") })),
    note: list(block({ text: attribute("string", "O") })),
    rule: set(block({ port: attribute("number", "R"), note: attribute("string", "OC") })),
  },
);

const KIND: ResourceKind = {
  source: [],
  forcesNew: ["name", "disk.device", "rule.port"],
  forcesNewWhen: (prior, planned) => (Number(planned["size"]) < Number(prior["size"]) ? ["size"] : []),
  defaults: { size: 10 },
  json: ["policy"],
  computedBlocks: ["note"],
  recomputed: { version: ["size", "disk"] },
  create: () => ({}),
};

const EMPTY: Attributes = {
  ...Object.fromEntries(Object.keys(SCHEMA.attributes).map((name) => [name, null])),
  disk: [],
  note: [],
  rule: [],
};

const given = (values: Attributes): Attributes => ({ ...EMPTY, ...values });

/** Plans as Terraform asks for it: config, and of the state what config leaves open. */
function plan(config: Attributes, prior: Attributes | null, more: Partial<PlanProps> = {}) {
  const open =
    prior === null
      ? []
      : Object.entries(SCHEMA.attributes).filter(([name, { computed }]) => computed && config[name] === null);
  const proposed = {
    ...config,
    ...Object.fromEntries(open.map(([name]) => [name, prior![name]!])),
    ...(more.proposed ?? {}),
  };
  return planChange({ schema: SCHEMA, kind: KIND, prior, config, defaultTags: {}, region: null, ...more, proposed });
}

const STATE = given({
  id: "i-1",
  name: "a",
  size: 10,
  zone: "z",
  version: 1,
  tags_all: {},
  region: "r",
  groups: ["x", "y"],
  disk: [{ size: 1, device: "sda" }],
  rule: [
    { port: 1, note: "one" },
    { port: 2, note: null },
  ],
});
const CONFIG = given({
  name: "a",
  groups: ["y", "x"],
  disk: [{ size: 1, device: "sda" }],
  rule: [
    { port: 2, note: null },
    { port: 1, note: "one" },
  ],
});

describe("a new resource", () => {
  const { planned, replaces } = plan(
    given({ name: "a", disk: [{ size: 1, device: null }], rule: [{ port: 1, note: null }] }),
    null,
  );

  test("leaves to apply what only the API can tell, in blocks too", () => {
    expect(planned["id"]).toBe(UNKNOWN);
    expect(planned["version"]).toBe(UNKNOWN);
    expect(planned["disk"]).toEqual([{ size: 1, device: UNKNOWN }]);
    expect(planned["rule"]).toEqual([{ port: 1, note: UNKNOWN }]);
  });

  test("has the provider's defaults", () => expect(planned["size"]).toBe(10));

  test("keeps null where nothing is computed", () => expect(planned["labels"]).toBeNull());

  test("replaces nothing", () => expect(replaces).toEqual([]));

  test("fills nested attributes", () => {
    const config = given({ name: "a", render: { path: "p", mode: null } });
    expect(plan(config, null).planned["render"]).toEqual({ path: "p", mode: UNKNOWN });
  });
});

describe("tags and Region of the provider", () => {
  test("join the resource's own, which win", () => {
    const config = given({ name: "a", tags: { team: "b" } });
    const { planned } = plan(config, null, { defaultTags: { team: "a", run: "1" }, region: "us-east-1" });
    expect(planned["tags_all"]).toEqual({ team: "b", run: "1" });
    expect(planned["region"]).toBe("us-east-1");
  });

  test("wait for tags that are not known", () => {
    const { planned } = plan(given({ name: "a", tags: UNKNOWN }), null, { defaultTags: { run: "1" } });
    expect(planned["tags_all"]).toBe(UNKNOWN);
  });

  test("a changed default tag is a change in place", () => {
    const { planned, replaces } = plan(CONFIG, STATE, { defaultTags: { run: "2" } });
    expect(planned["tags_all"]).toEqual({ run: "2" });
    expect(replaces).toEqual([]);
  });

  test("what config says stays", () => {
    const config = given({ name: "a", region: "eu-west-1" });
    expect(plan(config, null, { region: "us-east-1" }).planned["region"]).toBe("eu-west-1");
  });
});

describe("a resource that is there", () => {
  test("does not change by the order of sets", () =>
    expect(plan(CONFIG, STATE)).toEqual({ planned: STATE, replaces: [] }));

  test("keeps what was computed when it changes in place", () => {
    const { planned, replaces } = plan({ ...CONFIG, labels: { a: "b" } }, STATE);
    expect(planned).toMatchObject({ id: "i-1", zone: "z", version: 1, labels: { a: "b" } });
    expect(replaces).toEqual([]);
  });

  test("computes anew what depends on the change", () => {
    expect(plan({ ...CONFIG, size: 20 }, STATE).planned["version"]).toBe(UNKNOWN);
    expect(plan({ ...CONFIG, disk: [{ size: 2, device: "sda" }] }, STATE).planned["version"]).toBe(UNKNOWN);
  });

  test("keeps what config says of it", () => {
    expect(plan({ ...CONFIG, size: 20, version: 7 }, STATE).planned["version"]).toBe(7);
  });

  test("is replaced for an argument that cannot change", () => {
    expect(plan({ ...CONFIG, name: "b" }, STATE).replaces).toEqual([["name"]]);
  });

  test("is replaced when it depends on the values, and only then", () => {
    expect(plan({ ...CONFIG, size: 5 }, STATE).replaces).toEqual([["size"]]);
    expect(plan({ ...CONFIG, size: 15 }, STATE).replaces).toEqual([]);
  });

  test("names the place in a list", () => {
    expect(plan({ ...CONFIG, disk: [{ size: 1, device: "sdb" }] }, STATE).replaces).toEqual([["disk", 0, "device"]]);
  });

  test("names the set, which has no places", () => {
    const rule = [
      { port: 3, note: null },
      { port: 1, note: "one" },
    ];
    expect(plan({ ...CONFIG, rule }, STATE).replaces).toEqual([["rule"]]);
  });

  test("is not replaced by what else changes in the same set", () => {
    const rule = [
      { port: 2, note: "two" },
      { port: 1, note: "one" },
    ];
    expect(plan({ ...CONFIG, rule }, STATE).replaces).toEqual([]);
  });

  test("is replaced by a block that comes or goes with such an argument", () => {
    expect(plan({ ...CONFIG, disk: [] }, STATE).replaces).toEqual([["disk"]]);
  });

  test("has unknown parts in blocks that are new", () => {
    const disk = [
      { size: 1, device: "sda" },
      { size: 2, device: null },
    ];
    expect(plan({ ...CONFIG, disk }, STATE).planned["disk"]).toEqual([disk[0], { size: 2, device: UNKNOWN }]);
  });

  test("knows after apply what config leaves out of a block, where the provider does not keep it by its place", () => {
    const kind = { ...KIND, unknownWhenLeftOut: ["disk.device"] };
    const disk = [{ size: 2, device: null }];
    const proposed = { disk: [{ size: 2, device: "sda" }] };
    const prior = { ...STATE, disk: [{ size: 1, device: "sda" }] };
    expect(plan({ ...CONFIG, disk }, prior, { kind, proposed }).planned["disk"]).toEqual([
      { size: 2, device: UNKNOWN },
    ]);
    expect(plan({ ...CONFIG, disk }, prior, { proposed }).planned["disk"]).toEqual([{ size: 2, device: "sda" }]);
    // nothing else changes, and nothing had a value before
    const same = [{ size: 1, device: null }];
    const kept = { disk: [{ size: 1, device: "sda" }] };
    expect(plan({ ...CONFIG, disk: same }, prior, { kind, proposed: kept }).planned).toEqual(prior);
    const empty = { ...prior, disk: [{ size: 1, device: null }] };
    expect(plan({ ...CONFIG, disk }, empty, { kind, proposed: { disk } }).planned["disk"]).toEqual(disk);
  });

  test("JSON that says the same is no change", () => {
    const state = { ...STATE, policy: '{"a":1,"b":[1,2]}' };
    expect(plan({ ...CONFIG, policy: '{ "b": [1, 2], "a": 1 }' }, state).planned).toEqual(state);
    expect(plan({ ...CONFIG, policy: '{"b":[2,1],"a":1}' }, state).planned["policy"]).toBe('{"b":[2,1],"a":1}');
    expect(plan({ ...CONFIG, policy: "no JSON" }, state).planned["policy"]).toBe("no JSON");
  });

  test("keeps blocks that the provider computes where config has none", () => {
    const state = { ...STATE, note: [{ text: "from the API" }] };
    expect(plan(CONFIG, state)).toEqual({ planned: state, replaces: [] });
    expect(plan({ ...CONFIG, note: [{ text: "mine" }] }, state).planned["note"]).toEqual([{ text: "mine" }]);
  });

  test("is replaced in another Region", () => {
    expect(plan({ ...CONFIG, region: "eu-west-1" }, STATE).replaces).toEqual([["region"]]);
  });

  test("changes when a value is not known yet", () => {
    const { planned, replaces } = plan({ ...CONFIG, name: UNKNOWN }, STATE);
    expect(planned["name"]).toBe(UNKNOWN);
    expect(replaces).toEqual([["name"]]);
  });
});
