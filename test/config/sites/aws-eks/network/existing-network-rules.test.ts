import { EXISTING_NETWORK_RULES } from "../../../../../config/sites/aws-eks/network/existing-network-rules";
import { ruleCases } from "../../../../helpers/rule-cases";

interface Subnet {
  readonly id: string;
  readonly zone: string;
  readonly cidr: string;
  readonly tier: string;
  readonly freeAddresses?: number;
}

const a = { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/20", tier: "private", freeAddresses: 4000 };
const bUnknown = { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.16.0/20", tier: "private" };
const b = { ...bUnknown, freeAddresses: 4000 };
const adopted = (...subnets: Subnet[]) => ({
  network: { kind: "existing", vpcId: "vpc-0123456789abcdef0", cidr: "10.20.0.0/16", subnets },
});
const login = { slurm: { login: { kind: "internet", allowedCidrs: ["8.8.8.0/24"] } } };

ruleCases(EXISTING_NETWORK_RULES, {
  "network/existing-subnet-per-zone": {
    severity: "error",
    trips: [
      {
        change: adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20" }),
        at: ["network", "subnets", 2],
        message: ["subnet-0000000c is the second private subnet in us-east-1b, beside subnet-0000000b"],
      },
    ],
    passes: [{ change: adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }) }],
  },
  "network/existing-subnet-ids": {
    severity: "error",
    trips: [
      {
        change: adopted(a, { ...b, id: a.id }),
        at: ["network", "subnets", 1, "id"],
        message: ["subnet-0000000a is also the id of subnet 0"],
      },
    ],
    passes: [{ change: adopted(a, b) }],
  },
  "network/existing-subnet-size": {
    severity: "error",
    trips: [
      {
        change: adopted(a, { ...b, cidr: "10.20.16.0/29" }),
        at: ["network", "subnets", 1, "cidr"],
        message: ["10.20.16.0/29 of subnet-0000000b is /29; subnets are /16 to /28"],
      },
      {
        change: adopted(a, { ...b, cidr: "10.20.0.0/15" }),
        at: ["network", "subnets", 1, "cidr"],
        message: ["is /15"],
      },
    ],
    passes: [
      { change: adopted(a, { ...b, cidr: "10.20.16.0/28" }) },
      { change: adopted(a, { ...b, cidr: "10.20.0.0/16" }) },
    ],
  },
  "network/existing-subnet-overlap": {
    severity: "error",
    trips: [
      {
        change: adopted(a, { ...b, cidr: "10.20.8.0/21" }),
        at: ["network", "subnets", 1, "cidr"],
        message: ["10.20.8.0/21 of subnet-0000000b overlaps 10.20.0.0/20 of subnet-0000000a"],
      },
    ],
    passes: [{ change: adopted(a, { ...b, cidr: "10.20.16.0/21" }) }],
  },
  "network/existing-subnet-outside": {
    severity: "warning",
    trips: [
      {
        change: adopted(a, { ...b, cidr: "100.64.0.0/20" }),
        at: ["network", "subnets", 1, "cidr"],
        message: ["100.64.0.0/20 of subnet-0000000b lies outside 10.20.0.0/16"],
        fix: ["network.cidr"],
      },
    ],
    passes: [{ change: adopted(a, { ...b, cidr: "10.20.240.0/20" }) }],
  },
  "network/existing-free-addresses": {
    severity: "error",
    trips: [
      {
        change: adopted(a, { ...b, freeAddresses: 4092 }),
        at: ["network", "subnets", 1, "freeAddresses"],
        message: ["4092 addresses cannot be free in 10.20.16.0/20"],
        fix: ["4091 at most"],
      },
    ],
    passes: [{ change: adopted(a, { ...b, freeAddresses: 4091 }) }],
  },
  "network/existing-free-unknown": {
    severity: "warning",
    trips: [
      {
        change: adopted(a, bUnknown),
        at: ["network", "subnets", 1, "freeAddresses"],
        message: ["free in subnet-0000000b is unknown; the budget counts all 4091"],
        fix: ["--subnet-ids subnet-0000000b"],
      },
    ],
    passes: [{ change: adopted(a, b, { ...bUnknown, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }) }],
  },
  "network/existing-public-needed": {
    severity: "error",
    trips: [
      {
        change: { ...adopted(a, b), ...login },
        at: ["slurm", "login", "kind"],
        message: ["none of the network's subnets is public"],
        fix: ['tier: "public"', 'kind: "internal"'],
      },
    ],
    passes: [
      {
        change: {
          ...adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }),
          ...login,
        },
      },
      { change: adopted(a, b) },
    ],
  },
});
