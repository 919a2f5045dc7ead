import type { ConfigPath } from "../../../kernel/issues";
import { contains, formatCidr, hasHostBits, networkOf, overlaps, parseCidr } from "../../../kernel/cidr";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";

const VPC_BLOCKS = "https://docs.aws.amazon.com/vpc/latest/userguide/vpc-cidr-blocks.html";
const PRIVATE_CLUSTERS = "https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html";
const SERVICE_BLOCK = "https://docs.aws.amazon.com/eks/latest/APIReference/API_KubernetesNetworkConfigRequest.html";

const RFC_1918 = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];
const SHARED = "100.64.0.0/10";
const FORBIDDEN = ["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4"];
const DOCKER_BRIDGE = "172.17.0.0/16";
/** Blocks to offer for services: those that EKS itself takes, and one far from both. */
const SERVICE_BLOCKS = ["172.20.0.0/16", "10.100.0.0/16", "192.168.0.0/16"];

/** Where a VPC of Railyard's layout fits: above, AWS refuses it; below, public subnets would be smaller than /28. */
const CREATED_PREFIX = { min: 16, max: 22 };
const AWS_PREFIX = { min: 16, max: 28 };

/** Every key that holds an IPv4 block. */
function* cidrKeys({ network, cluster, slurm }: AwsConfig): Iterable<readonly [path: ConfigPath, cidr: string]> {
  yield [["network", "cidr"], network.cidr];
  if (network.kind === "existing") {
    for (const [index, { cidr }] of network.subnets.entries()) yield [["network", "subnets", index, "cidr"], cidr];
  }
  yield [["cluster", "serviceCidr"], cluster.serviceCidr];
  for (const list of ["allowedCidrs", "privateCidrs"] as const) {
    const blocks: { readonly [key in typeof list]?: readonly string[] | undefined } = cluster.endpoint;
    for (const [index, cidr] of (blocks[list] ?? []).entries()) yield [["cluster", "endpoint", list, index], cidr];
  }
  for (const list of ["nodeCidrs", "podCidrs"] as const)
    for (const [index, cidr] of (cluster.hybrid?.[list] ?? []).entries())
      yield [["cluster", "hybrid", list, index], cidr];
  if (slurm?.login.kind === "internet") {
    for (const [index, cidr] of slurm.login.allowedCidrs.entries())
      yield [["slurm", "login", "allowedCidrs", index], cidr];
  }
}

/** Blocks that services must keep clear of. */
const networkBlocks = ({ network }: AwsConfig): string[] => [
  network.cidr,
  ...(network.kind === "existing" ? network.subnets.map((s) => s.cidr) : []),
];

const freeServiceBlocks = (config: AwsConfig): string[] =>
  SERVICE_BLOCKS.filter((block) => !networkBlocks(config).some((taken) => overlaps(block, taken)));

