import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud } from "../../../../scripts/rehearsal/cloud/cloud";
import { createApi } from "../../../../scripts/rehearsal/cloud/create-api";
import {
  applyCreate,
  applyDelete,
  applyUpdate,
  idOf,
  type Applied,
  type Kinds,
} from "../../../../scripts/rehearsal/provider/apply";
import { UNKNOWN, type Attributes } from "../../../../scripts/rehearsal/value";

const KINDS: Kinds = {
  net: {
    source: [],
    forcesNew: [],
    unique: [{ by: ["name"], code: "NetAlreadyExists", source: "net docs" }],
    create: (_, api) => ({ id: `net-${api.hex(8)}`, nested: [{ size: 9, computed: "said" }] }),
    spawns: (object) => [{ type: "part", id: `${String(object["id"])}-default`, attributes: { net: object["id"]! } }],
    refuseDelete: (object) =>
      object["guarded"] === true ? [{ code: "Guarded", message: "protection is on", source: "net docs" }] : [],
  },
  part: {
    source: [],
    forcesNew: [],
    references: [
      { path: "net", to: ["net"], missing: "InvalidNet.NotFound", holds: "DependencyViolation" },
      { path: "hosts.ids", to: ["net"], missing: "InvalidHost.NotFound" },
    ],
    refuse: (object, _, prior) =>
      prior !== null && Number(object["size"]) < Number(prior["size"])
        ? [{ code: "Shrink", message: "may only grow", source: "part docs" }]
        : [],
    create: (object) => ({ id: `part-of-${String(object["net"])}`, version: 1 }),
    update: (_, prior) => ({ version: Number(prior["version"]) + 1, untouched: "no" }),
  },
};

let folder: string;
let cloud: Cloud;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-test-"));
  cloud = new Cloud(join(folder, "cloud.jsonl"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const props = (type: string) => ({
  type,
  kind: KINDS[type]!,
  kinds: KINDS,
  cloud,
  api: createApi({ cloud, account: "1", region: "us-east-1", content: type, makes: true }),
});
const NET: Attributes = { id: UNKNOWN, name: "a", guarded: null, nested: [{ size: 1, computed: UNKNOWN }] };

function made(applied: Applied): Attributes {
  if ("refusals" in applied) throw new Error(JSON.stringify(applied.refusals));
  return applied.state;
}
const net = (more: Attributes = {}) => made(applyCreate(props("net"), { ...NET, ...more }));
const part = (more: Attributes = {}) =>
  applyCreate(props("part"), {
    id: UNKNOWN,
    net: null,
    hosts: [],
    size: 1,
    version: UNKNOWN,
    untouched: null,
    ...more,
  });
const codes = (applied: Applied) => ("refusals" in applied ? applied.refusals.map(({ code }) => code) : []);

describe("making", () => {
  test("fills what was unknown and nothing else", () => {
    expect(net()["nested"]).toEqual([{ size: 1, computed: "said" }]);
    expect(net({ name: "b" })["guarded"]).toBeNull();
  });

  test("puts the object, and what it brings, into the cloud", () => {
    const { id } = net();
    expect(cloud.get("net", id as string)?.attributes["name"]).toBe("a");
    expect(cloud.get("part", `${id as string}-default`)).toBeDefined();
  });

  test("fails on a name that is taken", () => {
    net();
    expect(codes(applyCreate(props("net"), NET))).toEqual(["NetAlreadyExists"]);
    expect(codes(applyCreate(props("net"), { ...NET, name: "b" }))).toEqual([]);
  });

  test("names without a value are not taken", () => {
    net({ name: null });
    expect(codes(applyCreate(props("net"), { ...NET, name: null }))).toEqual([]);
  });

  test("fails on what it names and is not there, also in blocks", () => {
    const { id } = net();
    expect(codes(part({ net: "net-0" }))).toEqual(["InvalidNet.NotFound"]);
    expect(codes(part({ net: id!, hosts: [{ ids: [id!, "net-0"] }] }))).toEqual(["InvalidHost.NotFound"]);
    expect(codes(part({ net: id! }))).toEqual([]);
  });

  test("what is refused is not there", () => {
    part({ net: "net-0" });
    expect(cloud.all("part")).toEqual([]);
  });
});

describe("changing", () => {
  test("keeps the id, and asks the kind for what was unknown", () => {
    const { id } = net();
    const prior = made(part({ net: id! }));
    const state = made(applyUpdate(props("part"), prior, { ...prior, size: 2, version: UNKNOWN }));
    expect(state).toEqual({ ...prior, size: 2, version: 2 });
    expect(cloud.get("part", prior["id"] as string)?.attributes).toEqual(state);
  });

  test("leaves what the API knows beside the schema", () => {
    const prior = made(part({ net: net()["id"]! }));
    cloud.change("part", prior["id"] as string, { hidden: 3 });
    made(applyUpdate(props("part"), prior, { ...prior, size: 2 }));
    expect(cloud.get("part", prior["id"] as string)?.attributes).toMatchObject({ size: 2, hidden: 3 });
  });

  test("fails where the API refuses the step", () => {
    const prior = made(part({ net: net()["id"]!, size: 5 }));
    expect(codes(applyUpdate(props("part"), prior, { ...prior, size: 4 }))).toEqual(["Shrink"]);
    expect(cloud.get("part", prior["id"] as string)?.attributes["size"]).toBe(5);
  });

  test("fails on what somebody deleted", () => {
    const prior = made(part({ net: net()["id"]! }));
    cloud.remove("part", prior["id"] as string);
    expect(codes(applyUpdate(props("part"), prior, prior))).toEqual(["NotFound"]);
  });
});

describe("identity", () => {
  test("is the id, or what the kind says", () => {
    expect(idOf({}, { id: "a" })).toBe("a");
    expect(idOf({ identity: ["namespace", "name"] }, { id: "a", namespace: "n", name: "a" })).toBe("n/a");
  });
});

describe("deleting", () => {
  test("fails while another object stands in it", () => {
    const state = net();
    made(part({ net: state["id"]! }));
    const refusals = applyDelete(props("net"), state);
    expect(refusals.map(({ code }) => code)).toEqual(["DependencyViolation"]);
    expect(refusals[0]!.message).toContain("part part-of-net-");
  });

  test("is not held by what came with it, nor by what only names it", () => {
    const [host, state] = [net({ name: "host" }), net()];
    made(part({ net: state["id"]!, hosts: [{ ids: [host["id"]!] }] }));
    expect(applyDelete(props("net"), host)).toEqual([]);
    expect(cloud.all("net")).toHaveLength(1);
  });

  test("fails where the kind refuses", () => {
    const state = net({ guarded: true });
    expect(applyDelete(props("net"), state).map(({ code }) => code)).toEqual(["Guarded"]);
    cloud.change("net", state["id"] as string, { guarded: false });
    expect(applyDelete(props("net"), state)).toEqual([]);
  });

  test("of what is gone is done", () => {
    const state = net();
    cloud.remove("net", state["id"] as string);
    expect(applyDelete(props("net"), state)).toEqual([]);
  });
});
