/** An IPv4 block as numbers. */
export interface Block {
  readonly base: number;
  readonly prefix: number;
}

/** Addresses that AWS keeps in every subnet: the first four and the last. */
export const AWS_RESERVED_ADDRESSES = 5;

/** Parses `a.b.c.d/n`; the schema has checked the form already. Host bits are kept: see {@link hasHostBits}. */
export function parseCidr(cidr: string): Block {
  const [address = "", prefix = ""] = cidr.split("/");
  const base = address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return { base, prefix: Number(prefix) };
}

/** A block as text: `10.0.0.0/16`. */
export function formatCidr({ base, prefix }: Block): string {
  const octets = [24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256);
  return `${octets.join(".")}/${prefix}`;
}

/** Addresses in a block. */
export const sizeOf = (block: Block): number => 2 ** (32 - block.prefix);

/** Addresses of a subnet that AWS lets one use. */
export const usableAddresses = (cidr: string): number => Math.max(0, sizeOf(parseCidr(cidr)) - AWS_RESERVED_ADDRESSES);

/** Whether two blocks have an address in common. @throws Error for a text that is no block */
export function overlaps(a: string, b: string): boolean {
  const [x, y] = [networkOf(parseCidr(a)), networkOf(parseCidr(b))];
  return x.base < y.base + sizeOf(y) && y.base < x.base + sizeOf(x);
}

/** Whether all addresses of the inner block are in the outer one. @throws Error for a text that is no block */
export function contains(outer: string, inner: string): boolean {
  const [o, i] = [networkOf(parseCidr(outer)), networkOf(parseCidr(inner))];
  return i.base >= o.base && i.base + sizeOf(i) <= o.base + sizeOf(o);
}

/** Whether the address has bits beyond the prefix: 10.0.1.0/16 means 10.0.0.0/16, and AWS refuses it. */
export const hasHostBits = (cidr: string): boolean => networkOf(parseCidr(cidr)).base !== parseCidr(cidr).base;

/** The block with its host bits cleared. */
export function networkOf({ base, prefix }: Block): Block {
  const size = 2 ** (32 - prefix);
  return { base: Math.floor(base / size) * size, prefix };
}

/** The n-th of the equal parts that a longer prefix makes of a block. */
export function subBlock(cidr: string, prefix: number, index: number): string {
  const { base } = networkOf(parseCidr(cidr));
  return formatCidr({ base: base + index * 2 ** (32 - prefix), prefix });
}
