import { existsSync, readFileSync } from "node:fs";
import { definedApis, writeCrdSchemas } from "../../../../scripts/dev/charts/crd-schemas";
import type { KubernetesObject } from "../../../../scripts/dev/charts/render";
import type { Json } from "../../../helpers/synth";
import { withTree } from "../../../helpers/tree";

const crd = (openAPIV3Schema?: object): KubernetesObject => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  spec: {
    group: "example.com",
    names: { kind: "NodeSet" },
    versions: [{ name: "v1", ...(openAPIV3Schema && { schema: { openAPIV3Schema } }) }],
  },
});

const schemaOf = (openAPIV3Schema: object): Json =>
  withTree({}, (root) => {
    writeCrdSchemas([crd(openAPIV3Schema)], root);
    return JSON.parse(readFileSync(`${root}/example.com/nodeset_v1.json`, "utf8"));
  });

test("tells Helm of the kinds that definitions bring, and of nothing else", () => {
  const service = { apiVersion: "v1", kind: "Service" };
  expect(definedApis([service, crd()])).toEqual(["example.com/v1", "example.com/v1/NodeSet"]);
});

test("a version without a schema has no file", () => {
  withTree({}, (root) => {
    writeCrdSchemas([crd()], root);
    expect(existsSync(`${root}/example.com/nodeset_v1.json`)).toBe(false);
  });
});

test("refuses fields that the API server would drop", () => {
  expect(schemaOf({ type: "object", properties: { spec: { type: "object", properties: {} } } })).toEqual({
    type: "object",
    properties: { spec: { type: ["object", "null"], properties: {}, additionalProperties: false } },
    additionalProperties: false,
  });
});

test("an optional field may be null, a required one not", () => {
  const { properties } = schemaOf({
    required: ["a"],
    properties: { a: { type: "string" }, b: { type: "string", enum: ["x"] }, c: { type: "string", nullable: true } },
  });
  expect(properties.a.type).toBe("string");
  expect(properties.b).toEqual({ type: ["string", "null"], enum: ["x", null] });
  expect(properties.c.type).toContain("null");
});

test.each(["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"])("%s opens a map", (mark) => {
  expect(schemaOf({ [mark]: true, properties: {} })).not.toHaveProperty("additionalProperties");
});

test("maps with keys of the user's own keep the form of their values", () => {
  const schema = schemaOf({ type: "object", additionalProperties: { type: "object", properties: { a: {} } } });
  expect(schema.additionalProperties).toMatchObject({ type: "object", additionalProperties: false });
  expect(schemaOf({ type: "object", additionalProperties: true }).additionalProperties).toBe(true);
});

test("numbers or text, as ports are", () => {
  expect(schemaOf({ "x-kubernetes-int-or-string": true })).toEqual({ type: ["integer", "string", "null"] });
});

test("lists keep the form of their items", () => {
  expect(schemaOf({ type: "array", items: { type: "object", properties: {} } }).items).toEqual({
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

test("alternatives are parts: they close nothing", () => {
  const schema = schemaOf({
    properties: { a: {}, b: {} },
    oneOf: [{ required: ["a"], properties: { a: { type: "string" } } }, { required: ["b"] }],
    not: { required: ["a", "b"] },
  });
  expect(schema.oneOf).toEqual([{ required: ["a"], properties: { a: { type: "string" } } }, { required: ["b"] }]);
  expect(schema.not).toEqual({ required: ["a", "b"] });
  expect(schema.additionalProperties).toBe(false);
});
