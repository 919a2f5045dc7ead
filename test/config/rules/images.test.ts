import { IMAGES_RULES } from "../../../config/rules/images";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const h100 = (change: object) => ({ nodeGroups: { h100: change } });
const release = (version: string, of: string) => ({
  cluster: { version },
  nodeGroups: { h100: { image: { kind: "al2023", release: of } } },
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
    says: ["1.35.8-20260923 does not run with Kubernetes 1.34", 'release: "1.34.10-20260903"'],
    passes: release("1.36", "1.33.13-20260714"),
  },
  {
    id: "images/release-matches-version",
    severity: "error",
    trips: release("1.36", "1.32.13-20260714"),
    path: releasePath,
    says: ["1.32.13-20260714 does not run with Kubernetes 1.36", '{ kind: "al2023", release: "1.36.4-20261003" }'],
    passes: h100({ image: { kind: "bottlerocket", release: "1.35.0-1a2b3c4d" } }),
  },
  {
    id: "images/pinned-in-production",
    severity: "warning",
    trips: bottlerocket({}),
    path: releasePath,
    says: ["bottlerocket image is left to EKS in a production environment", "none for Bottlerocket"],
    passes: h100({ image: { kind: "bottlerocket", release: "1.52.0-1a2b3c4d" } }),
  },
  {
    id: "images/pinned-in-production",
    severity: "warning",
    trips: bottlerocket({}),
    path: releasePath,
    says: ["write the release that EKS recommends today"],
    passes: { ...bottlerocket({}), profile: "development" },
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
    trips: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20251102" } }),
    path: releasePath,
    says: ["1.36.0-20251102 is older than 20251103", 'release: "1.36.4-20261003"'],
    passes: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20251103" } }),
  },
  {
    id: "images/ultraserver-release",
    severity: "error",
    trips: h100({ instanceType: "p6e-gb200.36xlarge", image: { kind: "al2023", release: "1.36.0-20250101" } }),
    path: releasePath,
    says: ["p6e-gb200.36xlarge"],
    passes: h100({ image: { kind: "al2023", release: "1.36.0-20250101" } }),
  },
]);

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
