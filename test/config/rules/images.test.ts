import { IMAGES_RULES } from "../../../config/rules/images";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const h100 = (change: object) => ({ nodeGroups: { h100: change } });
const release = (version: string, of: string) => ({
  cluster: { version },
  nodeGroups: { h100: { image: { release: of } } },
});
const releasePath = ["nodeGroups", "h100", "image", "release"];
const bottlerocket = (change: object) => h100({ image: { kind: "bottlerocket" }, ...change });

describeRules(IMAGES_RULES, [
  {
    id: "images/ami-type-exists",
    severity: "error",
    trips: h100({ instanceType: "g7.48xlarge" }),
    path: ["nodeGroups", "h100", "image", "kind"],
    says: ["EKS makes no al2023 image for g7.48xlarge; possible: custom", 'kind: "custom"'],
    passes: h100({ instanceType: "g7.48xlarge", image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
  },
  {
    id: "images/ami-type-exists",
    severity: "error",
    trips: bottlerocket({ instanceType: "p6e-gb200.36xlarge" }),
    path: ["nodeGroups", "h100", "image", "kind"],
    says: ["EKS makes no bottlerocket image for p6e-gb200.36xlarge; possible: al2023 or custom", '{ kind: "al2023" }'],
    passes: h100({ instanceType: "p6e-gb200.36xlarge" }),
  },
  {
    id: "images/bad-release",
    severity: "error",
    trips: release("1.35", "1.35.8-20261003"),
    path: releasePath,
    says: ["1.35.8-20261003 must not be run", "panics", "issues/2845", 'release: "1.35.8-20260923"'],
    passes: release("1.36", "1.36.4-20261003"),
  },
  {
    id: "images/release-matches-version",
    severity: "error",
    trips: release("1.34", "1.35.8-20260923"),
    path: releasePath,
    says: ["1.35.8-20260923 is newer than the cluster (1.34)", 'release: "1.34.10-20260903"'],
    passes: release("1.35", "1.35.8-20260923"),
  },
  {
    id: "images/release-matches-version",
    severity: "error",
    trips: release("1.36", "1.32.13-20260714"),
    path: releasePath,
    says: ["4 minor versions behind", "(1.36)", 'release: "1.36.4-20261003"'],
    passes: release("1.36", "1.33.13-20260714"),
  },
  {
    id: "images/release-behind",
    severity: "warning",
    trips: release("1.36", "1.34.10-20260903"),
    path: releasePath,
    says: ["1.34.10-20260903 is 2 minor versions behind the cluster (1.36)", 'release: "1.36.4-20261003"'],
    passes: release("1.36", "1.36.4-20261003"),
  },
  {
    id: "images/release-behind",
    severity: "warning",
    trips: release("1.36", "1.35.8-20260923"),
    path: releasePath,
    says: ["1 minor version behind"],
    passes: release("1.36", "1.32.13-20260714"),
  },
  {
    id: "images/pinned-in-production",
    severity: "warning",
    trips: { nodeGroups: { cpu: null } },
    path: releasePath,
    says: ["al2023 image is left to EKS in a production environment", 'release: "1.36.4-20261003"'],
    passes: { nodeGroups: { cpu: null, h100: { image: { release: "1.36.4-20261003" } } } },
  },
  {
    id: "images/pinned-in-production",
    severity: "warning",
    trips: { nodeGroups: { cpu: null, h100: { image: { kind: "bottlerocket" } } } },
    path: releasePath,
    says: ["bottlerocket image is left to EKS", "none for Bottlerocket"],
    passes: { profile: "development" },
  },
  ...(
    [
      ["bootScript", "echo", "no shell"],
      ["nodeadm", {}, "settings"],
      ["gdrcopyModule", true, "kernel modules"],
      ["localStorage", "raid10", "raid0"],
      ["localStorage", "mount", "raid0"],
    ] as const
  ).map(([key, value, why]) => ({
    id: "images/bottlerocket-limits",
    severity: "error" as const,
    trips: bottlerocket({ [key]: value }),
    path: ["nodeGroups", "h100", key],
    says: [`${key} does nothing on Bottlerocket`, why, '{ kind: "al2023" }'],
    passes: h100({ [key]: value }),
  })),
  {
    id: "images/bottlerocket-limits",
    severity: "error",
    trips: bottlerocket({ nodeadm: {}, localStorage: "raid0" }),
    path: ["nodeGroups", "h100", "nodeadm"],
    says: ["nodeadm"],
    passes: bottlerocket({ localStorage: "raid0", gdrcopyModule: false }),
  },
  {
    id: "images/ultraserver-release",
    severity: "error",
    trips: h100({ instanceType: "p6e-gb200.36xlarge", image: { release: "1.36.0-20251102" } }),
    path: releasePath,
    says: ["1.36.0-20251102 is older than 20251103", 'release: "1.36.4-20261003"'],
    passes: h100({ instanceType: "p6e-gb200.36xlarge", image: { release: "1.36.0-20251103" } }),
  },
  {
    id: "images/ultraserver-release",
    severity: "error",
    trips: h100({ instanceType: "p6e-gb200.36xlarge", image: { release: "1.36.0-20250101" } }),
    path: releasePath,
    says: ["p6e-gb200.36xlarge"],
    passes: h100({ image: { release: "1.36.0-20250101" } }),
  },
]);

test("every group without a release is told of, custom images are not", () => {
  const rule = ruleOf(IMAGES_RULES, "images/pinned-in-production");
  const change = h100({ image: { kind: "custom", imageId: "ami-0123456789abcdef0" } });
  expect(violations(rule).map((v) => v.path[1])).toEqual(["h100", "cpu"]);
  expect(violations(rule, change).map((v) => v.path[1])).toEqual(["cpu"]);
});
