import { IMAGES_RULES } from "../../../../../config/sites/aws-eks/images/rules";
import { shapeIssues } from "../../../../../config/kernel/messages";
import { nodeGroupSchema } from "../../../../../config/sites/aws-eks/nodes/schema";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const h100 = (change: object) => ({ nodeGroups: { h100: change } });
const release = (version: string, of: string) => ({
  cluster: { version },
  nodeGroups: { h100: { image: { kind: "al2023", release: of } } },
});
const releasePath = ["nodeGroups", "h100", "image", "release"];
const bottlerocket = (change: object) => h100({ image: { kind: "bottlerocket" }, ...change });
/** Keys that do nothing on Bottlerocket, and why. */
const BOTTLEROCKET_LACKS = [
  ["kubelet", { reservedSystemCPUs: "0-1" }, "none by number"],
  ["bootScript", "echo", "no shell"],
  ["nodeadm", {}, "settings"],
  ["gdrcopyModule", true, "kernel modules"],
  ["localStorage", "raid10", "raid0"],
  ["localStorage", "mount", "raid0"],
] as const;

ruleCases(IMAGES_RULES, {
  "images/ami-type-exists": {
    severity: "error",
    trips: [
      {
        change: h100({ instanceType: "g7.48xlarge" }),
        at: ["nodeGroups", "h100", "image", "kind"],
        message: ["EKS makes no al2023 image for g7.48xlarge; possible: custom"],
        fix: ['kind: "custom"'],
      },
      {
        change: bottlerocket({ instanceType: "p6e-gb200.36xlarge" }),
        at: ["nodeGroups", "h100", "image", "kind"],
        message: ["EKS makes no bottlerocket image for p6e-gb200.36xlarge; possible: al2023 or custom"],
        fix: ['{ kind: "al2023" }'],
      },
    ],
    passes: [
      { change: h100({ instanceType: "g7.48xlarge", image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }) },
      { change: h100({ instanceType: "p6e-gb200.36xlarge" }) },
    ],
  },
  "images/bad-release": {
    severity: "error",
    trips: [
      {
        change: release("1.35", "1.35.8-20261003"),
        at: releasePath,
        message: ["1.35.8-20261003 must not be run", "panics", "issues/2845"],
        fix: ['release: "1.35.8-20260923"'],
      },
    ],
    passes: [{ change: release("1.36", "1.36.4-20261003") }],
  },
  "images/release-matches-version": {
    severity: "error",
    trips: [
      {
        change: release("1.34", "1.35.8-20260923"),
        at: releasePath,
        message: ["1.35.8-20260923 does not run with Kubernetes 1.34"],
        fix: ['release: "1.34.10-20260903"'],
      },
      {
        change: release("1.36", "1.32.13-20260714"),
        at: releasePath,
        message: ["1.32.13-20260714 does not run with Kubernetes 1.36"],
        fix: ['{ kind: "al2023", release: "1.36.4-20261003" }'],
      },
    ],
    passes: [
      { change: release("1.36", "1.33.13-20260714") },
      { change: h100({ image: { kind: "bottlerocket", release: "1.35.0-1a2b3c4d" } }) },
    ],
  },
  "images/pinned-in-production": {
    severity: "warning",
    trips: [
      {
        change: bottlerocket({}),
        at: releasePath,
        message: ["bottlerocket image is left to EKS in a production environment"],
        fix: ["none for Bottlerocket", "write the release that EKS recommends today"],
      },
    ],
    passes: [
      { change: h100({ image: { kind: "bottlerocket", release: "1.52.0-1a2b3c4d" } }) },
      { change: { ...bottlerocket({}), profile: "development" } },
    ],
  },
  "images/bottlerocket-limits": {
    severity: "error",
    trips: [
      ...BOTTLEROCKET_LACKS.map(([key, value, why]) => ({
        change: bottlerocket({ [key]: value }),
        at: ["nodeGroups", "h100", key],
        message: [`${key} does nothing on Bottlerocket`, why],
        fix: ['{ kind: "al2023" }'],
      })),
      {
        change: bottlerocket({ nodeadm: {}, localStorage: "raid0" }),
        at: ["nodeGroups", "h100", "nodeadm"],
        message: ["nodeadm"],
      },
    ],
    passes: [
      ...BOTTLEROCKET_LACKS.map(([key, value]) => ({ change: h100({ [key]: value }) })),
      { change: bottlerocket({ localStorage: "raid0", gdrcopyModule: false }) },
    ],
  },
  "images/snapshot-hidden": {
    severity: "error",
    trips: [undefined, "raid0"].map((localStorage) => ({
      when: `localStorage ${localStorage ?? "as the type has it"}`,
      change: h100({
        image: { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" },
        ...(localStorage && { localStorage }),
      }),
      at: ["nodeGroups", "h100", "image", "dataSnapshotId"],
      message: ["snap-0123456789abcdef0 would be hidden"],
      fix: ['localStorage: "none"'],
    })),
    passes: [
      { change: bottlerocket({ localStorage: "raid0" }) },
      {
        change: h100({
          image: { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" },
          localStorage: "none",
        }),
      },
      {
        when: "a type without disks",
        change: {
          nodeGroups: { cpu: { image: { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" } } },
        },
      },
    ],
  },
  "images/ultraserver-release": {
    severity: "error",
    trips: [
      {
        change: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20251102" } }),
        at: releasePath,
        message: ["1.36.0-20251102 is older than 20251103"],
        fix: ['release: "1.36.4-20261003"'],
      },
      {
        change: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20250101" } }),
        at: releasePath,
        message: ["p6e-gb200.36xlarge"],
      },
    ],
    passes: [
      { change: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20251103" } }) },
      { change: h100({ image: { kind: "al2023", release: "1.36.0-20250101" } }) },
    ],
  },
});

test("custom images and the releases of the versions file count as pinned", () => {
  const rule = ruleOf(IMAGES_RULES, "images/pinned-in-production");
  const change = h100({ image: { kind: "custom", imageId: "ami-0123456789abcdef0" } });
  expect(violations(rule, change)).toEqual([]);
  expect(violations(rule)).toEqual([]);
});

test.each(["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"])(
  "the release taken for %s is no bad one",
  (version) => {
    for (const id of ["images/bad-release", "images/release-matches-version"])
      expect(violations(ruleOf(IMAGES_RULES, id), { cluster: { version } })).toEqual([]);
  },
);

describe("images of Canonical", () => {
  const messages = (kind: string) => {
    const { error } = nodeGroupSchema.safeParse(
      { instanceType: "p5.48xlarge", nodes: 1, image: { kind } },
      { reportInput: true },
    );
    return shapeIssues(error!, nodeGroupSchema).map(({ path, message }) => [path.join("."), message]);
  };

  test.each(["ubuntu-24.04", "canonical"])("%s is told how Ubuntu is written", (kind) => {
    expect(messages(kind)).toEqual([["image.kind", expect.stringContaining('{ kind: "ubuntu", release: "24.04"')]]);
    expect(messages(kind)[0]![1]).toContain("aws ssm get-parameter --name /aws/service/canonical/ubuntu/eks/24.04/");
  });

  test("another kind has the usual words", () => {
    expect(messages("windows")).toEqual([["image.kind", expect.not.stringContaining("Canonical")]]);
  });
});
