import { contains, overlaps, parseCidr, usableAddresses } from "../../../kernel/cidr";
import type { AwsRule } from "../rule";

const SUBNETS = "https://docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html";
const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";

/** An adopted VPC: what is said of its subnets must be possible. */
export const EXISTING_NETWORK_RULES: readonly AwsRule[] = [
  {
    id: "network/existing-subnet-per-zone",
    title: "A zone has one private and one public subnet at most.",
    severity: "error",
    why: "Nodes, endpoints and file system of a zone must share one subnet; with two, one would be taken blindly.",
    source:
      "https://docs.aws.amazon.com/vpc/latest/privatelink/create-interface-endpoint.html (one subnet in a zone); Railyard's own design: all of a zone share its subnet",
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { zone, tier, id }] of network.subnets.entries()) {
        const first = network.subnets.find((s) => s.zone === zone && s.tier === tier);
        if (!first || network.subnets.indexOf(first) === index) continue;
        const message = `${id} is the second ${tier} subnet in ${zone}, beside ${first.id}; one is allowed`;
        yield { path: ["network", "subnets", index], message, fix: "keep the larger of the two" };
      }
    },
  },
  {
    id: "network/existing-subnet-ids",
    title: "A subnet is listed once.",
    severity: "error",
    why: "One subnet has one zone and one tier.",
    source: SUBNETS,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      const ids = network.subnets.map((s) => s.id);
      for (const [index, id] of ids.entries()) {
        const first = ids.indexOf(id);
        if (first === index) continue;
        const message = `${id} is also the id of subnet ${first}`;
        yield {
          path: ["network", "subnets", index, "id"],
          message,
          fix: "write the id of another subnet, or remove it",
        };
      }
    },
  },
  {
    id: "network/existing-subnet-size",
    title: "A subnet is /16 to /28.",
    severity: "error",
    why: "AWS makes no other, so the block is not that of the subnet.",
    source: SUBNETS,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { cidr, id }] of network.subnets.entries()) {
        const { prefix } = parseCidr(cidr);
        if (prefix >= 16 && prefix <= 28) continue;
        const message = `${cidr} of ${id} is /${prefix}; subnets are /16 to /28`;
        yield { path: ["network", "subnets", index, "cidr"], message, fix: "write the block that AWS shows" };
      }
    },
  },
  {
    id: "network/existing-subnet-overlap",
    title: "Subnets do not overlap.",
    severity: "error",
    why: "AWS makes no overlapping subnets in a VPC, so one of the blocks is wrong, and the address budget with it.",
    source: SUBNETS,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { id, cidr }] of network.subnets.entries()) {
        const other = network.subnets.slice(0, index).find((s) => s.id !== id && overlaps(s.cidr, cidr));
        if (!other) continue;
        const message = `${cidr} of ${id} overlaps ${other.cidr} of ${other.id}`;
        yield { path: ["network", "subnets", index, "cidr"], message, fix: "write the blocks that AWS shows" };
      }
    },
  },
  {
    id: "network/existing-subnet-outside",
    title: "Subnets lie in the block of the VPC.",
    severity: "warning",
    why: "Security groups of endpoints admit the block of the VPC alone; a secondary block cannot be said.",
    source: SUBNETS,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { id, cidr }] of network.subnets.entries()) {
        if (contains(network.cidr, cidr)) continue;
        const message = `${cidr} of ${id} lies outside ${network.cidr}: right only if the VPC has a secondary block, which no security group of ours admits`;
        yield { path: ["network", "subnets", index, "cidr"], message, fix: "correct the block, or network.cidr" };
      }
    },
  },
  {
    id: "network/existing-free-addresses",
    title: "A subnet has no more free addresses than it holds.",
    severity: "error",
    why: "The address budget would pass, and nodes would fail to start for want of addresses.",
    source: SUBNETS,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { cidr, freeAddresses }] of network.subnets.entries()) {
        const most = usableAddresses(cidr);
        if (freeAddresses === undefined || freeAddresses <= most) continue;
        const message = `${freeAddresses} addresses cannot be free in ${cidr}: it has ${most} beside the five of AWS`;
        const fix = `write what AWS shows as available, ${most} at most`;
        yield { path: ["network", "subnets", index, "freeAddresses"], message, fix };
      }
    },
  },
  {
    id: "network/existing-free-unknown",
    title: "The free addresses of existing private subnets are said.",
    severity: "warning",
    why: "Without them the address budget takes the subnet for empty.",
    source: EKS_NETWORK,
    *check({ config: { network } }) {
      if (network.kind !== "existing") return;
      for (const [index, { id, cidr, tier, freeAddresses }] of network.subnets.entries()) {
        if (tier !== "private" || freeAddresses !== undefined) continue;
        const message = `how many addresses are free in ${id} is unknown; the budget counts all ${usableAddresses(cidr)}`;
        const fix = `ask: aws ec2 describe-subnets --subnet-ids ${id} --query Subnets[].AvailableIpAddressCount`;
        yield { path: ["network", "subnets", index, "freeAddresses"], message, fix };
      }
    },
  },
  {
    id: "network/existing-public-needed",
    title: "Slurm login from the internet has a public subnet.",
    severity: "error",
    why: "Load balancers that face the internet stand in public subnets; without one the service waits for ever.",
    source: EKS_NETWORK,
    *check({ config: { network, slurm } }) {
      if (network.kind !== "existing" || slurm?.login.kind !== "internet") return;
      if (network.subnets.some((s) => s.tier === "public")) return;
      const message = "login is open to the internet, but none of the network's subnets is public";
      const fix = 'add a subnet with tier: "public" to network.subnets, or write login: { kind: "internal" }';
      yield { path: ["slurm", "login", "kind"], message, fix };
    },
  },
];
