import { compare } from "../../../../scripts/commands/adopt/compare";
import { plannedResources, type Places } from "../../../../scripts/commands/adopt/planned";
import { readEfs } from "../../../../scripts/commands/adopt/read-efs";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { sample, type Change } from "../../../helpers/environment";
import { awsError, canned, type Canned } from "./canned";

const ID = "fs-0123456789abcdef0";
const SYSTEM = {
  FileSystemId: ID,
  Encrypted: true,
  KmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/a",
  PerformanceMode: "generalPurpose",
  ThroughputMode: "elastic",
  Tags: [],
};
const target = (letter: string, subnet: string, vpc = "vpc-0123456789abcdef0") => ({
  MountTargetId: `fsmt-${letter}`,
  AvailabilityZoneName: `us-east-1${letter}`,
  SubnetId: subnet,
  VpcId: vpc,
});
const POINT = {
  AccessPointId: "fsap-1",
  RootDirectory: { Path: "/homes", CreationInfo: { OwnerUid: 0, OwnerGid: 0, Permissions: "0755" } },
};
const ANSWERS: Canned = {
  DescribeFileSystems: { FileSystems: [SYSTEM] },
  DescribeMountTargets: { MountTargets: [target("a", "subnet-0000000000000000a")] },
  DescribeMountTargetSecurityGroups: { SecurityGroups: ["sg-old"] },
  DescribeFileSystemPolicy: { FileSystemId: ID, Policy: '{"Statement":[{"Sid":"Old"}]}' },
  DescribeBackupPolicy: { BackupPolicy: { Status: "DISABLED" } },
  DescribeAccessPoints: { AccessPoints: [{ AccessPointId: "fsap-0", RootDirectory: { Path: "/" } }, POINT] },
};

const subnet = (id: string, zone: string, cidr: string) => ({ id, zone, cidr, tier: "private" });
const HOMES: Change = {
  storage: { homes: { kind: "efs" } },
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: [
      subnet("subnet-0000000000000000a", "us-east-1a", "10.20.0.0/18"),
      subnet("subnet-0000000000000000b", "us-east-1b", "10.20.64.0/18"),
    ],
  },
  adopt: { efs: { id: ID, keeps: ["kms_key_id"] } },
};

const known = new Map<string, Places>();

/** Synthesized once for each config. */
function placesOf(change: Change): Places {
  const key = JSON.stringify(change);
  const places = known.get(key) ?? plannedResources({ ...sample(change).env, adopt: null }).get("storage")!;
  known.set(key, places);
  return places;
}

async function read(answers: Canned = {}, change: Change = HOMES) {
  const environment = sample(change).env;
  const places = placesOf(change);
  const aws = awsAccess({
    region: "us-east-1",
    env: { AWS_ENDPOINT_URL: "http://127.0.0.1:1" },
    answers: canned({ ...ANSWERS, ...answers }),
  });
  const found = await readEfs({ aws, environment, places, id: ID });
  return { ...found, differences: compare({ kind: "efs", parts: found.parts, places }) };
}

test("a file system is told with its access point, the mount target of its subnet, policy and backups", async () => {
  const { parts, obstacles, notes, differences } = await read();
  expect(obstacles).toEqual([]);
  expect(parts.map(({ place, id }) => [place, id])).toEqual([
    ["storage-homes/file-system", ID],
    ["storage-homes/access-point", "fsap-1"],
    ["storage-homes/policy", ID],
    ["storage-homes/backups", ID],
    ["storage-homes/us-east-1a", "fsmt-a"],
  ]);
  expect(notes).toEqual([
    expect.stringContaining("who mounts it without its access point, or without TLS, is shut out"),
    expect.stringContaining("instead of sg-old: clients outside of the cluster are cut off"),
  ]);
  expect(differences.map(({ attribute, effect }) => [attribute, effect])).toEqual([
    ["kms_key_id", "kept"],
    ["policy", "in place"],
    ["backup_policy.status", "in place"],
  ]);
});

