import { addressIn, cidr, overlap, sameCidr, within, type Cidr } from "../../../../../scripts/rehearsal/aws/ec2/cidr";

const block = (notation: string): Cidr => cidr(notation)!;

describe("cidr", () => {
  test("reads first address, size and prefix", () => {
    expect(cidr("10.1.0.0/16")).toEqual({ first: 10 * 2 ** 24 + 2 ** 16, size: 65_536, prefix: 16 });
  });

  test("cuts off what is below the prefix", () => {
    expect(cidr("100.68.0.18/18")).toEqual(cidr("100.68.0.0/18"));
  });

  test("knows the greatest and the least block", () => {
    expect(cidr("0.0.0.0/0")).toEqual({ first: 0, size: 2 ** 32, prefix: 0 });
    expect(cidr("255.255.255.255/32")).toEqual({ first: 2 ** 32 - 1, size: 1, prefix: 32 });
  });

  test.each(["", "10.0.0.0", "10.0.0.0/", "10.0.0/16", "10.0.0.256/16", "10.0.0.0/33", "10.0.0.0/8/9", "2600::/56"])(
    "takes %j for no IPv4 block",
    (notation) => {
      expect(cidr(notation)).toBeNull();
    },
  );
});

test.each([
  ["10.0.0.0/24", "10.0.0.128/25", true],
  ["10.0.0.128/25", "10.0.0.0/24", true],
  ["10.0.0.0/24", "10.0.1.0/24", false],
  ["10.0.1.0/24", "10.0.0.0/24", false],
])("tells whether %s and %s overlap", (one, other, expected) => {
  expect(overlap(block(one), block(other))).toBe(expected);
});

test.each([
  ["10.0.4.0/24", "10.0.0.0/16", true],
  ["10.0.0.0/16", "10.0.0.0/16", true],
  ["10.0.0.0/16", "10.0.4.0/24", false],
  ["10.1.0.0/24", "10.0.0.0/16", false],
  ["9.255.255.0/24", "10.0.0.0/16", false],
])("tells whether %s is within %s", (inner, outer, expected) => {
  expect(within(block(inner), block(outer))).toBe(expected);
});

test("takes blocks for the same by address and prefix", () => {
  expect(sameCidr(block("10.0.0.0/24"), block("10.0.0.7/24"))).toBe(true);
  expect(sameCidr(block("10.0.0.0/24"), block("10.0.0.0/25"))).toBe(false);
  expect(sameCidr(block("10.0.0.0/24"), block("10.0.1.0/24"))).toBe(false);
});

test("writes addresses, and goes round at the end of a block", () => {
  expect(addressIn(block("10.0.255.0/24"), 0)).toBe("10.0.255.0");
  expect(addressIn(block("10.0.254.0/23"), 300)).toBe("10.0.255.44");
  expect(addressIn(block("10.0.0.0/24"), 256)).toBe("10.0.0.0");
  expect(addressIn(block("198.18.0.0/15"), 2 ** 17 - 1)).toBe("198.19.255.255");
});
