import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bindingFolder,
  bindingPackage,
  providerOf,
  providersIn,
} from "../../../../scripts/rehearsal/schema/binding-packages";
import { fakeBindings } from "./fake-bindings";

const ROOT = join(__dirname, "../../../..");

test("lists the providers that have bindings", () => {
  expect(providersIn(ROOT)).toEqual(["aws", "helm", "kubernetes"]);
  expect(providersIn(mkdtempSync(join(tmpdir(), "empty-")))).toEqual([]);
});

test.each([
  ["aws_vpc", "aws"],
  ["aws_vpc_security_group_ingress_rule", "aws"],
  ["helm_release", "helm"],
  ["terraform_remote_state", "terraform"],
  ["http", "http"],
])("%s is served by %s", (type, provider) => {
  expect(providerOf(type)).toBe(provider);
});

describe("bindingPackage", () => {
  test("knows the release and the provider's version", () => {
    const lib = join(ROOT, "node_modules/@cdktf/provider-aws/lib");
    expect(bindingPackage(ROOT, "aws")).toEqual({ provider: "aws", lib, release: "21.22.1", version: "6.25.0" });
  });

  test("fails where the package is not installed, and says which are", () => {
    const root = fakeBindings("aws", {});
    expect(() => bindingPackage(root, "google")).toThrow(
      `@cdktf/provider-google is not installed in ${root}: there are bindings for aws`,
    );
    expect(() => bindingPackage("/nowhere", "aws")).toThrow("there are bindings for nothing");
  });

  test("fails where the package does not tell the provider's version", () => {
    const root = fakeBindings("aws", {});
    writeFileSync(join(root, "node_modules/@cdktf/provider-aws/package.json"), '{ "version": "1.0.0" }');
    expect(() => bindingPackage(root, "aws")).toThrow("does not say which version of the provider it was made from");
  });
});

describe("bindingFolder", () => {
  const files = ["vpc", "data-aws-vpc", "vpc-endpoint", "string-resource"].map((name) => [`${name}/index.js`, ""]);
  const bindings = bindingPackage(fakeBindings("aws", Object.fromEntries(files)), "aws");

  test.each([
    ["resource", "aws_vpc", "vpc"],
    ["resource", "aws_vpc_endpoint", "vpc-endpoint"],
    ["resource", "aws_string", "string-resource"],
    ["data", "aws_vpc", "data-aws-vpc"],
    ["provider", "aws", "provider"],
  ] as const)("finds %s %s", (kind, type, folder) => {
    expect(bindingFolder(bindings, kind, type)).toBe(join(bindings.lib, folder));
  });

  test("finds nothing for types that are not there, or another provider's", () => {
    expect(bindingFolder(bindings, "resource", "aws_subnet")).toBeUndefined();
    expect(bindingFolder(bindings, "data", "aws_vpc_endpoint")).toBeUndefined();
    expect(bindingFolder(bindings, "resource", "abc_vpc")).toBeUndefined();
  });
});
