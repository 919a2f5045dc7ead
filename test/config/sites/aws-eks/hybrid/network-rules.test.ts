import { HYBRID_NETWORK_RULES } from "../../../../../config/sites/aws-eks/hybrid/network-rules";
import type { Change } from "../../../../helpers/environment";
import { hybrid } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

/** Other keys of the cluster beside those of the networks. */
const cluster = (change: Change, networks: Change = {}): Change => {
  const base = hybrid(networks) as { cluster: Change };
  return { ...base, cluster: { ...base.cluster, ...change } };
};
const blocks = (count: number, second: number) => Array.from({ length: count }, (_, at) => `10.${second}.${at}.0/24`);
const EXISTING = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  subnets: ["a", "b"].map((zone, at) => ({
    id: `subnet-0123456789abcdef${at}`,
    zone: `us-east-1${zone}`,
    cidr: `10.20.${at}.0/24`,
    tier: "private",
  })),
};

ruleCases(HYBRID_NETWORK_RULES, {
  "hybrid/address-range": {
    severity: "error",
    trips: [
      {
        change: hybrid({ nodeCidrs: ["203.0.113.0/24"] }),
        at: ["cluster", "hybrid", "nodeCidrs", 0],
        message: ["203.0.113.0/24, a block of hybrid nodes, lies in none of 10.0.0.0/8"],
      },
      {
        change: hybrid({ podCidrs: ["10.201.0.0/16", "172.0.0.0/8"] }),
        at: ["cluster", "hybrid", "podCidrs", 1],
        message: ["172.0.0.0/8"],
        fix: ["172.16.0.0/12"],
      },
    ],
    passes: [
      { change: hybrid() },
      { change: hybrid({ nodeCidrs: ["100.64.0.0/16"] }), when: "shared addresses" },
      { change: {}, when: "a cluster without hybrid nodes" },
    ],
  },
  "hybrid/address-overlap": {
    severity: "error",
    trips: [
      {
        change: hybrid({ nodeCidrs: ["10.20.8.0/22"] }),
        at: ["cluster", "hybrid", "nodeCidrs", 0],
        message: ["overlaps 10.20.0.0/16, the VPC (network.cidr)"],
      },
      {
        change: hybrid({ podCidrs: ["172.16.0.0/12"] }),
        at: ["cluster", "hybrid", "podCidrs", 0],
        message: ["overlaps 172.20.0.0/16, Kubernetes services"],
      },
      {
        change: hybrid({ nodeCidrs: ["10.200.0.0/22"], podCidrs: ["10.200.0.0/16"] }),
        at: ["cluster", "hybrid", "podCidrs", 0],
        message: ["overlaps 10.200.0.0/22, a block of hybrid nodes"],
      },
    ],
    passes: [{ change: hybrid() }, { change: hybrid({ nodeCidrs: ["10.21.0.0/22", "10.21.4.0/22"] }) }],
  },
  "hybrid/endpoint": {
    severity: "error",
    trips: [
      {
        change: cluster({ endpoint: { kind: "public-and-private", allowedCidrs: ["198.18.0.0/24"] } }),
        at: ["cluster", "endpoint", "kind"],
        message: ["public and private"],
        fix: ['kind: "private"'],
      },
    ],
    passes: [
      { change: cluster({ endpoint: { kind: "private" } }) },
      { change: cluster({ endpoint: { kind: "public", allowedCidrs: ["198.18.0.0/24"] } }), when: "a public one" },
      { change: { cluster: { endpoint: { kind: "public-and-private", allowedCidrs: ["198.18.0.0/24"] } } } },
    ],
  },
  "hybrid/endpoint-blocks": {
    severity: "error",
    trips: [
      {
        change: cluster({ endpoint: { kind: "private", privateCidrs: ["10.20.0.0/16", "10.201.0.0/16"] } }),
        at: ["cluster", "endpoint", "privateCidrs", 1],
        message: ["10.201.0.0/16 is a block of cluster.hybrid"],
      },
    ],
    passes: [{ change: cluster({ endpoint: { kind: "private", privateCidrs: ["10.20.0.0/16", "10.202.0.0/16"] } }) }],
  },
  "hybrid/security-group-rules": {
    severity: "error",
    trips: [
      {
        change: cluster(
          { endpoint: { kind: "private", privateCidrs: blocks(13, 50) } },
          { nodeCidrs: blocks(15, 200) },
        ),
        at: ["cluster", "endpoint", "privateCidrs"],
        message: ["47 rules for 16 blocks on premises and 14 others"],
        fix: ["at most 12"],
      },
      {
        change: cluster({}, { nodeCidrs: blocks(15, 200), podCidrs: blocks(15, 201) }),
        at: ["cluster", "hybrid", "nodeCidrs"],
        message: ["75 rules for 30 blocks on premises"],
        fix: ["fewer and larger blocks"],
      },
    ],
    passes: [
      {
        change: cluster(
          { endpoint: { kind: "private", privateCidrs: blocks(12, 50) } },
          { nodeCidrs: blocks(15, 200) },
        ),
      },
      {
        change: cluster(
          { endpoint: { kind: "private", privateCidrs: blocks(13, 50) } },
          { nodeCidrs: blocks(15, 200), podRoutes: { kind: "none" } },
        ),
        when: "pods have the address of their node",
      },
      { change: { cluster: { endpoint: { kind: "private", privateCidrs: blocks(60, 50) } } }, when: "another rule's" },
    ],
  },
  "hybrid/connection-to-existing-network": {
    severity: "error",
    trips: [
      {
        change: {
          ...hybrid({ connection: { kind: "transit-gateway", id: "tgw-0123456789abcdef0" } }),
          network: EXISTING,
        },
        at: ["cluster", "hybrid", "connection"],
        message: ["vpc-0123456789abcdef0 exists"],
      },
    ],
    passes: [
      { change: { ...hybrid(), network: EXISTING } },
      { change: hybrid({ connection: { kind: "transit-gateway", id: "tgw-0123456789abcdef0" } }) },
    ],
  },
});
