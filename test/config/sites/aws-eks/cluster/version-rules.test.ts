import { CLUSTER_VERSION_RULES } from "../../../../../config/sites/aws-eks/cluster/version-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const path = ["cluster", "version"];
const cluster = (version: string, support = "standard") => ({ cluster: { version, support } });
const oregon = {
  region: "us-west-2",
  network: { zones: ["us-west-2a", "us-west-2b"] },
  nodeGroups: { h100: { capacity: { zone: "us-west-2a" } } },
};

// 1.34: standard support until 2026-12-02, extended until 2027-12-02
ruleCases(CLUSTER_VERSION_RULES, {
  "cluster/version-ended": {
    severity: "error",
    trips: [
      {
        change: cluster("1.34"),
        now: "2026-12-02T00:00:00Z",
        at: path,
        message: ["standard support of Kubernetes 1.34 ended on 2026-12-02"],
        fix: ['version: "1.36"', 'support: "extended" until 2027-12-02'],
      },
      {
        change: cluster("1.34", "extended"),
        now: "2027-12-02T00:00:00Z",
        at: path,
        message: ["extended support of Kubernetes 1.34 ended on 2027-12-02"],
      },
    ],
    passes: [
      { change: cluster("1.34"), now: "2026-12-01T23:59:59Z" },
      { change: cluster("1.34", "extended"), now: "2027-12-01T23:59:59Z" },
    ],
  },
  "cluster/version-ends-soon": {
    severity: "warning",
    trips: [
      {
        change: cluster("1.34"),
        now: "2026-11-21T12:00:00Z",
        at: path,
        message: ["standard support of Kubernetes 1.34 ends on 2026-12-02, in 11 days"],
        fix: ["upgrade to 1.35"],
      },
      {
        change: cluster("1.34", "extended"),
        now: "2027-10-03T00:00:00Z",
        at: path,
        message: ["extended support", "2027-12-02, in 60 days"],
      },
    ],
    passes: [
      { change: cluster("1.35"), now: "2026-11-21T12:00:00Z" },
      { change: cluster("1.34", "extended"), now: "2027-10-02T00:00:00Z" },
    ],
  },
  "cluster/extended-price": {
    severity: "warning",
    trips: [
      {
        change: cluster("1.34", "extended"),
        now: "2026-12-02T00:00:00Z",
        at: path,
        message: ["in extended support since 2026-12-02", "0.60 $/h instead of 0.10 $/h"],
        fix: ['version: "1.36"'],
      },
      {
        change: { ...oregon, ...cluster("1.33", "extended") },
        at: path,
        message: ["the price in us-west-2 is unknown"],
      },
    ],
    passes: [
      { change: cluster("1.34", "extended"), now: "2026-12-01T00:00:00Z" },
      { change: { ...oregon, ...cluster("1.33", "standard") } },
    ],
  },
  "cluster/version-newer-than-proven": {
    severity: "warning",
    trips: [
      {
        change: cluster("1.37"),
        at: path,
        message: ["1.37 is newer than 1.36", "end of its support is unknown"],
        fix: ['version: "1.36"'],
      },
    ],
    passes: [{ change: cluster("1.36") }],
  },
  "cluster/version-unpinned-addons": {
    severity: "warning",
    trips: [
      {
        change: cluster("1.35"),
        at: path,
        message: ["no version is known for Kubernetes 1.35 of eks-node-monitoring-agent: EKS's default"],
        fix: ["config/facts/versions.ts"],
      },
    ],
    passes: [{ change: cluster("1.36") }],
  },
});

test("every add-on without a version is named, at once", () => {
  const [found] = violations(ruleOf(CLUSTER_VERSION_RULES, "cluster/version-unpinned-addons"), cluster("1.33"));
  expect(found?.message).toContain("of eks-pod-identity-agent, eks-node-monitoring-agent:");
});

test.each(["cluster/version-ends-soon", "cluster/extended-price"])("%s is silent once the version has ended", (id) => {
  const change = cluster("1.34", "extended");
  expect(violations(ruleOf(CLUSTER_VERSION_RULES, id), change, new Date("2027-12-02T00:00:00Z"))).toEqual([]);
});

test.each([
  ["standard support, while extended support lasts", "standard", "2027-12-01T23:59:59Z", true],
  ["standard support, on the day that extended support ends", "standard", "2027-12-02T00:00:00Z", false],
  ["extended support itself", "extended", "2027-12-02T00:00:00Z", false],
])("extended support is offered where it helps: after the end of %s", (_, support, now, offered) => {
  const [found] = violations(
    ruleOf(CLUSTER_VERSION_RULES, "cluster/version-ended"),
    cluster("1.34", support),
    new Date(now),
  );
  expect(found?.fix).toBe(
    `write version: "1.36", one minor at a time${offered ? '; or support: "extended" until 2027-12-02' : ""}`,
  );
});
