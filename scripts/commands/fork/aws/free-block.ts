import { formatCidr, networkOf, overlaps, parseCidr, sizeOf } from "../../../../config/kernel/cidr";
import { cidrSchema } from "../../../../config/kernel/key";

/** Where blocks are chosen. */
const RANGE = "10.0.0.0/8";

/**
 * The next block of the size of another one that overlaps none of the taken: upwards from it, and then from the
 * beginning of 10.0.0.0/8. @returns null when there is none
 */
export function nextFreeBlock(original: string, taken: readonly string[]): string | null {
  const { prefix } = parseCidr(original);
  const range = parseCidr(RANGE);
  const size = sizeOf({ base: 0, prefix });
  const count = sizeOf(range) / size;
  const first = overlaps(original, RANGE) ? (networkOf(parseCidr(original)).base - range.base) / size : -1;
  for (let step = 1; step <= count; step++) {
    const block = formatCidr({ base: range.base + ((first + step + count) % count) * size, prefix });
    if (!taken.some((other) => overlaps(other, block))) return block;
  }
  return null;
}

/** Every IPv4 block that a plain value names, at any depth, except those that the whole range lies in. */
export function blocksIn(value: unknown): string[] {
  if (typeof value === "string")
    return cidrSchema.safeParse(value).success && parseCidr(value).prefix > parseCidr(RANGE).prefix ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(blocksIn) : [];
}
