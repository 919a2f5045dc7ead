import type { Answers } from "../../../../../scripts/commands/fork/aws/answers";
import { parseCapacity } from "../../../../../scripts/commands/fork/aws/capacity-answer";
import { forkPatch } from "../../../../../scripts/commands/fork/aws/fork-patch";
import { hybrid } from "../../../../helpers/hybrid";
import { LEGAL, sample, type Change } from "../../../../helpers/environment";

const CIDR = "10.30.0.0/16";

interface Asked extends Partial<Omit<Answers, "capacity" | "groupZones" | "nodes">> {
  readonly capacity?: Record<string, string>;
  readonly groupZones?: Record<string, string>;
  readonly nodes?: Record<string, number>;
}

function fork(
  { capacity = { h100: "follow" }, groupZones = {}, nodes = {}, ...rest }: Asked = {},
  change: Change = {},
) {
  const answers: Answers = {
    name: "trial",
    ...rest,
    capacity: new Map(Object.entries(capacity).map(([group, text]) => [group, parseCapacity(text)])),
    groupZones: new Map(Object.entries(groupZones)),
    nodes: new Map(Object.entries(nodes)),
  };
  return forkPatch(sample(change).config, answers, CIDR);
}

const groups = (asked: Asked, change: Change = {}) => fork(asked, change).patch.nodeGroups;
const beside: Change = { nodeGroups: { cpu: { zone: "us-east-1a" } } };

test("says only name and block where all else follows", () => {
  expect(fork()).toEqual({ patch: { name: "trial", network: { cidr: CIDR } }, notes: [] });
  expect(fork({ account: LEGAL.account, region: LEGAL.region }).patch).not.toHaveProperty("account");
});

test("gives a reservation of the same kind key by key, and takes away what was the old one's", () => {
  const change = { nodeGroups: { h100: { capacity: { count: 4, placementGroup: "pg" } } } };
  expect(groups({ capacity: { h100: "reservation:cr-1:us-east-1b" } }, change)).toEqual({
    h100: { capacity: { target: "cr-1", zone: "us-east-1b", count: null, placementGroup: null } },
  });
  expect(groups({ capacity: { h100: "reservation:cr-1:us-east-1b:8" } }, change)).toEqual({
    h100: { capacity: { target: "cr-1", zone: "us-east-1b", count: 8, placementGroup: null } },
  });
});

test("keeps a group that has no reservation any more in the zone that it was in", () =>
  expect(groups({ capacity: { h100: "on-demand" } })).toEqual({
    h100: { capacity: { kind: "on-demand" }, zone: "us-east-1a" },
  }));

test("takes the zone of a group away that its reservation has another one of", () =>
  expect(groups({ capacity: { cpu: "reservation:cr-1:us-east-1b", h100: "follow" } }, beside)).toEqual({
    cpu: { capacity: { kind: "reservation", target: "cr-1", zone: "us-east-1b" }, zone: null },
  }));

test("moves what stood beside a reservation to the zone of the new one", () => {
  const { patch } = fork(
    { capacity: { h100: "reservation:cr-1:us-east-1c" } },
    { ...beside, lustre: { zone: "us-east-1a" } },
  );
  expect(patch).toMatchObject({
    network: { cidr: CIDR, zones: ["us-east-1a", "us-east-1b", "us-east-1c"] },
    nodeGroups: { cpu: { zone: "us-east-1c" } },
    lustre: { zone: "us-east-1c" },
  });
});

test("chooses zones in another Region, those of capacity among them", () => {
  const { patch } = fork({ region: "eu-west-1", capacity: { h100: "reservation:cr-1:eu-west-1c" } }, beside);
  expect(patch).toMatchObject({
    region: "eu-west-1",
    network: { zones: ["eu-west-1a", "eu-west-1c"] },
    nodeGroups: { cpu: { zone: "eu-west-1c" } },
  });
});

test("chooses no more zones than the Region has", () => {
  const zones = ["a", "b", "c", "d", "e"].map((letter) => `us-east-1${letter}`);
  const { patch } = fork({ region: "eu-west-1", capacity: { h100: "spot" } }, { network: { zones } });
  expect(patch.network).toEqual({ cidr: CIDR, zones: ["eu-west-1a", "eu-west-1b", "eu-west-1c"] });
});

test("takes zones and numbers of nodes as they are told", () => {
  const answers = {
    zones: ["us-east-1d", "us-east-1e"],
    groupZones: { cpu: "us-east-1e" },
    nodes: { cpu: 7, h100: 4 },
  };
  const { patch } = fork({ ...answers, capacity: { h100: "spot" } });
  expect(patch.network).toEqual({ cidr: CIDR, zones: answers.zones });
  // four nodes are what the original has
  expect(patch.nodeGroups).toEqual({
    h100: { capacity: { kind: "spot" }, zone: "us-east-1d" },
    cpu: { nodes: 7, zone: "us-east-1e" },
  });
});

