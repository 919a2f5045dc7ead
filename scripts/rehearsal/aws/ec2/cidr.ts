/** A block of IPv4 addresses. */
export interface Cidr {
  /** Lowest address as a number. */
  readonly first: number;
  /** How many addresses. */
  readonly size: number;
  readonly prefix: number;
}

/** Reads `10.0.0.0/16`; what is below the prefix is cut off, as AWS does. Null for IPv6 and for anything else. */
export function cidr(notation: string): Cidr | null {
  const [address, length, ...rest] = notation.split("/");
  const parts = (address ?? "").split(".").map(Number);
  const prefix = Number(length);
  const legal = parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255);
  if (!legal || length === undefined || length === "" || rest.length > 0 || !(prefix >= 0 && prefix <= 32)) return null;
  const size = 2 ** (32 - prefix);
  const number = parts.reduce((sum, part) => sum * 256 + part, 0);
  return { first: Math.floor(number / size) * size, size, prefix };
}

/** Whether two blocks have an address in common. */
export function overlap(one: Cidr, other: Cidr): boolean {
  return one.first < other.first + other.size && other.first < one.first + one.size;
}

/** Whether all addresses of the inner block are in the outer one. */
export function within(inner: Cidr, outer: Cidr): boolean {
  return inner.first >= outer.first && inner.first + inner.size <= outer.first + outer.size;
}

/** Whether two blocks are one. */
export function sameCidr(one: Cidr, other: Cidr): boolean {
  return one.first === other.first && one.prefix === other.prefix;
}

/** The address at a place in a block, 0 the lowest; places go round. */
export function addressIn({ first, size }: Cidr, place: number): string {
  const number = first + (place % size);
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
}
