import { CHECKS } from "../../../scripts/preflight/registry";
import resources = require("../../../scripts/preflight/resources");
import type { CheckResult } from "../../../scripts/preflight/check";
import { NOW, sample, type Change } from "../../helpers/environment";
import { DEV_ACCOUNT } from "../../helpers/dev-account";
import { inputsOf, pretendedAws, type Answer, type PretendedAnswers } from "../../helpers/pretended-aws";

// one resource of each type that a list is asked about, without synthesizing all stacks
beforeAll(() => {
  const types = ["aws_s3_bucket", "aws_cloudwatch_log_group", "aws_launch_template", "aws_iam_role", "aws_eks_cluster"];
  const all = types.map((type) => ({ type, name: `sample-${type}`, adopted: false }));
  jest.spyOn(resources, "awsResources").mockReturnValue(all);
  jest.spyOn(resources, "namedResources").mockImplementation((_, wanted) => all.filter(({ type }) => type === wanted));
});

/** Where the token of the next page stands in the answer, and in the question, where it has another name. */
const TOKEN = { EC2: ["NextToken"], EKS: ["nextToken"], FSx: ["NextToken"], IAM: ["Marker"] } as const;
const LOGS = ["nextToken"] as const;

/** Every call that lists. */
const LISTS: Readonly<Record<string, readonly [answered: string, asked?: string]>> = {
  "CloudWatchLogs.DescribeLogGroups": LOGS,
  "EC2.DescribeCapacityBlockOfferings": TOKEN.EC2,
  "EC2.DescribeCapacityBlockStatus": TOKEN.EC2,
  "EC2.DescribeCapacityReservations": TOKEN.EC2,
  "EC2.DescribeImages": TOKEN.EC2,
  "EC2.DescribeInstances": TOKEN.EC2,
  "EC2.DescribeInstanceTypeOfferings": TOKEN.EC2,
  "EC2.DescribeInternetGateways": TOKEN.EC2,
  "EC2.DescribeLaunchTemplates": TOKEN.EC2,
  "EC2.DescribeNatGateways": TOKEN.EC2,
  "EC2.DescribeNetworkInterfaces": TOKEN.EC2,
  "EC2.DescribeSubnets": TOKEN.EC2,
  "EC2.DescribeVolumes": TOKEN.EC2,
  "EC2.DescribeVpcs": TOKEN.EC2,
  "EC2.GetGroupsForCapacityReservation": TOKEN.EC2,
  "EKS.DescribeAddonVersions": TOKEN.EKS,
  "EKS.DescribeClusterVersions": TOKEN.EKS,
  "EKS.ListClusters": TOKEN.EKS,
  "FSx.DescribeFileSystems": TOKEN.FSx,
  "IAM.SimulatePrincipalPolicy": TOKEN.IAM,
  "S3.ListBuckets": ["ContinuationToken"],
  "ServiceQuotas.ListRequestedServiceQuotaChangeHistoryByQuota": TOKEN.EC2,
};

const ZONE = "us-east-1a";
const CHANGE: Change = {
  nodeGroups: {
    block: {
      instanceType: "p5.48xlarge",
      nodes: 1,
      capacity: {
        kind: "capacity-block",
        id: "cr-1123456789abcdef1",
        start: "2026-11-20",
        end: "2026-12-04",
        zone: ZONE,
      },
    },
    grouped: {
      instanceType: "p5.48xlarge",
      nodes: 1,
      capacity: { kind: "reservation", target: "arn:aws:resource-groups:us-east-1:111122223333:group/t", zone: ZONE },
    },
    bought: { instanceType: "p5.48xlarge", nodes: 1, capacity: { kind: "on-demand" } },
    bottle: { instanceType: "m7i.4xlarge", nodes: 1, image: { kind: "al2023", release: "1.36.4-20260101" } },
  },
};

const tags = [{ Key: "railyard:environment", Value: "sample" }];
const reservation = { InstanceType: "p5.48xlarge", AvailabilityZone: ZONE, State: "active", OwnerId: "111122223333" };