test("names the roles of another account, and says so", () => {
  const { patch, notes } = fork({ account: "222233334444", region: "us-gov-west-1", capacity: { h100: "spot" } });
  expect(patch.cluster).toEqual({ admins: ["arn:aws-us-gov:iam::222233334444:role/admin"] });
  expect(notes.join()).toMatch(/cluster\.admins .*222233334444: they must exist there/);
});

test("names auditors of the other account as well", () => {
  const change = { cluster: { auditors: ["arn:aws:iam::111122223333:role/auditor"] } };
  expect(fork({ account: "222233334444" }, change).patch.cluster).toMatchObject({
    auditors: ["arn:aws:iam::222233334444:role/auditor"],
  });
});

test("leaves roles of a third account alone", () => {
  const change = { cluster: { viewers: ["arn:aws:iam::999999999999:role/auditor"] } };
  expect(fork({ account: "222233334444" }, change).patch.cluster).not.toHaveProperty("viewers");
});

test("opens the private endpoint to the fork's own block instead of the original's", () => {
  const change = { cluster: { endpoint: { kind: "private", privateCidrs: ["10.20.0.0/16", "10.200.0.0/16"] } } };
  expect(fork({}, change).patch.cluster).toEqual({ endpoint: { privateCidrs: [CIDR, "10.200.0.0/16"] } });
});

test("takes away names of buckets, which are global", () => {
  const { patch } = fork(
    {},
    { state: { kind: "s3", bucket: "our-state" }, checkpoints: { bucket: { kind: "create", name: "ours" } } },
  );
  expect(patch).toMatchObject({ state: { bucket: null }, checkpoints: { bucket: { name: null } } });
});

test("says that a bucket of one's own is shared", () => {
  const { patch, notes } = fork({}, { checkpoints: { bucket: { kind: "existing", name: "shared-one" } } });
  expect(patch).not.toHaveProperty("checkpoints");
  expect(notes.join()).toContain("shared-one");
});

test("takes hours and an end over, says so, and leaves a pause behind", () => {
  const hours = { timezone: "Europe/Zurich", start: "08:00", end: "19:00", pausedUntil: "2026-12-24" };
  const change = { profile: "development", schedule: hours, lifetime: { expires: "2026-12-31" } };
  const { patch, notes } = fork({ capacity: { h100: "on-demand" } }, change);
  expect(patch).toMatchObject({ schedule: { pausedUntil: null } });
  expect(patch).not.toHaveProperty("lifetime");
  expect(notes.join()).toMatch(/from 08:00 to 19:00 only.*it expires 2026-12-31/);
});

test("does not take over what its original has adopted", () => {
  expect(fork({}, { adopt: { fileSystem: { id: "fs-0123456789abcdef0" } } }).patch).toHaveProperty("adopt", null);
  expect(fork().patch).not.toHaveProperty("adopt");
});

test("makes a VPC of its own where the original has adopted one", () => {
  const subnet = (n: number, zone: string) => ({
    id: `subnet-0000000${n}`,
    zone,
    cidr: `10.20.${n * 64}.0/18`,
    tier: "private",
  });
  const network = {
    kind: "existing",
    vpcId: "vpc-12345678",
    cidr: "10.20.0.0/16",
    subnets: [subnet(0, "us-east-1a"), subnet(1, "us-east-1b")],
  };
  const { patch, notes } = fork({}, { network });
  expect(patch.network).toEqual({ kind: "create", cidr: CIDR, zones: ["us-east-1a", "us-east-1b"] });
  expect(notes.join()).toContain("vpc-12345678");
});

test("a pool on premises has so many servers as is said, and its networks are told to be of one cluster", () => {
  const onsite = hybrid({ connection: { kind: "transit-gateway", id: "tgw-0123456789abcdef0" } });
  const { patch, notes } = fork({ nodes: { onsite: 2 } }, onsite);
  expect(patch.nodeGroups).toEqual({ onsite: { nodes: 2 } });
  expect(notes.join("\n")).toMatch(
    /cluster\.hybrid has the networks of sample.*\n.*tgw-0123456789abcdef0 is of one Region/,
  );
  expect(() => fork({ groupZones: { onsite: "us-east-1a" } }, onsite)).toThrow("neither capacity of AWS nor a zone");
  expect(() => fork({ capacity: { h100: "follow", onsite: "spot" } }, onsite)).toThrow("on premises");
});
