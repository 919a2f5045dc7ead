import { ADDON_VERSIONS, AMI_RELEASES, KUBERNETES_VERSIONS } from "../../config/facts/versions";
import { QUOTAS, type QuotaCode } from "../../config/facts/quotas";
import { awsError, type PretendedAnswers } from "./pretended-aws";

const MINOR = "1.36";
const ADMIN = "arn:aws:iam::111122223333:role/platform-admin";

/** What the account has more of than a new one. */
const RAISED: Partial<Record<QuotaCode, number>> = { "L-1216C47A": 256 };

/** Roles that are there; those of spot and FSx are not. */
const ROLES: Readonly<Record<string, string>> = {
  "platform-admin": ADMIN,
  AWSServiceRoleForAmazonEKS: linkedRole("eks.amazonaws.com", "AWSServiceRoleForAmazonEKS"),
  AWSServiceRoleForAmazonEKSNodegroup: linkedRole("eks-nodegroup.amazonaws.com", "AWSServiceRoleForAmazonEKSNodegroup"),
  AWSServiceRoleForAutoScaling: linkedRole("autoscaling.amazonaws.com", "AWSServiceRoleForAutoScaling"),
};

/**
 * The account of the shipped environment `dev`, before its first deployment: nearly new, with quotas for spot GPUs that
 * nobody has asked for, no role for spot, and a log group that somebody left.
 */
export const DEV_ACCOUNT: PretendedAnswers = {
  "STS.GetCallerIdentity": {
    UserId: "AROAEXAMPLE:me",
    Account: "111122223333",
    Arn: "arn:aws:sts::111122223333:assumed-role/platform-admin/me",
  },
  "IAM.GetRole": ({ RoleName }: { RoleName: string }) => {
    const Arn = ROLES[RoleName];
    if (Arn === undefined)
      return awsError("NoSuchEntityException", 404, `The role with name ${RoleName} cannot be found.`);
    return { Role: { RoleName, Arn, Path: "/", RoleId: "AROAEXAMPLE", CreateDate: new Date("2026-10-01T08:00:00Z") } };
  },
  "IAM.SimulatePrincipalPolicy": ({ ActionNames }: { ActionNames: string[] }) => ({
    IsTruncated: false,
    EvaluationResults: ActionNames.map((EvalActionName) => ({
      EvalActionName,
      EvalResourceName: "*",
      ...(EvalActionName === "iam:PassRole"
        ? { EvalDecision: "implicitDeny", MissingContextValues: ["iam:PassedToService"] }
        : { EvalDecision: "allowed", MissingContextValues: [] }),
    })),
  }),
  "Reach.Connect": { reached: true },
  "S3.HeadBucket": awsError("NotFound", 404),
  "ResourceGroupsTaggingAPI.GetResources": { ResourceTagMappingList: [] },
  "EKS.DescribeCluster": awsError("ResourceNotFoundException", 404, "No cluster found for name: dev."),
  "EKS.ListClusters": { clusters: [] },
  "EKS.DescribeClusterVersions": {
    clusterVersions: [
      {
        clusterVersion: MINOR,
        versionStatus: "STANDARD_SUPPORT",
        endOfStandardSupportDate: new Date(`${KUBERNETES_VERSIONS[MINOR].standardSupportUntil}T00:00:00Z`),
        endOfExtendedSupportDate: new Date(`${KUBERNETES_VERSIONS[MINOR].extendedSupportUntil}T00:00:00Z`),
      },
    ],
  },
  "EKS.DescribeAddonVersions": ({ addonName }: { addonName: keyof typeof ADDON_VERSIONS }) => {
    const { versions }: { versions: Partial<Record<typeof MINOR, string>> } = ADDON_VERSIONS[addonName];
    const compatibilities = [{ clusterVersion: MINOR, platformVersions: ["*"], defaultVersion: true }];
    return { addons: [{ addonName, addonVersions: [{ addonVersion: versions[MINOR], compatibilities }] }] };
  },
  "CloudWatchLogs.DescribeLogGroups": ({ logGroupNamePrefix }: { logGroupNamePrefix: string }) => {
    const logGroupArn = `arn:aws:logs:us-east-1:111122223333:log-group:${logGroupNamePrefix}`;
    const left = { logGroupName: logGroupNamePrefix, logGroupArn, arn: `${logGroupArn}:*` };
    return { logGroups: logGroupNamePrefix === "/aws/eks/dev/cluster" ? [left] : [] };
  },
  "CloudWatchLogs.ListTagsForResource": { tags: {} },
  "EC2.DescribeLaunchTemplates": { LaunchTemplates: [] },
  "EC2.DescribeInstances": { Reservations: [] },
  "EC2.DescribeCapacityReservations": { CapacityReservations: [] },
  "EC2.DescribeVpcs": { Vpcs: [{ VpcId: "vpc-0a1b2c3d", CidrBlock: "172.31.0.0/16", IsDefault: true }] },
  "EC2.DescribeInternetGateways": { InternetGateways: [{ InternetGatewayId: "igw-0a1b2c3d" }] },
  "EC2.DescribeAddresses": { Addresses: [] },
  "EC2.DescribeNatGateways": { NatGateways: [] },
  "EC2.DescribeNetworkInterfaces": { NetworkInterfaces: [] },
  "EC2.DescribeSubnets": { Subnets: [] },
  "EC2.DescribeVolumes": { Volumes: [] },
  "EC2.DescribeAvailabilityZones": {
    AvailabilityZones: ["a", "b", "c"].map((letter, index) => ({
      ZoneName: `us-east-1${letter}`,
      ZoneId: `use1-az${[4, 6, 1][index]!}`,
      State: "available",
      OptInStatus: "opt-in-not-required",
      ZoneType: "availability-zone",
      GroupName: "us-east-1-zg-1",
    })),
  },
  "EC2.DescribeInstanceTypeOfferings": ({ Filters: [types] }: { Filters: { Values: string[] }[] }) => ({
    InstanceTypeOfferings: (types?.Values ?? []).flatMap((InstanceType) =>
      ["us-east-1a", "us-east-1b", "us-east-1c"].map((Location) => ({
        InstanceType,
        LocationType: "availability-zone",
        Location,
      })),
    ),
  }),
  "FSx.DescribeFileSystems": { FileSystems: [] },
  "ServiceQuotas.GetServiceQuota": ({ ServiceCode, QuotaCode }: { ServiceCode: string; QuotaCode: QuotaCode }) => {
    const Value = RAISED[QuotaCode] ?? QUOTAS[QuotaCode].default;
    if (Value === null) return awsError("NoSuchResourceException", 400, `There is no quota ${QuotaCode}.`);
    return { Quota: { ServiceCode, QuotaCode, QuotaName: QUOTAS[QuotaCode].meaning, Value, Adjustable: true } };
  },
  "ServiceQuotas.GetAWSDefaultServiceQuota": awsError("NoSuchResourceException"),
  "ServiceQuotas.ListRequestedServiceQuotaChangeHistoryByQuota": { RequestedQuotas: [] },
  "SSM.GetParameter": ({ Name }: { Name: string }) => ({
    Parameter: { Name, Type: "String", Value: AMI_RELEASES.al2023[MINOR].release },
  }),
};

function linkedRole(service: string, name: string): string {
  return `arn:aws:iam::111122223333:role/aws-service-role/${service}/${name}`;
}
