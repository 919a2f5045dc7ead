import { NETWORK_RULES } from "../../../config/rules/network";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const cidr = (block: string) => ({ network: { cidr: block } });
const services = (block: string, vpc = "10.20.0.0/16") => ({
  network: { cidr: vpc },
  cluster: { serviceCidr: block },
});
const existing = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  subnets: [
    { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
    { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
  ],
};

describeRules(NETWORK_RULES, [
  {
    id: "network/cidr-host-bits",
    severity: "error",
    trips: cidr("10.20.1.0/16"),
    path: ["network", "cidr"],
    says: ["10.20.1.0/16 has bits", "write 10.20.0.0/16"],
    passes: cidr("10.20.0.0/16"),
  },
  {
    id: "network/vpc-size",
    severity: "error",
    trips: cidr("10.20.0.0/23"),
    path: ["network", "cidr"],
    says: ["is /23; allowed are /16 to /22", "write 10.20.0.0/22"],
    passes: cidr("10.20.0.0/22"),
  },
  {
    id: "network/vpc-size",
    severity: "error",
    trips: cidr("10.20.0.0/15"),
    path: ["network", "cidr"],
    says: ["is /15", "write 10.20.0.0/16"],
    passes: cidr("10.20.0.0/16"),
  },
  {
    id: "network/vpc-size",
    severity: "error",
    trips: { network: { ...existing, cidr: "10.0.0.0/8" } },
    path: ["network", "cidr"],
    says: ["is /8; allowed are /16 to /28", "that the VPC has"],
    passes: { network: { ...existing, cidr: "10.20.0.0/24" } },
  },
  {
    id: "network/forbidden-range",
    severity: "error",
    trips: cidr("169.254.0.0/16"),
    path: ["network", "cidr"],
    says: ["169.254.0.0/16", "10.0.0.0/8"],
    passes: cidr("169.255.0.0/16"),
  },
  {
    id: "network/private-range",
    severity: "warning",
    trips: cidr("172.32.0.0/16"),
    path: ["network", "cidr"],
    says: ["172.32.0.0/16 holds public addresses", "172.16.0.0/12"],
    passes: cidr("172.31.0.0/16"),
  },
  {
    id: "network/private-range",
    severity: "warning",
    trips: cidr("100.128.0.0/16"),
    path: ["network", "cidr"],
    says: ["100.128.0.0/16", "100.64.0.0/10"],
    passes: cidr("100.127.0.0/16"),
  },
  {
    id: "network/docker-bridge",
    severity: "warning",
    trips: cidr("172.17.128.0/20"),
    path: ["network", "cidr"],
    says: ["172.17.128.0/20 overlaps 172.17.0.0/16", "10.20.0.0/16"],
    passes: cidr("172.18.0.0/16"),
  },
  {
    id: "network/service-cidr-overlap",
    severity: "error",
    trips: services("172.20.0.0/16", "172.20.128.0/20"),
    path: ["cluster", "serviceCidr"],
    says: ["172.20.0.0/16 overlaps 172.20.128.0/20", "write 10.100.0.0/16"],
    passes: services("172.20.0.0/16", "172.21.0.0/16"),
  },
  {
    id: "network/service-cidr-overlap",
    severity: "error",
    trips: {
      network: {
        ...existing,
        subnets: [
          ...existing.subnets,
          { id: "subnet-0000000c", zone: "us-east-1c", cidr: "172.20.0.0/24", tier: "private" },
        ],
      },
    },
    path: ["cluster", "serviceCidr"],
    says: ["172.20.0.0/16 overlaps 172.20.0.0/24", "write 10.100.0.0/16"],
    passes: { network: existing },
  },
  {
    id: "network/service-cidr-range",
    severity: "error",
    trips: services("172.20.0.0/25"),
    path: ["cluster", "serviceCidr"],
    says: ["is /25; EKS allows /12 to /24", "write 172.20.0.0/16"],
    passes: services("172.20.0.0/24"),
  },
  {
    id: "network/service-cidr-range",
    severity: "error",
    trips: services("100.64.0.0/16"),
    path: ["cluster", "serviceCidr"],
    says: ["100.64.0.0/16 is outside 10.0.0.0/8", "write 172.20.0.0/16"],
    passes: services("10.100.0.0/16"),
  },
  {
    id: "network/service-cidr-range",
    severity: "error",
    trips: services("172.0.0.0/11"),
    path: ["cluster", "serviceCidr"],
    says: ["is /11"],
    passes: services("172.16.0.0/12"),
  },
  {
    id: "network/no-way-out",
    severity: "error",
    trips: { network: { nat: "none" } },
    path: ["network", "endpoints"],
    says: ['endpoints is "s3"', 'endpoints: "all"'],
    passes: { network: { nat: "none", endpoints: "all" } },
  },
  {
    id: "network/no-public-registry",
    severity: "warning",
    trips: { network: { nat: "none", endpoints: "all" } },
    path: ["network", "nat"],
    says: ["ghcr.io", "platform.helmValues"],
    passes: { network: { nat: "single", endpoints: "all" } },
  },
  {
    id: "network/single-nat",
    severity: "warning",
    trips: {},
    path: ["network", "nat"],
    says: ["us-east-1a serves 2 zones", 'nat: "per-zone"'],
    passes: { profile: "development" },
  },
]);

test("host bits are told of every key with a block", () => {
  const change = {
    network: {
      ...existing,
      cidr: "10.20.0.1/16",
      subnets: [existing.subnets[0], { ...existing.subnets[1], cidr: "10.20.64.1/18" }],
    },
    cluster: {
      serviceCidr: "172.20.1.0/16",
      endpoint: { kind: "public-and-private", allowedCidrs: ["8.8.8.0/24", "8.8.9.1/24"] },
    },
    slurm: { login: { kind: "internet", allowedCidrs: ["8.8.8.8/32", "8.8.8.8/31", "8.8.8.9/31"] } },
  };
  expect(violations(ruleOf(NETWORK_RULES, "network/cidr-host-bits"), change).map((v) => v.path)).toEqual([
    ["network", "cidr"],
    ["network", "subnets", 1, "cidr"],
    ["cluster", "serviceCidr"],
    ["cluster", "endpoint", "allowedCidrs", 1],
    ["slurm", "login", "allowedCidrs", 2],
  ]);
});

test("one NAT gateway for each zone is never told of", () => {
  expect(violations(ruleOf(NETWORK_RULES, "network/single-nat"), { network: { nat: "per-zone" } })).toEqual([]);
});

test("a forbidden block is not told of twice", () => {
  expect(violations(ruleOf(NETWORK_RULES, "network/private-range"), cidr("127.0.0.0/16"))).toEqual([]);
});
