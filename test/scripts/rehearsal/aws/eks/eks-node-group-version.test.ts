import { refuseNodeVersion } from "../../../../../scripts/rehearsal/aws/eks/eks-node-group-version";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cluster } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const cloud = fakeCloud({
  objects: [
    cluster({ version: "1.35" }),
    cloudObject("aws_launch_template", "lt-1", { instance_type: "p5.48xlarge", latest_version: 1 }),
  ],
});
const GROUP = { cluster_name: "research", version: "1.35", ami_type: "AL2023_x86_64_STANDARD" };
const refused = (change: Attributes, prior: Attributes | null = null) =>
  refusalText(refuseNodeVersion({ ...GROUP, ...change }, cloud, prior && { ...GROUP, ...prior }));

describe("the version", () => {
  test("of new nodes is that of their cluster", () => {
    expect(refused({})).toBe("");
    expect(refused({ version: null })).toBe("");
    expect(refused({ version: "1.36" })).toMatch(
      /^InvalidParameterException: version is 1\.36, .*research is on 1\.35/,
    );
    expect(refused({ version: "1.34" })).toMatch(/^InvalidParameterException: version is 1\.34/);
  });

  test("of nodes goes up as far as that of their cluster", () => {
    expect(refused({ version: "1.35" }, { version: "1.33" })).toBe("");
    expect(refused({ version: "1.34" }, { version: "1.33" })).toBe("");
    expect(refused({ version: "1.36" }, { version: "1.35" })).toMatch(/version is 1\.36/);
  });

  test("of nodes stays what it is, whatever the cluster has", () => {
    expect(refused({ version: "1.32" }, { version: "1.32" })).toBe("");
  });

  test("of nodes goes back by one minor", () => {
    expect(refused({ version: "1.34" }, { version: "1.35" })).toBe("");
    expect(refused({ version: "1.33" }, { version: "1.35" })).toMatch(
      /^InvalidParameterException: version goes from 1\.35 to 1\.33/,
    );
  });

  test("is not compared when the cluster is not there", () => {
    expect(refused({ cluster_name: "none", version: "1.20" })).toBe("");
  });
});

describe("the release", () => {
  test("is one of the version", () => {
    expect(refused({ release_version: "1.35.8-20260923" })).toBe("");
    expect(refused({ release_version: "1.34.10-20260903" })).toMatch(/1\.34\.10-20260903 is invalid: .*version 1\.35/);
  });

  test("of Bottlerocket has a version of its own", () => {
    expect(refused({ ami_type: "BOTTLEROCKET_x86_64", release_version: "1.34.0-0a1b2c3d" })).toBe("");
  });

  test("may stay behind when the version goes up, as it is computed then", () => {
    const release_version = "1.34.10-20260903";
    expect(refused({ release_version }, { version: "1.34", release_version })).toBe("");
  });
});

describe("the architecture", () => {
  const wrong = /^InvalidParameterException: \[[a-z0-9.-]+\] is not a valid instance type for requested amiType/;

  test("of images is that of all instance types", () => {
    expect(refused({ instance_types: ["p5.48xlarge"] })).toBe("");
    expect(refused({ instance_types: ["p5.48xlarge"], ami_type: "AL2023_ARM_64_NVIDIA" })).toMatch(wrong);
    expect(refused({ instance_types: ["p6e-gb200.36xlarge"], ami_type: "AL2023_ARM_64_NVIDIA" })).toBe("");
    expect(refused({ instance_types: ["p6e-gb200.36xlarge"] })).toMatch(wrong);
  });

  test("of images is that of the type in the template", () => {
    const launch_template = [{ id: "lt-1", version: "1" }];
    expect(refused({ launch_template })).toBe("");
    expect(refused({ launch_template, ami_type: "BOTTLEROCKET_ARM_64_NVIDIA" })).toMatch(wrong);
  });

  test("is not compared for images and types that are not known", () => {
    expect(refused({ instance_types: ["p5.48xlarge"], ami_type: "CUSTOM" })).toBe("");
    expect(refused({ instance_types: ["p5.48xlarge"], ami_type: null })).toBe("");
    expect(refused({ instance_types: ["z99.large"], ami_type: "AL2023_ARM_64_STANDARD" })).toBe("");
  });
});
