import { networkOf, parseCidr, sizeOf, subBlock } from "../../kernel/cidr";

/** Shortest and longest a rail may be: 1,022 addresses at least, as NVIDIA's own presets have it. */
const LONGEST_PREFIX = 22;

/** Addresses of a flat network that no pod gets: those of the network, its router and broadcast. */
const KEPT = 3;

/**
 * Addresses of a node and rail, which NV-IPAM hands out in blocks: a power of two, for every pod that may be there at one time.
 * @see https://github.com/Mellanox/nvidia-k8s-ipam#ippool-cr
 */
export function blockOf(podsAtOnce: number): number {
  let size = 1;
  while (size < podsAtOnce) size *= 2;
  return size;
}

/** Prefix of a rail that has blocks for all nodes. */
export function railPrefix(nodes: number, block: number): number {
  let prefix = LONGEST_PREFIX;
  while (prefix > 8 && 2 ** (32 - prefix) < nodes * block + KEPT) prefix -= 1;
  return prefix;
}

/** Subnets of the rails, one after another; null where the block has no room for all. */
export function railSubnets(block: string, rails: number, prefix: number): string[] | null {
  if (parseCidr(block).prefix > prefix) return null;
  const fits = sizeOf(networkOf(parseCidr(block))) / 2 ** (32 - prefix);
  return rails > fits ? null : Array.from({ length: rails }, (_, rail) => subBlock(block, prefix, rail));
}