/** An account in which every list has something that a result depends on. */
const ACCOUNT: PretendedAnswers = {
  ...DEV_ACCOUNT,
  "CloudWatchLogs.DescribeLogGroups": ({ logGroupNamePrefix: logGroupName }: { logGroupNamePrefix: string }) => ({
    logGroups: [{ logGroupName, logGroupArn: "arn:aws:logs:us-east-1:111122223333:log-group:x" }],
  }),
  "EC2.DescribeCapacityBlockOfferings": {
    CapacityBlockOfferings: [
      {
        CapacityBlockOfferingId: "cbo-1",
        AvailabilityZone: ZONE,
        InstanceCount: 1,
        StartDate: new Date("2026-11-22T11:30:00Z"),
        EndDate: new Date("2026-11-23T11:30:00Z"),
        UpfrontFee: "1000",
      },
    ],
  },
  "EC2.DescribeCapacityBlockStatus": {
    CapacityBlockStatuses: [
      { CapacityBlockId: "cb-1", TotalCapacity: 1, TotalUnavailableCapacity: 0, InterconnectStatus: "ok" },
    ],
  },
  "EC2.DescribeCapacityReservations": {
    CapacityReservations: [
      {
        ...reservation,
        CapacityReservationId: "cr-1123456789abcdef1",
        CapacityBlockId: "cb-1",
        ReservationType: "capacity-block",
        TotalInstanceCount: 1,
      },
      { ...reservation, CapacityReservationId: "cr-2", AvailableInstanceCount: 1, TotalInstanceCount: 1 },
    ],
  },
  "EC2.GetGroupsForCapacityReservation": {
    CapacityReservationGroups: [{ GroupArn: "arn:aws:resource-groups:us-east-1:111122223333:group/t" }],
  },
  "EC2.DescribeImages": ({ Filters }: { Filters?: { Values: string[] }[] }) => ({
    Images: [{ Name: Filters?.[0]?.Values[0] }],
  }),
  "EC2.DescribeInstances": {
    Reservations: [
      {
        Instances: [
          { InstanceId: "i-1", InstanceType: "p5.48xlarge", Placement: { AvailabilityZone: ZONE }, Tags: [] },
        ],
      },
    ],
  },
  "EC2.DescribeInternetGateways": { InternetGateways: [{ Tags: tags }] },
  "EC2.DescribeLaunchTemplates": { LaunchTemplates: [{ Tags: [] }] },
  "EC2.DescribePlacementGroups": { PlacementGroups: [] },
  "EC2.DescribeNatGateways": { NatGateways: [{ SubnetId: "subnet-1", Tags: tags }] },
  "EC2.DescribeNetworkInterfaces": { NetworkInterfaces: [{ AvailabilityZone: ZONE }] },
  "EC2.DescribeSubnets": { Subnets: [{ SubnetId: "subnet-1", AvailabilityZone: ZONE }] },
  "EC2.DescribeVolumes": { Volumes: [{ Size: 2048 }] },
  "EC2.DescribeVpcs": { Vpcs: [{ Tags: tags }] },
  "EKS.ListClusters": { clusters: ["sample"] },
  "FSx.DescribeFileSystems": {
    FileSystems: [
      {
        FileSystemType: "LUSTRE",
        StorageCapacity: 1200,
        StorageType: "SSD",
        LustreConfiguration: { DeploymentType: "PERSISTENT_2" },
      },
    ],
  },
  "S3.HeadBucket": Object.assign(new Error("Unknown"), { name: "Unknown", $metadata: { httpStatusCode: 403 } }),
  "S3.ListBuckets": ({ Prefix }: { Prefix: string }) => ({ Buckets: [{ Name: Prefix }] }),
  "SSM.GetParameter": ({ Name }: { Name: string }) =>
    Name.includes("20260101")
      ? Object.assign(new Error("none"), { name: "ParameterNotFound", $metadata: { httpStatusCode: 400 } })
      : { Parameter: { Name, Value: "1.36.4-20261003" } },
  "ServiceQuotas.ListRequestedServiceQuotaChangeHistoryByQuota": {
    RequestedQuotas: [{ Status: "PENDING", DesiredValue: 5, Created: new Date("2026-11-20T00:00:00Z") }],
  },
};

/** The same account, whose every list begins with a page that has nothing but the token of the next one. */
function paged(): PretendedAnswers {
  const found = Object.entries(LISTS).map(([call, [answered, asked = answered]]): [string, Answer] => [
    call,
    (input: never, region: string) => {
      const { IsTruncated, ...whole } = (
        typeof ACCOUNT[call] === "function"
          ? (ACCOUNT[call] as (...a: unknown[]) => object)(input, region)
          : ACCOUNT[call]!
      ) as { IsTruncated?: boolean };
      // what is asked for by its id comes in one page
      if ("CapacityReservationIds" in (input as object)) return whole;
      return (input as Record<string, unknown>)[asked] === "second"
        ? { ...whole, ...(IsTruncated !== undefined && { IsTruncated }) }
        : { [answered]: "second", IsTruncated: true };
    },
  ]);
  return { ...ACCOUNT, ...Object.fromEntries(found) };
}

test("every list is read to its last page, whichever check asks", async () => {
  const { env } = sample(CHANGE);
  const verdictsOf = async (answers: PretendedAnswers) => {
    const aws = pretendedAws(answers);
    const results: (readonly CheckResult[])[] = [];
    for (const check of CHECKS) results.push(await check.run({ environment: env, aws, now: NOW }));
    return { aws, results: Object.fromEntries(results.map((each, at) => [CHECKS[at]!.id, each])) };
  };
  const [once, twice] = [await verdictsOf(ACCOUNT), await verdictsOf(paged())];
  expect(twice.results).toEqual(once.results);
  for (const [call, [answered, asked = answered]] of Object.entries(LISTS))
    expect([call, inputsOf(twice.aws, call)]).toEqual([
      call,
      expect.arrayContaining([expect.objectContaining({ [asked]: "second" })]),
    ]);
});
