import { awsFailure } from "../../../scripts/lib/aws/failure";
import { CAPACITY_CHECKS } from "../../../scripts/preflight/capacity-checks";
import { environmentWith, instances } from "../../helpers/preflight-check";
import { awsError, type PretendedAnswers, pretendedAws } from "../../helpers/pretended-aws";
import { NOW, type Change } from "../../helpers/environment";

const RESERVED = { kind: "reservation", target: "arn:aws:resource-groups:us-east-1:111122223333:group/train" };
const BLOCK = { kind: "capacity-block", id: "cr-0123456789abcdef1", start: "2026-11-20", end: "2026-12-04" };
const p5 = (capacity: object) => ({ instanceType: "p5.48xlarge", nodes: 1, capacity });

const GROUPS: Change = {
  block: p5({ ...BLOCK, zone: "us-east-1a" }),
  grouped: p5({ ...RESERVED, zone: "us-east-1a" }),
  bought: { ...p5({ kind: "on-demand" }), image: { kind: "custom", imageId: "ami-0123456789abcdef0" } },
  canonical: {
    instanceType: "m7i.4xlarge",
    nodes: 1,
    image: { kind: "ubuntu", release: "24.04", imageId: "ami-0123456789abcdef1" },
  },
  filled: {
    ...p5({ kind: "on-demand" }),
    image: { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" },
    localStorage: "none",
    rootVolumeGiB: 500,
  },
};

/** Everything that a check may ask about: once with a network of its own, once with an adopted one. */
const ENVIRONMENTS: readonly Change[] = [
  {
    nodeGroups: GROUPS,
    storage: {
      homes: { kind: "efs" },
      data: { kind: "fsx-openzfs", deployment: "single-az-2", throughputMBps: 160, capacityGiB: 64 },
    },
  },
  {
    nodeGroups: GROUPS,
    storage: { homes: { kind: "efs" } },
    network: {
      kind: "existing",
      zones: null,
      vpcId: "vpc-0123456789abcdef0",
      cidr: "10.20.0.0/16",
      subnets: [
        { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
        { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
      ],
    },
  },
];

/** An account that has a little of everything, and quotas of nothing. */
const ACCOUNT: PretendedAnswers = {
  ...instances(),
  "*": {},
  "ServiceQuotas.GetAWSDefaultServiceQuota": { Quota: { Value: 0 } },
  "EC2.DescribeCapacityReservations": {
    CapacityReservations: [
      { CapacityReservationId: BLOCK.id, CapacityBlockId: "cb-0123456789abcdef0", State: "active" },
    ],
  },
  "EC2.DescribeCapacityBlockOfferings": {
    CapacityBlockOfferings: [
      {
        CapacityBlockOfferingId: "cbo-1",
        AvailabilityZone: "us-east-1a",
        InstanceCount: 1,
        StartDate: new Date("2026-11-22T11:30:00Z"),
        EndDate: new Date("2026-11-23T11:30:00Z"),
        UpfrontFee: "1000",
      },
    ],
  },
  "EC2.DescribeSnapshots": {
    Snapshots: [
      {
        SnapshotId: "snap-0123456789abcdef0",
        State: "completed",
        VolumeSize: 500,
        Encrypted: true,
        KmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555",
      },
    ],
  },
  "KMS.DescribeKey": { KeyMetadata: { KeyId: "k", KeyState: "Enabled", KeyManager: "CUSTOMER" } },
  "KMS.GetKeyPolicy": { Policy: JSON.stringify({ Version: "2012-10-17", Statement: [] }) },
  "KMS.ListGrants": { Grants: [] },
  "EC2.DescribeVpcs": { Vpcs: [{ VpcId: "vpc-0123456789abcdef0", CidrBlock: "10.20.0.0/16" }] },
  "EC2.DescribeSubnets": {
    Subnets: [
      { SubnetId: "subnet-0000000a", AvailabilityZone: "us-east-1a", CidrBlock: "10.20.0.0/18", State: "available" },
    ],
  },
};

/** `EC2.DescribeVpcs` → `ec2:DescribeVpcs`. */
const permissionOf = (call: string): string =>
  call
    .replace(/^(\w+)\./, (_, service: string) => `${service.toLowerCase()}:`)
    // the client has another name than the service in IAM
    .replace(/^efs:/, "elasticfilesystem:");

const PAIRS = CAPACITY_CHECKS.map((check) => [check.id, check] as const);

test("ids are those of preflight, and each is had once", () => {
  const ids = CAPACITY_CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^(quota|capacity|network|images|kubernetes|lustre|efs|openzfs)\/[a-z]+(-[a-z]+)*$/);
});

test.each(PAIRS)("%s names the permissions that it needs, and no others", async (_, check) => {
  const asked = new Set<string>();
  for (const change of ENVIRONMENTS) {
    const aws = pretendedAws(ACCOUNT);
    await check.run({ environment: environmentWith(change), aws, now: NOW });
    for (const { call } of aws.calls) asked.add(permissionOf(call));
  }
  expect([...asked].sort()).toEqual([...check.actions].sort());
});

test.each(PAIRS)("%s is unknown where nothing is permitted, in words", async (_, check) => {
  const aws = pretendedAws({ "*": awsError("UnauthorizedOperation") });
  const change = check.id.startsWith("network/") ? ENVIRONMENTS[1] : ENVIRONMENTS[0];
  const asking = check.run({ environment: environmentWith(change), aws, now: NOW });
  const failure = await asking.then(
    () => null,
    (error: unknown) => awsFailure(error, check.actions[0] ?? ""),
  );
  expect(failure?.kind).toBe("denied");
});

test.each(PAIRS)("%s says what to do about whatever is not good", async (_, check) => {
  for (const change of ENVIRONMENTS) {
    const results = await check.run({ environment: environmentWith(change), aws: pretendedAws(ACCOUNT), now: NOW });
    for (const { verdict, text, subject, fix } of results) {
      expect(`${subject} ${text} ${fix}`).not.toMatch(/\bNaN\b|\[object|null/);
      expect(subject).not.toBe("");
      expect(fix === undefined).toBe(verdict === "ok");
    }
  }
});
