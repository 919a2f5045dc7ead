import { DATA_OBJECT_KINDS } from "../../../../scripts/rehearsal/kubernetes/data-object";
import type { Attributes } from "../../../../scripts/rehearsal/value";
import { fakeCloud } from "../aws/fake-cloud";
import { codes, messages } from "../aws/refusal-codes";

const secret = DATA_OBJECT_KINDS["kubernetes_secret_v1"]!;
const configMap = DATA_OBJECT_KINDS["kubernetes_config_map_v1"]!;
const NAMES = ["metadata.name", "metadata.namespace", "metadata.generate_name"];
const of = (data: Attributes, binary: Attributes = {}, name = "a"): Attributes => ({
  metadata: [{ name, namespace: "default" }],
  data,
  binary_data: binary,
});

test("a secret is made anew for another type, a config map only for another name", () => {
  expect(secret.forcesNew).toEqual([...NAMES, "type"]);
  expect(configMap.forcesNew).toEqual(NAMES);
});

test("a secret is opaque unless it is said, and its data is not shown", () => {
  expect(secret.defaults).toEqual({
    "metadata.namespace": "default",
    type: "Opaque",
    wait_for_service_account_token: true,
  });
  expect(secret.sensitive).toEqual(["binary_data", "binary_data_wo", "data", "data_wo"]);
  expect(configMap.sensitive).toBeUndefined();
});

describe.each([
  ["secret", secret],
  ["config map", configMap],
])("a %s", (_, kind) => {
  test("that is immutable is made anew for other data", () => {
    expect(kind.forcesNewWhen!({ immutable: true }, {})).toEqual(["binary_data", "data", "immutable"]);
    expect(kind.forcesNewWhen!({ immutable: false }, { immutable: true })).toEqual([]);
  });

  test("is known by namespace and name", () => {
    expect(kind.create(of({}), fakeCloud())["id"]).toBe("default/a");
  });

  test("has a name that Kubernetes takes", () => {
    expect(codes(kind, of({}, {}, "A"))).toEqual(["Invalid"]);
    expect(codes(kind, of({}, {}, "a.b"))).toEqual([]);
  });

  test.each([
    ["slurm.conf", []],
    ["a_B-1", []],
    ["a/b", ["Invalid"]],
    ["", ["Invalid"]],
    ["x".repeat(254), ["Invalid"]],
  ])("has keys that Kubernetes takes: %s", (key, expected) => {
    expect(codes(kind, of({ [key]: "x" }))).toEqual(expected);
    expect(codes(kind, of({}, { [key]: "eA==" }))).toEqual(expected);
  });

  test("holds a mebibyte", () => {
    const half = "é".repeat(256 * 1024);
    expect(codes(kind, of({ a: half, b: half }))).toEqual([]);
    expect(messages(kind, of({ a: half, b: half, c: "x" }))).toEqual([
      "data has 1048577 bytes; an object takes 1048576",
    ]);
    const binary = Buffer.alloc(1024 * 1024).toString("base64");
    expect(codes(kind, of({}, { a: binary }))).toEqual([]);
    expect(codes(kind, of({ b: "x" }, { a: binary }))).toEqual(["Invalid"]);
  });
});

test("a config map has a key once", () => {
  expect(codes(configMap, of({ a: "x" }, { a: "eA==" }))).toEqual(["Invalid"]);
  expect(codes(configMap, of({ a: "x" }, { b: "eA==" }))).toEqual([]);
  expect(codes(secret, of({ a: "x" }, { a: "eA==" }))).toEqual([]);
});
