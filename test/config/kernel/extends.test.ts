import { mergeExtends, originOf } from "../../../config/kernel/extends";

const original = {
  name: "research",
  region: "us-east-1",
  lustre: { deployment: "persistent-2-ssd", capacityGiB: 1200, throughput: 125 },
  nodeGroups: { a: { instanceType: "p5.48xlarge", taints: [1, 2] }, b: { instanceType: "m7i.large" } },
};

const merged = (over: object) => mergeExtends({ extends: original, name: "fork", ...over });

describe("mergeExtends", () => {
  test("leaves an environment alone that extends nothing", () => {
    expect(mergeExtends(original)).toEqual({ input: original, origins: new Map() });
  });

  test("merges objects, and replaces scalars and arrays", () => {
    const { input } = merged({ region: "eu-west-1", nodeGroups: { a: { taints: [3] } } });
    expect(input).toMatchObject({
      name: "fork",
      region: "eu-west-1",
      nodeGroups: { a: { instanceType: "p5.48xlarge", taints: [3] }, b: { instanceType: "m7i.large" } },
    });
    expect(input).not.toHaveProperty("extends");
  });

  test("removes what is null", () => {
    expect(merged({ lustre: null, nodeGroups: { b: null } }).input).toEqual({
      name: "fork",
      region: "us-east-1",
      nodeGroups: { a: original.nodeGroups.a },
    });
  });

  test("replaces a choice whole when its kind changes: keys of the old kind are illegal in the new one", () => {
    const lustre = { deployment: "scratch-2", capacityGiB: 2400 };
    expect(merged({ lustre }).input).toHaveProperty("lustre", lustre);
  });

  test("drops nulls inside a choice that is replaced whole", () => {
    const { input } = merged({ lustre: { deployment: "scratch-2", capacityGiB: 2400, throughput: null } });
    expect(input).toHaveProperty("lustre", { deployment: "scratch-2", capacityGiB: 2400 });
  });

  test("values of a chart merge as Helm does it: null stays, and no key chooses a kind", () => {
    const values = { deployment: { replicas: 2 }, kind: "DaemonSet", port: 80, tls: { host: "a" } };
    const platform = { helmValues: { "cert-manager": values, slurm: { a: 1 } } };
    const first = { ...original, platform };
    const over = {
      deployment: { replicas: 3 },
      kind: "Deployment",
      port: null,
      tls: { host: null },
      fresh: { a: null },
    };
    const { input } = mergeExtends({
      extends: first,
      platform: { helmValues: { "cert-manager": over, slurm: null, keda: { operator: { affinity: null } } } },
    });
    expect(input).toHaveProperty("platform.helmValues", {
      "cert-manager": { ...over },
      keda: { operator: { affinity: null } },
    });
  });

  test("remembers which environment wrote a value, along a chain", () => {
    const middle = { extends: original, name: "middle", lustre: { capacityGiB: 2400 } };
    const { input, origins } = mergeExtends({ extends: middle, name: "leaf", nodeGroups: { a: { taints: [] } } });
    const origin = (...path: (string | number)[]) => origins.get(JSON.stringify(path));
    expect(input).toHaveProperty("lustre.capacityGiB", 2400);
    expect(origin("region")).toBe("research");
    expect(origin("lustre", "throughput")).toBe("research");
    expect(origin("lustre", "capacityGiB")).toBe("middle");
    expect(origin("nodeGroups", "a", "instanceType")).toBe("research");
    expect(origin("nodeGroups", "a", "taints")).toBeUndefined();
    expect(origin("name")).toBeUndefined();
  });

  test("does not change the original", () => {
    const before = structuredClone(original);
    merged({ nodeGroups: { a: null }, lustre: { capacityGiB: 9 } });
    expect(original).toEqual(before);
  });

  test("fails on a circle, naming it", () => {
    const a: Record<string, unknown> = { name: "a" };
    const b = { name: "b", extends: a };
    a.extends = b;
    expect(() => mergeExtends(a)).toThrow("circle: b → a");
  });

  test("fails when extends is a name and not the environment itself", () => {
    expect(() => mergeExtends({ name: "fork", extends: "research" })).toThrow(
      "extends must be an environment: import it",
    );
  });

  test("fails when the file that is extended exports nothing", () => {
    expect(() => mergeExtends({ name: "fork", extends: undefined })).toThrow("no `export default defineEnvironment");
  });

  test("hands on what is no object at all: the schema tells", () => expect(mergeExtends(7).input).toBe(7));
});

describe("originOf", () => {
  const fork = merged({ lustre: { capacityGiB: 2400 }, nodeGroups: { a: { maxPods: 9 } } });

  test.each([
    ["an inherited value", ["region"], "research"],
    ["an inherited value beside one that is not", ["lustre", "throughput"], "research"],
    ["an own value", ["lustre", "capacityGiB"], undefined],
    ["an object with own values in it", ["lustre"], undefined],
    ["an object that is inherited whole", ["nodeGroups", "b"], "research"],
    ["an entry of an inherited list", ["nodeGroups", "a", "taints", 1], "research"],
    ["what is missing in an object that is inherited whole", ["nodeGroups", "b", "nodes"], "research"],
    ["what is missing in an object with own values", ["nodeGroups", "a", "nodes"], undefined],
    ["what is missing in the environment", ["slurm"], undefined],
    ["the environment itself", [], undefined],
  ] as const)("%s", (_, path, origin) => expect(originOf(fork, path)).toBe(origin));
});