/** Address blocks, and the ways out of the network. */
export const NETWORK_RULES: readonly AwsRule[] = [
  {
    id: "network/cidr-host-bits",
    title: "An address block begins where its prefix says.",
    severity: "error",
    why: "The AWS provider refuses a block with host bits at plan, and what was meant is not sure.",
    source:
      "https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/types/cidr_block.go (ValidateIPv4CIDRBlock)",
    *check({ config }) {
      for (const [path, cidr] of cidrKeys(config)) {
        if (!hasHostBits(cidr)) continue;
        const block = formatCidr(networkOf(parseCidr(cidr)));
        const message = `${cidr} has bits set beyond its prefix; the block that it lies in is ${block}`;
        yield { path, message, fix: `write ${block}, or the longer prefix that you meant` };
      }
    },
  },
  {
    id: "network/vpc-size",
    title: "The block of a VPC is /16 to /22; that of an existing one is a size that AWS makes.",
    severity: "error",
    why: "AWS makes VPCs of /16 to /28. With more than /22 the public subnets would be smaller than /28, the least AWS makes.",
    source: VPC_BLOCKS,
    *check({ config: { network } }) {
      const { base, prefix } = parseCidr(network.cidr);
      const { min, max } = network.kind === "create" ? CREATED_PREFIX : AWS_PREFIX;
      if (prefix >= min && prefix <= max) return;
      const nearest = formatCidr(networkOf({ base, prefix: prefix < min ? min : max }));
      const fix = network.kind === "create" ? `write ${nearest}` : "write the block that the VPC has, as AWS shows it";
      yield {
        path: ["network", "cidr"],
        message: `${network.cidr} is /${prefix}; allowed are /${min} to /${max}`,
        fix,
      };
    },
  },
  {
    id: "network/forbidden-range",
    title: "The block of the VPC is none that AWS forbids.",
    severity: "error",
    why: "AWS makes no VPC in these ranges.",
    source: VPC_BLOCKS,
    *check({ config: { network } }) {
      const range = FORBIDDEN.find((block) => overlaps(block, network.cidr));
      if (!range) return;
      const message = `${network.cidr} lies in ${range}, which AWS does not allow for VPCs`;
      yield { path: ["network", "cidr"], message, fix: `choose a block from ${RFC_1918.join(", ")} or ${SHARED}` };
    },
  },
  {
    id: "network/private-range",
    title: "The VPC has private addresses.",
    severity: "warning",
    why: "Whoever owns these addresses on the internet cannot be reached from the VPC.",
    source: VPC_BLOCKS,
    *check({ config: { network } }) {
      if ([...RFC_1918, SHARED].some((block) => contains(block, network.cidr))) return;
      if (FORBIDDEN.some((block) => overlaps(block, network.cidr))) return;
      const message = `${network.cidr} holds public addresses: their owners on the internet are out of reach from the VPC`;
      yield { path: ["network", "cidr"], message, fix: `choose a block from ${RFC_1918.join(", ")} or ${SHARED}` };
    },
  },
  {
    id: "network/docker-bridge",
    title: "The VPC keeps clear of 172.17.0.0/16.",
    severity: "warning",
    why: "Docker and some AWS services (Cloud9, SageMaker AI) use the range themselves and then cannot reach the VPC.",
    source: VPC_BLOCKS,
    *check({ config: { network } }) {
      if (network.kind !== "create" || !overlaps(network.cidr, DOCKER_BRIDGE)) return;
      const message = `${network.cidr} overlaps ${DOCKER_BRIDGE}, which Docker and some AWS services use themselves`;
      yield { path: ["network", "cidr"], message, fix: "choose another block, such as 10.20.0.0/16" };
    },
  },
  {
    id: "network/service-cidr-overlap",
    title: "Kubernetes services and the VPC have different addresses.",
    severity: "error",
    why: "EKS refuses a block for services that overlaps the VPC, and it can never be changed afterwards.",
    source: SERVICE_BLOCK,
    *check({ config }) {
      const { serviceCidr } = config.cluster;
      const taken = networkBlocks(config).find((block) => overlaps(block, serviceCidr));
      if (!taken) return;
      const message = `${serviceCidr} overlaps ${taken} of the network`;
      yield { path: ["cluster", "serviceCidr"], message, fix: `write ${freeServiceBlocks(config)[0]}` };
    },
  },
  {
    id: "network/service-cidr-range",
    title: "The block of Kubernetes services is private and of /12 to /24.",
    severity: "error",
    why: "EKS refuses any other, and it can never be changed afterwards.",
    source: SERVICE_BLOCK,
    *check({ config }) {
      const { serviceCidr } = config.cluster;
      const { prefix } = parseCidr(serviceCidr);
      const path = ["cluster", "serviceCidr"];
      const fix = `write ${freeServiceBlocks(config)[0]}`;
      if (prefix < 12 || prefix > 24) {
        yield { path, message: `${serviceCidr} is /${prefix}; EKS allows /12 to /24`, fix };
      } else if (!RFC_1918.some((block) => contains(block, serviceCidr))) {
        yield { path, message: `${serviceCidr} is outside ${RFC_1918.join(", ")}, where EKS wants it`, fix };
      }
    },
  },
  {
    id: "network/no-way-out",
    title: "A network without NAT has the endpoints that nodes need.",
    severity: "error",
    why: "Nodes that reach neither ECR, EC2 nor EKS never join the cluster.",
    source: PRIVATE_CLUSTERS,
    *check({ config: { network } }) {
      if (network.kind !== "create" || network.nat !== "none" || network.endpoints === "all") return;
      const message = `nat is "none" and endpoints is "${network.endpoints}": nodes reach S3, and nothing else of AWS`;
      yield { path: ["network", "endpoints"], message, fix: 'write endpoints: "all", or nat: "single"' };
    },
  },
  {
    id: "network/no-public-registry",
    title: "Without NAT, the images of all charts come from a registry inside.",
    severity: "warning",
    why: "Charts name images on ghcr.io, nvcr.io, registry.k8s.io and others, which endpoints of AWS do not lead to.",
    source: PRIVATE_CLUSTERS,
    *check({ config: { network } }) {
      if (network.kind !== "create" || network.nat !== "none") return;
      const message =
        'nat is "none": images on public registries (ghcr.io, nvcr.io, registry.k8s.io …) cannot be pulled';
      const fix = 'copy the images to ECR and name them in platform.helmValues, or write nat: "single"';
      yield { path: ["network", "nat"], message, fix };
    },
  },
  {
    id: "network/single-nat",
    title: "A production network has a NAT gateway in each zone.",
    severity: "warning",
    why: "With the zone of the only gateway, every zone loses its way out; and traffic from other zones is paid twice.",
    source: "https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-basics.html",
    *check({ config: { network, profile } }) {
      if (network.kind !== "create" || network.nat !== "single" || profile !== "production") return;
      const message = `one NAT gateway in ${network.zones[0]} serves ${network.zones.length} zones: all lose their way out with it`;
      yield { path: ["network", "nat"], message, fix: 'write nat: "per-zone"' };
    },
  },
];
