import fc from "fast-check";
import { HYBRID_RANGES } from "../../../../../config/facts/hybrid-nodes";
import { ADDON_VERSIONS } from "../../../../../config/facts/versions";
import { HYBRID_ADDONS } from "../../../../../config/facts/hybrid-nodes";
import { contains, formatCidr, networkOf, overlaps } from "../../../../../config/kernel/cidr";
import { compareVersions } from "../../../../../config/kernel/version-order";
import { HYBRID_NETWORK_RULES } from "../../../../../config/sites/aws-eks/hybrid/network-rules";
import { hybridPools } from "../../../../../config/sites/aws-eks/hybrid/pool";
import { hybridPoolSchema } from "../../../../../config/sites/aws-eks/hybrid/pool-schema";
import { remoteCidrs } from "../../../../../config/sites/aws-eks/hybrid/resolve";
import { ec2Groups } from "../../../../../config/sites/aws-eks/nodes/ec2-groups";
import { hasShape, ruleOf, sample, violations } from "../../../../helpers/environment";
import { hybrid, L40S_POOL, PEM } from "../../../../helpers/hybrid";

const { env } = sample(hybrid({}, { labels: { "example.com/room": "b2" } }));

test("pools on premises stand beside node groups, in the order of config", () => {
  expect(env.nodeGroups.map(({ name }) => name)).toEqual(["h100", "cpu", "onsite"]);
  expect(ec2Groups(env).map(({ name }) => name)).toEqual(["h100", "cpu"]);
  expect(hybridPools(env).map(({ name }) => name)).toEqual(["onsite"]);
});

test("nodes are found by labels with which they register, and keep pods without GPUs away", () => {
  const [pool] = hybridPools(env);
  expect(pool?.nodeSelector).toEqual({ "railyard.dev/node-group": "onsite" });
  expect(pool?.hybrid).toEqual({
    os: "ubuntu-24.04",
    labels: {
      "example.com/room": "b2",
      "railyard.dev/node-group": "onsite",
      "railyard.dev/role": "gpu",
      "railyard.dev/gpu": "l40s",
      "railyard.dev/fabric": "none",
    },
  });
  expect(pool?.taints).toEqual([{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }]);
  expect(pool?.gpus).toMatchObject({ count: 4 });
});

test("GPUs of both are counted", () => {
  expect(env.cost.gpuHours.perMonth).toBe((4 * 8 + 24 * 4) * 730);
});

test("private subnets route to pods only where somebody carries packets to them", () => {
  expect(remoteCidrs(env.cluster.hybrid!)).toEqual(["10.200.0.0/22", "10.201.0.0/16"]);
  const without = sample(hybrid({ podRoutes: { kind: "none" } })).env.cluster.hybrid!;
  expect(remoteCidrs(without)).toEqual(["10.200.0.0/22"]);
});

test.each([
  ["Ubuntu 20.04, on whose kernel Cilium does not run", hybrid({}, { os: "ubuntu-20.04" })],
  ["RHEL 8, for the same reason", hybrid({}, { os: "rhel-8" })],
  ["a server without all that must be known", hybrid({}, { server: "l40s-4" })],
  ["an instance type of EC2", hybrid({}, { instanceType: "p5.48xlarge" })],
  ["an activation code", hybrid({ credentials: { kind: "ssm", activationCode: "abc" } })],
  [
    "a private key beside a certificate",
    hybrid({
      credentials: {
        kind: "roles-anywhere",
        trustAnchor: {
          kind: "certificates",
          pem: `${PEM}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`,
        },
      },
    }),
  ],
  ["the old config map alone", { cluster: { authenticationMode: "config-map" } }],
  [
    "what is no authority of AWS",
    hybrid({
      credentials: { kind: "roles-anywhere", trustAnchor: { kind: "private-ca", arn: "arn:aws:acm-pca:us-east-1" } },
    }),
  ],
  ["no block of nodes", hybrid({ nodeCidrs: [] })],
  ["more blocks than EKS takes", hybrid({ nodeCidrs: Array.from({ length: 16 }, (_, at) => `10.200.${at}.0/24`) })],
])("the schema does not take %s", (_, change) => expect(hasShape(change)).toBe(false));

test.each([
  ["bottlerocket", "joins by a settings.toml of its own"],
  ["ubuntu-20.04", "its kernel is older than 5.10"],
  ["rhel-8.10", "its kernel is older than 5.10"],
  ["al2023", "as a virtual machine alone"],
])("the system %s is refused in words", (os, words) => {
  const { error } = hybridPoolSchema.safeParse({ ...L40S_POOL, os });
  expect(error?.issues[0]?.message).toContain(words);
});

test("another one has the usual words", () => {
  const { error } = hybridPoolSchema.safeParse({ ...L40S_POOL, os: "debian-13" });
  expect(error?.issues[0]?.message).toMatch(/^Invalid option/);
});

test("certificates alone are taken", () => {
  const credentials = { kind: "roles-anywhere", trustAnchor: { kind: "certificates", pem: PEM + PEM } };
  expect(hasShape(hybrid({ credentials }))).toBe(true);
});

test("add-ons of every cluster are new enough for hybrid nodes, as far as versions are pinned", () => {
  for (const [addon, least] of Object.entries(HYBRID_ADDONS)) {
    const pinned = Object.values(ADDON_VERSIONS[addon as keyof typeof ADDON_VERSIONS].versions);
    expect(pinned.length).toBeGreaterThan(0);
    for (const version of pinned) expect(compareVersions(version, least)).toBeGreaterThanOrEqual(0);
  }
});

test("whatever blocks are written, those that no rule finds fault with are private and meet nothing", () => {
  const block = fc
    .tuple(fc.nat({ max: 2 ** 32 - 1 }), fc.integer({ min: 8, max: 28 }))
    .map(([base, prefix]) => formatCidr(networkOf({ base, prefix })));
  const likely = fc.oneof(block, fc.constantFrom("10.200.0.0/22", "10.20.4.0/22", "100.64.0.0/12", "172.20.3.0/24"));
  const rules = ["hybrid/address-range", "hybrid/address-overlap"].map((id) => ruleOf(HYBRID_NETWORK_RULES, id));
  fc.assert(
    fc.property(fc.array(likely, { minLength: 1, maxLength: 3 }), likely, (nodeCidrs, pods) => {
      const change = hybrid({ nodeCidrs, podCidrs: [pods] });
      const blocks = [...nodeCidrs, pods];
      const taken = ["10.20.0.0/16", "172.20.0.0/16"];
      const isLegal =
        blocks.every((one) => HYBRID_RANGES.some((range) => contains(range, one))) &&
        blocks.every((one, at) => ![...taken, ...blocks.slice(0, at)].some((other) => overlaps(one, other)));
      expect(rules.flatMap((rule) => violations(rule, change)).length === 0).toBe(isLegal);
    }),
    { numRuns: 200 },
  );
});
