import { NETWORK_RULES } from "../../../../../config/sites/aws-eks/network/rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

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

ruleCases(NETWORK_RULES, {
  "network/cidr-host-bits": {
    severity: "error",
    trips: [
      {
        change: cidr("10.20.1.0/16"),
        at: ["network", "cidr"],
        message: ["10.20.1.0/16 has bits"],
        fix: ["write 10.20.0.0/16"],
      },
    ],
    passes: [{ change: cidr("10.20.0.0/16") }],
  },
  "network/vpc-size": {
    severity: "error",
    trips: [
      {
        change: cidr("10.20.0.0/23"),
        at: ["network", "cidr"],
        message: ["is /23; allowed are /16 to /22"],
        fix: ["write 10.20.0.0/22"],
      },
      { change: cidr("10.20.0.0/15"), at: ["network", "cidr"], message: ["is /15"], fix: ["write 10.20.0.0/16"] },
      {
        change: { network: { ...existing, cidr: "10.0.0.0/8" } },
        at: ["network", "cidr"],
        message: ["is /8; allowed are /16 to /28"],
        fix: ["that the VPC has"],
      },
    ],
    passes: [
      { change: cidr("10.20.0.0/22") },
      { change: cidr("10.20.0.0/16") },
      { change: { network: { ...existing, cidr: "10.20.0.0/24" } } },
    ],
  },
  "network/forbidden-range": {
    severity: "error",
    trips: [
      { change: cidr("169.254.0.0/16"), at: ["network", "cidr"], message: ["169.254.0.0/16"], fix: ["10.0.0.0/8"] },
    ],
    passes: [{ change: cidr("169.255.0.0/16") }],
  },
  "network/private-range": {
    severity: "warning",
    trips: [
      {
        change: cidr("172.32.0.0/16"),
        at: ["network", "cidr"],
        message: ["172.32.0.0/16 holds public addresses"],
        fix: ["172.16.0.0/12"],
      },
      { change: cidr("100.128.0.0/16"), at: ["network", "cidr"], message: ["100.128.0.0/16"], fix: ["100.64.0.0/10"] },
    ],
    passes: [{ change: cidr("172.31.0.0/16") }, { change: cidr("100.127.0.0/16") }],
  },
  "network/docker-bridge": {
    severity: "warning",
    trips: [
      {
        change: cidr("172.17.128.0/20"),
        at: ["network", "cidr"],
        message: ["172.17.128.0/20 overlaps 172.17.0.0/16"],
        fix: ["10.20.0.0/16"],
      },
    ],
    passes: [{ change: cidr("172.18.0.0/16") }],
  },
  "network/service-cidr-overlap": {
    severity: "error",
    trips: [
      {
        change: services("172.20.0.0/16", "172.20.128.0/20"),
        at: ["cluster", "serviceCidr"],
        message: ["172.20.0.0/16 overlaps 172.20.128.0/20"],
        fix: ["write 10.100.0.0/16"],
      },
      {
        change: {
          network: {
            ...existing,
            subnets: [
              ...existing.subnets,
              { id: "subnet-0000000c", zone: "us-east-1c", cidr: "172.20.0.0/24", tier: "private" },
            ],
          },
        },
        at: ["cluster", "serviceCidr"],
        message: ["172.20.0.0/16 overlaps 172.20.0.0/24"],
        fix: ["write 10.100.0.0/16"],
      },
    ],
    passes: [{ change: services("172.20.0.0/16", "172.21.0.0/16") }, { change: { network: existing } }],
  },
  "network/service-cidr-range": {
    severity: "error",
    trips: [
      {
        change: services("172.20.0.0/25"),
        at: ["cluster", "serviceCidr"],
        message: ["is /25; EKS allows /12 to /24"],
        fix: ["write 172.20.0.0/16"],
      },
      {
        change: services("100.64.0.0/16"),
        at: ["cluster", "serviceCidr"],
        message: ["100.64.0.0/16 is outside 10.0.0.0/8"],
        fix: ["write 172.20.0.0/16"],
      },
      { change: services("172.0.0.0/11"), at: ["cluster", "serviceCidr"], message: ["is /11"] },
    ],
    passes: [
      { change: services("172.20.0.0/24") },
      { change: services("10.100.0.0/16") },
      { change: services("172.16.0.0/12") },
    ],
  },
  "network/no-way-out": {
    severity: "error",
    trips: [
      {
        change: { network: { nat: "none" } },
        at: ["network", "endpoints"],
        message: ['endpoints is "s3"'],
        fix: ['endpoints: "all"'],
      },
    ],
    passes: [{ change: { network: { nat: "none", endpoints: "all" } } }],
  },
  "network/no-public-registry": {
    severity: "warning",
    trips: [
      {
        change: { network: { nat: "none", endpoints: "all" } },
        at: ["network", "nat"],
        message: ["ghcr.io"],
        fix: ["platform.helmValues"],
      },
    ],
    passes: [{ change: { network: { nat: "single", endpoints: "all" } } }],
  },
  "network/single-nat": {
    severity: "warning",
    tripsSample: true,
    trips: [{ change: {}, at: ["network", "nat"], message: ["us-east-1a serves 2 zones"], fix: ['nat: "per-zone"'] }],
    passes: [{ change: { profile: "development" } }],
  },
});

test("host bits are told of every key with a block", () => {
  const change = {
    network: {
      ...existing,
      cidr: "10.20.0.1/16",
      subnets: [existing.subnets[0], { ...existing.subnets[1], cidr: "10.20.64.1/18" }],
    },
    cluster: {
      serviceCidr: "172.20.1.0/16",
      endpoint: {
        kind: "public-and-private",
        allowedCidrs: ["8.8.8.0/24", "8.8.9.1/24"],
        privateCidrs: ["10.20.0.0/16", "10.200.0.1/16"],
      },
    },
    slurm: { login: { kind: "internet", allowedCidrs: ["8.8.8.8/32", "8.8.8.8/31", "8.8.8.9/31"] } },
  };
  expect(violations(ruleOf(NETWORK_RULES, "network/cidr-host-bits"), change).map((v) => v.path)).toEqual([
    ["network", "cidr"],
    ["network", "subnets", 1, "cidr"],
    ["cluster", "serviceCidr"],
    ["cluster", "endpoint", "allowedCidrs", 1],
    ["cluster", "endpoint", "privateCidrs", 1],
    ["slurm", "login", "allowedCidrs", 2],
  ]);
});

test("one NAT gateway for each zone is never told of", () => {
  expect(violations(ruleOf(NETWORK_RULES, "network/single-nat"), { network: { nat: "per-zone" } })).toEqual([]);
});

test("a forbidden block is not told of twice", () => {
  expect(violations(ruleOf(NETWORK_RULES, "network/private-range"), cidr("127.0.0.0/16"))).toEqual([]);
});