test.each<[string, object, string, RegExp | undefined]>([
  ["is not encrypted", { Encrypted: false, KmsKeyId: undefined }, "encrypted", /copy its files to a new one/],
  ["has another performance mode", { PerformanceMode: "maxIO" }, "performance_mode", /performance: "max-io"/],
])("one that %s would be replaced", async (_, more, attribute, fix) => {
  const { differences } = await read({ DescribeFileSystems: { FileSystems: [{ ...SYSTEM, ...more }] } });
  expect(differences).toContainEqual(
    expect.objectContaining({ attribute, effect: "replaced", fix: expect.stringMatching(fix!) }),
  );
});

test("another throughput is changed in place", async () => {
  const { differences } = await read({
    DescribeFileSystems: { FileSystems: [{ ...SYSTEM, ThroughputMode: "bursting" }] },
  });
  expect(differences).toContainEqual(
    expect.objectContaining({
      attribute: "throughput_mode",
      effect: "in place",
      fix: 'storage.<volume>.throughput: { mode: "bursting" }',
    }),
  );
});

test("an access point that is not all like that of the stack is left, and another one is made", async () => {
  const other = {
    ...POINT,
    RootDirectory: {
      ...POINT.RootDirectory,
      CreationInfo: { ...POINT.RootDirectory.CreationInfo, Permissions: "0777" },
    },
  };
  const { parts } = await read({ DescribeAccessPoints: { AccessPoints: [other] } });
  expect(parts.map(({ place }) => place)).not.toContain("storage-homes/access-point");
});

test.each<[string, Canned, RegExp]>([
  [
    "a mount target of the zone in another subnet",
    { DescribeMountTargets: { MountTargets: [target("b", "subnet-0000000000000000f")] } },
    /fsmt-b of .* is in subnet-0000000000000000f; the private subnet of us-east-1b is subnet-0000000000000000b/,
  ],
  [
    "mount targets in another VPC",
    { DescribeMountTargets: { MountTargets: [target("a", "subnet-1", "vpc-0fffffffffffffff0")] } },
    /has mount targets in vpc-0fffffffffffffff0, and the network of the environment is vpc-0123456789abcdef0/,
  ],
  [
    "a file system of one zone",
    { DescribeFileSystems: { FileSystems: [{ ...SYSTEM, AvailabilityZoneName: "us-east-1a" }] } },
    /is kept in us-east-1a alone, and storage.homes is Regional/,
  ],
  [
    "one of another environment",
    { DescribeFileSystems: { FileSystems: [{ ...SYSTEM, Tags: [{ Key: "railyard:environment", Value: "other" }] }] } },
    /is of the environment other/,
  ],
])("%s stands in the way", async (_, answers, words) => {
  const { obstacles } = await read(answers);
  expect(obstacles).toHaveLength(1);
  expect(obstacles[0]!.text).toMatch(words);
  expect(obstacles[0]!.fix).not.toBe("");
});

test("one without policy, backups and mount targets is only imported itself", async () => {
  const { parts, notes } = await read({
    DescribeFileSystemPolicy: awsError("PolicyNotFound", "none"),
    DescribeBackupPolicy: awsError("PolicyNotFound", "none"),
    DescribeMountTargets: { MountTargets: [] },
    DescribeAccessPoints: { AccessPoints: [] },
  });
  expect(parts.map(({ place }) => place)).toEqual(["storage-homes/file-system"]);
  expect(notes).toHaveLength(1);
});

test("an id that EFS does not know is told, with those that it has", async () => {
  const answers: Canned = {
    DescribeFileSystems: ({ FileSystemId }: { FileSystemId?: string }) =>
      FileSystemId ? awsError("FileSystemNotFound", "no") : { FileSystems: [{ FileSystemId: "fs-0123456789abcdef1" }] },
  };
  await expect(read(answers)).rejects.toThrow(
    /There is no EFS file system fs-0123456789abcdef0 in us-east-1; there are fs-0123456789abcdef1/,
  );
});
