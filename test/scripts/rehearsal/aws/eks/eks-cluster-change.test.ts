import { refuseClusterChange } from "../../../../../scripts/rehearsal/aws/eks/eks-cluster-change";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const refused = (prior: Attributes, cluster: Attributes, api = fakeCloud()) =>
  refusalText(refuseClusterChange({ name: "research", ...cluster }, { name: "research", ...prior }, api));
const version = (from: string, to: string, api = fakeCloud()) => refused({ version: from }, { version: to }, api);
const nodes = (nodeVersion: string, clusterName = "research") =>
  fakeCloud({
    objects: [
      cloudObject("aws_eks_node_group", "a", {
        cluster_name: clusterName,
        node_group_name: "gpu",
        version: nodeVersion,
      }),
    ],
  });

describe("a version", () => {
  test("goes up one minor at a time", () => {
    expect(version("1.34", "1.35")).toBe("");
    expect(version("1.34", "1.34")).toBe("");
    expect(version("1.34", "1.36")).toMatch(/^InvalidParameterException: .*from 1\.34 to 1\.36.*one minor at a time/);
  });

  test("goes back by one minor", () => {
    expect(version("1.36", "1.35")).toBe("");
    expect(version("1.36", "1.34")).toMatch(/^InvalidParameterException: .*go back by one minor/);
  });

  test("takes along nodes that are up to three minors behind", () => {
    expect(version("1.35", "1.36", nodes("1.33"))).toBe("");
    expect(version("1.35", "1.36", nodes("1.32"))).toMatch(/^InvalidRequestException: node group gpu is on 1\.32/);
    expect(version("1.35", "1.36", nodes("1.32", "others"))).toBe("");
  });

  test("does not go back before its nodes do", () => {
    expect(version("1.36", "1.35", nodes("1.36"))).toMatch(
      /^InvalidRequestException: node group gpu is on 1\.36; nodes must/,
    );
    expect(version("1.36", "1.35", nodes("1.35"))).toBe("");
  });
});

test("tells every node group that is too old", () => {
  const old = (id: string, name: string) =>
    cloudObject("aws_eks_node_group", id, { cluster_name: "research", node_group_name: name, version: "1.31" });
  const refusal = version("1.35", "1.36", fakeCloud({ objects: [old("a", "cpu"), old("b", "gpu")] }));
  expect(refusal.split("\n")).toEqual([
    expect.stringContaining("cpu is on 1.31"),
    expect.stringContaining("gpu is on 1.31"),
  ]);
});

test("does not compare versions that it cannot read", () => {
  expect(version("1.36", "latest")).toBe("");
  const custom = cloudObject("aws_eks_node_group", "a", { cluster_name: "research", version: null });
  expect(version("1.35", "1.36", fakeCloud({ objects: [custom] }))).toBe("");
});

describe("the authentication mode", () => {
  const mode = (from: string, to: string) =>
    refused({ access_config: [{ authentication_mode: from }] }, { access_config: [{ authentication_mode: to }] });

  test.each([
    ["CONFIG_MAP", "API_AND_CONFIG_MAP"],
    ["API_AND_CONFIG_MAP", "API"],
    ["API", "API"],
  ])("goes from %s to %s", (from, to) => expect(mode(from, to)).toBe(""));

  test.each([
    ["API", "API_AND_CONFIG_MAP"],
    ["API", "CONFIG_MAP"],
    ["API_AND_CONFIG_MAP", "CONFIG_MAP"],
  ])("does not go from %s to %s", (from, to) =>
    expect(mode(from, to)).toBe(`InvalidParameterException: authentication_mode cannot go back from ${from} to ${to}`),
  );
});

test("keeps the key that secrets are encrypted with", () => {
  const encrypted = (key_arn: string) => ({ encryption_config: [{ provider: [{ key_arn }] }] });
  expect(refused(encrypted("a"), encrypted("b"))).toMatch(
    /^InvalidRequestException: encryption_config goes from a to b/,
  );
  expect(refused(encrypted("a"), encrypted("a"))).toBe("");
  expect(refused({}, encrypted("a"))).toBe("");
});

test("keeps a mode that is not known, and encryption that is not named again", () => {
  expect(refused({ access_config: [] }, { access_config: [{ authentication_mode: "CONFIG_MAP" }] })).toBe("");
  expect(refused({ access_config: [{ authentication_mode: "API" }] }, { access_config: [] })).toBe("");
  expect(refused({ encryption_config: [{ provider: [{ key_arn: "a" }] }] }, { encryption_config: [] })).toBe("");
});
