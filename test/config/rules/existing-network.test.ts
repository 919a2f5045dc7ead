import { EXISTING_NETWORK_RULES } from "../../../config/rules/existing-network";
import { describeRules } from "../../helpers/rule-pairs";

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

describeRules(EXISTING_NETWORK_RULES, [
  {
    id: "network/existing-subnet-per-zone",
    severity: "error",
    trips: adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20" }),
    path: ["network", "subnets", 2],
    says: ["subnet-0000000c is the second private subnet in us-east-1b, beside subnet-0000000b"],
    passes: adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }),
  },
  {
    id: "network/existing-subnet-ids",
    severity: "error",
    trips: adopted(a, { ...b, id: a.id }),
    path: ["network", "subnets", 1, "id"],
    says: ["subnet-0000000a is also the id of subnet 0"],
    passes: adopted(a, b),
  },
  {
    id: "network/existing-subnet-size",
    severity: "error",
    trips: adopted(a, { ...b, cidr: "10.20.16.0/29" }),
    path: ["network", "subnets", 1, "cidr"],
    says: ["10.20.16.0/29 of subnet-0000000b is /29; subnets are /16 to /28"],
    passes: adopted(a, { ...b, cidr: "10.20.16.0/28" }),
  },
  {
    id: "network/existing-subnet-size",
    severity: "error",
    trips: adopted(a, { ...b, cidr: "10.20.0.0/15" }),
    path: ["network", "subnets", 1, "cidr"],
    says: ["is /15"],
    passes: adopted(a, { ...b, cidr: "10.20.0.0/16" }),
  },
  {
    id: "network/existing-subnet-overlap",
    severity: "error",
    trips: adopted(a, { ...b, cidr: "10.20.8.0/21" }),
    path: ["network", "subnets", 1, "cidr"],
    says: ["10.20.8.0/21 of subnet-0000000b overlaps 10.20.0.0/20 of subnet-0000000a"],
    passes: adopted(a, { ...b, cidr: "10.20.16.0/21" }),
  },
  {
    id: "network/existing-subnet-outside",
    severity: "warning",
    trips: adopted(a, { ...b, cidr: "100.64.0.0/20" }),
    path: ["network", "subnets", 1, "cidr"],
    says: ["100.64.0.0/20 of subnet-0000000b lies outside 10.20.0.0/16", "network.cidr"],
    passes: adopted(a, { ...b, cidr: "10.20.240.0/20" }),
  },
  {
    id: "network/existing-free-addresses",
    severity: "error",
    trips: adopted(a, { ...b, freeAddresses: 4092 }),
    path: ["network", "subnets", 1, "freeAddresses"],
    says: ["4092 addresses cannot be free in 10.20.16.0/20", "4091 at most"],
    passes: adopted(a, { ...b, freeAddresses: 4091 }),
  },
  {
    id: "network/existing-free-unknown",
    severity: "warning",
    trips: adopted(a, bUnknown),
    path: ["network", "subnets", 1, "freeAddresses"],
    says: ["free in subnet-0000000b is unknown; the budget counts all 4091", "--subnet-ids subnet-0000000b"],
    passes: adopted(a, b, { ...bUnknown, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }),
  },
  {
    id: "network/existing-public-needed",
    severity: "error",
    trips: { ...adopted(a, b), ...login },
    path: ["slurm", "login", "kind"],
    says: ["none of the network's subnets is public", 'tier: "public"'],
    passes: {
      ...adopted(a, b, { ...b, id: "subnet-0000000c", cidr: "10.20.32.0/20", tier: "public" }),
      ...login,
    },
  },
  {
    id: "network/existing-public-needed",
    severity: "error",
    trips: { ...adopted(a, b), ...login },
    path: ["slurm", "login", "kind"],
    says: ['kind: "internal"'],
    passes: adopted(a, b),
  },
]);
