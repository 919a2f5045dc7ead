import { TWO_ZONE_RULES } from "../../../../config/storage/fsx-openzfs/two-zone-rules";
import type { Change } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const data = (change: object = {}, more: object = {}): Change => ({
  storage: {
    data: { kind: "fsx-openzfs", deployment: "multi-az-1", throughputMBps: 640, capacityGiB: 4096, ...change },
  },
  ...more,
});
const at = (key: string) => ["storage", "data", key];
const subnet = (zone: string, at: number) => ({
  id: `subnet-0123456789abcde${at}`,
  zone,
  cidr: `10.20.${at * 16}.0/20`,
  tier: "private",
  freeAddresses: 4000,
});
const EXISTING_NETWORK = {
  kind: "existing",
  vpcId: "vpc-0123456789abcdef0",
  cidr: "10.20.0.0/16",
  zones: null,
  subnets: [subnet("us-east-1a", 1), subnet("us-east-1b", 2)],
};
const ONE_ZONE = { deployment: "single-az-ha-2" };
const DALLAS = { network: { zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] } };

ruleCases(TWO_ZONE_RULES, {
  "openzfs/standby-zone": {
    severity: "error",
    trips: [
      {
        when: "the same zone twice",
        change: data({ zone: "us-east-1a", standbyZone: "us-east-1a" }),
        at: at("standbyZone"),
        message: ["standbyZone is us-east-1a, in which the file system serves already"],
        fix: ['"us-east-1b"'],
      },
      {
        when: "a zone without a subnet",
        change: data({ standbyZone: "us-east-1f" }),
        at: at("standbyZone"),
        message: ["standbyZone is us-east-1f, where the network has no private subnet"],
      },
      {
        when: "a Local Zone that stands by",
        change: data({ standbyZone: "us-east-1-dfw-2a" }, DALLAS),
        at: at("standbyZone"),
        message: ["standbyZone is us-east-1-dfw-2a"],
      },
      {
        when: "a Local Zone that serves",
        change: data({ zone: "us-east-1-dfw-2a" }, DALLAS),
        at: at("zone"),
        message: ["zone is us-east-1-dfw-2a, a Local Zone"],
      },
    ],
    passes: [
      { when: "two zones by themselves", change: data() },
      { when: "two zones that are written", change: data({ zone: "us-east-1b", standbyZone: "us-east-1a" }) },
      { when: "a file system in one zone", change: data(ONE_ZONE) },
    ],
  },
  "openzfs/endpoint-range": {
    severity: "error",
    trips: [
      {
        when: "addresses of a subnet",
        change: data({ endpointCidr: "10.20.0.16/28" }),
        at: at("endpointCidr"),
        message: ["endpointCidr 10.20.0.16/28 overlaps with the private subnet in us-east-1a"],
        fix: ["FSx chooses one"],
      },
      {
        when: "addresses of Services",
        change: data({ endpointCidr: "172.20.4.0/28" }),
        at: at("endpointCidr"),
        message: ["overlaps with Services of Kubernetes (172.20.0.0/16)"],
      },
      {
        when: "a block that begins elsewhere",
        change: data({ endpointCidr: "10.20.255.250/28" }),
        at: at("endpointCidr"),
        message: ["does not begin at its own start"],
        fix: ["10.20.255.240/28"],
      },
      {
        when: "a small block",
        change: data({ endpointCidr: "10.20.255.248/29" }),
        at: at("endpointCidr"),
        message: ["fewer than 16 addresses"],
        fix: ["10.20.255.240/28"],
      },
    ],
    passes: [
      { when: "a block that nobody has", change: data({ endpointCidr: "10.20.255.240/28" }) },
      { when: "none: FSx chooses", change: data() },
    ],
  },
  "openzfs/endpoint-public": {
    severity: "error",
    trips: [
      {
        when: "addresses of the internet",
        change: data({ endpointCidr: "8.8.8.0/28" }),
        at: at("endpointCidr"),
        message: ["8.8.8.0/28 has addresses of the internet"],
        fix: ["a block of 10.20.0.0/16 that no subnet has", "FSx chooses one"],
      },
      {
        when: "a block that is larger than a private one",
        change: data({ endpointCidr: "192.160.0.0/11" }),
        at: at("endpointCidr"),
        message: ["has addresses of the internet"],
      },
    ],
    passes: [
      { when: "a block of the network", change: data({ endpointCidr: "10.20.255.240/28" }) },
      { when: "one that FSx might choose", change: data({ endpointCidr: "198.19.255.0/24" }) },
    ],
  },
  "openzfs/route-tables": {
    severity: "error",
    trips: [
      {
        when: "a network that exists, without its tables",
        change: data({}, { network: EXISTING_NETWORK }),
        at: at("routeTables"),
        message: ["nothing here knows the route tables"],
        fix: ["AmazonFSx: ManagedByAmazonFSx"],
      },
      {
        when: "tables of others for a network that is made",
        change: data({ routeTables: ["rtb-0a1b2c3d4e5f60718"] }),
        at: at("routeTables"),
        message: ["its route tables are known"],
        fix: ["take routeTables out"],
      },
    ],
    passes: [
      { when: "a network that is made", change: data() },
      {
        when: "a network that exists, with its tables",
        change: data({ routeTables: ["rtb-0a1b2c3d4e5f60718"] }, { network: EXISTING_NETWORK }),
      },
      { when: "a file system in one zone", change: data(ONE_ZONE, { network: EXISTING_NETWORK }) },
    ],
  },
});
