import fc from "fast-check";
import { contains, overlaps, parseCidr } from "../../../../../config/kernel/cidr";
import { privateSubnet, resolveNetwork } from "../../../../../config/sites/aws-eks/network/resolve";

const ZONES = ["us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d", "us-east-1e", "us-east-1f"];

const created = (zones: string[], cidr = "10.20.0.0/16") =>
  resolveNetwork({ kind: "create", cidr, zones, nat: "single", endpoints: "s3", flowLogDays: 30 });

describe("a network that is made", () => {
  test("has a private and a public subnet in every zone, inside its block and apart", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 16, max: 22 }), (count, prefix) => {
        const { subnets } = created(ZONES.slice(0, count), `10.20.0.0/${prefix}`);
        expect(subnets).toHaveLength(2 * count);
        for (const s of subnets) {
          expect(contains(`10.20.0.0/${prefix}`, s.cidr)).toBe(true);
          expect(parseCidr(s.cidr).prefix).toBeLessThanOrEqual(28);
          expect(subnets.filter((o) => overlaps(o.cidr, s.cidr))).toEqual([s]);
        }
      }),
    );
  });

  test("gives nodes an eighth and load balancers a sixty-fourth for each zone", () => {
    expect(created(["us-east-1a", "us-east-1b"]).subnets.map((s) => [s.key, s.cidr, s.freeAddresses])).toEqual([
      ["private-us-east-1a", "10.20.0.0/19", 8187],
      ["public-us-east-1a", "10.20.224.0/22", 1019],
      ["private-us-east-1b", "10.20.32.0/19", 8187],
      ["public-us-east-1b", "10.20.228.0/22", 1019],
    ]);
  });

  test("moves no subnet when a zone is added at the end", () => {
    const before = created(ZONES.slice(0, 2)).subnets;
    expect(created(ZONES.slice(0, 3)).subnets.slice(0, 4)).toEqual(before);
  });

  test("finds the private subnet of a zone", () => {
    expect(privateSubnet(created(ZONES), "us-east-1c")?.cidr).toBe("10.20.64.0/19");
    expect(privateSubnet(created(ZONES), "us-west-2a")).toBeUndefined();
  });
});

describe("a network that exists", () => {
  const existing = resolveNetwork({
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.0.0.0/16",
    subnets: [
      { id: "subnet-0a", zone: "us-east-1a", cidr: "10.0.0.0/24", tier: "private", freeAddresses: 12 },
      { id: "subnet-0b", zone: "us-east-1b", cidr: "10.0.1.0/24", tier: "private" },
      { id: "subnet-0c", zone: "us-east-1c", cidr: "10.0.2.0/24", tier: "public" },
    ],
  });

  test("keeps its ids, and counts zones by private subnets", () => {
    expect(existing).toMatchObject({
      vpcId: "vpc-0123456789abcdef0",
      zones: ["us-east-1a", "us-east-1b"],
      nat: "none",
    });
    expect(existing.subnets.map((s) => s.id)).toEqual(["subnet-0a", "subnet-0b", "subnet-0c"]);
  });

  test("believes the number of free addresses, or counts all", () => {
    expect(existing.subnets.map((s) => s.freeAddresses)).toEqual([12, 251, 251]);
  });
});
