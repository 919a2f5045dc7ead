import { contains as containsV4, parseCidr } from "../../../config/kernel/cidr";

/** Who is in some address blocks: everybody, some of the internet, or private networks alone. */
export type Reach = "nobody" | "private" | "public" | "world";

/** What is never routed on the internet. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"];

/** Public addresses beyond which blocks are for everybody: one /8, however it is cut. */
const WORLD = 2 ** 24;

/** The widest reach of some blocks together. What is no block is taken for the world. */
export function reachOf(blocks: readonly string[]): Reach {
  if (blocks.length === 0) return "nobody";
  const sum = blocks.map(publicAddresses).reduce((total, size) => total + size, 0);
  return sum >= WORLD ? "world" : sum > 0 ? "public" : "private";
}

/** Blocks that are in none of some others. */
export function newBlocks(now: readonly string[], before: readonly string[]): string[] {
  return now.filter((block) => !before.some((old) => isIn(block, old)));
}

function isIn(inner: string, outer: string): boolean {
  if (outer === inner) return true;
  if (isV4(outer) && isV4(inner)) return containsV4(outer, inner);
  return outer === "::/0" && inner.includes(":");
}

const isV4 = (block: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}$/.test(block);

function publicAddresses(block: string): number {
  if (block.includes(":")) return publicV6(block);
  if (!isV4(block)) return WORLD;
  return PRIVATE.some((outer) => containsV4(outer, block)) ? 0 : 2 ** (32 - parseCidr(block).prefix);
}

/** Blocks of IPv6 are so large that only their prefix tells: a provider has a /29 or so. */
function publicV6(block: string): number {
  const [address = "", length] = block.toLowerCase().split("/");
  if (/^f[cd]|^fe[89ab]|^::1$/.test(address)) return 0;
  return length !== undefined && Number(length) >= 29 ? 1 : WORLD;
}
