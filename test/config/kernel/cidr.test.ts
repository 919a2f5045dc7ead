import fc from "fast-check";
import {
  contains,
  formatCidr,
  hasHostBits,
  overlaps,
  parseCidr,
  sizeOf,
  subBlock,
  usableAddresses,
} from "../../../config/kernel/cidr";

const block = fc
  .record({ address: fc.nat(2 ** 32 - 1), prefix: fc.integer({ min: 8, max: 28 }) })
  .map(({ address, prefix }) => {
    const size = 2 ** (32 - prefix);
    return formatCidr({ base: Math.floor(address / size) * size, prefix });
  });

test("parse and format are each other's inverse", () => {
  fc.assert(fc.property(block, (cidr) => formatCidr(parseCidr(cidr)) === cidr));
});

test("parts of a block fill it without overlapping", () => {
  fc.assert(
    fc.property(block, fc.integer({ min: 1, max: 4 }), (cidr, bits) => {
      const { prefix } = parseCidr(cidr);
      const parts = Array.from({ length: 2 ** bits }, (_, i) => subBlock(cidr, prefix + bits, i));
      expect(parts.every((p) => contains(cidr, p))).toBe(true);
      expect(parts.some((a, i) => parts.some((b, j) => i !== j && overlaps(a, b)))).toBe(false);
      expect(parts.reduce((sum, p) => sum + sizeOf(parseCidr(p)), 0)).toBe(sizeOf(parseCidr(cidr)));
    }),
  );
});

test.each([
  ["10.0.0.0/16", "10.0.128.0/17", true],
  ["10.0.0.0/16", "10.1.0.0/16", false],
  ["10.0.0.0/8", "10.255.255.0/24", true],
  ["0.0.0.0/0", "192.168.0.0/16", true],
  ["10.0.0.0/24", "10.0.1.0/24", false],
])("%s overlaps %s: %s", (a, b, expected) => {
  expect(overlaps(a, b)).toBe(expected);
  expect(overlaps(b, a)).toBe(expected);
});

test("a block contains itself and its parts, not its parent", () => {
  expect(contains("10.0.0.0/16", "10.0.0.0/16")).toBe(true);
  expect(contains("10.0.0.0/16", "10.0.4.0/24")).toBe(true);
  expect(contains("10.0.4.0/24", "10.0.0.0/16")).toBe(false);
});

test("host bits are seen", () => {
  expect(hasHostBits("10.0.1.0/16")).toBe(true);
  expect(hasHostBits("10.0.0.0/16")).toBe(false);
});

test("AWS keeps five addresses of a subnet", () => expect(usableAddresses("10.0.0.0/24")).toBe(251));
