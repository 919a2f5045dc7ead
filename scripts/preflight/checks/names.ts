import {
  CloudWatchLogsClient,
  ListTagsForResourceCommand,
  paginateDescribeLogGroups,
} from "@aws-sdk/client-cloudwatch-logs";
import { DescribePlacementGroupsCommand, EC2Client, paginateDescribeLaunchTemplates } from "@aws-sdk/client-ec2";
import { DescribeClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import { GetPolicyCommand, GetRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import type { PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { all } from "../../lib/aws/once";
import { namedResources } from "../resources";
import { nameResult, tagsOf, type Tags } from "../taken-name";
import { BUCKET_CHECKS } from "./buckets";

interface NameCheck {
  readonly id: string;
  readonly title: string;
  readonly actions: readonly string[];
  /** Type of the resources whose names must be free. */
  readonly type: string;
  /** Tags of whatever has the name in the account; null: it is free. */
  readonly holder: (aws: AwsAccess, name: string, environment: AwsEnvironment) => Promise<Tags | null>;
}

function nameCheck({ type, holder, ...check }: NameCheck): PreflightCheck {
  return {
    ...check,
    run: ({ aws, environment }) =>
      Promise.all(
        namedResources(environment, type).map(async (resource) =>
          nameResult(environment, resource, await holder(aws, resource.name, environment)),
        ),
      ),
  };
}

const cluster = nameCheck({
  id: "names/cluster",
  title: "The name of the EKS cluster is free.",
  actions: ["eks:DescribeCluster"],
  type: "aws_eks_cluster",
  holder: async (aws, name) => {
    const found = await orNull(aws.client(EKSClient).send(new DescribeClusterCommand({ name })));
    return found && (found.cluster?.tags ?? {});
  },
});

const roles = nameCheck({
  id: "names/roles",
  title: "Names of IAM roles are free.",
  actions: ["iam:GetRole"],
  type: "aws_iam_role",
  holder: async (aws, name) => {
    const found = await orNull(aws.client(IAMClient).send(new GetRoleCommand({ RoleName: name })));
    return found && tagsOf(found.Role?.Tags);
  },
});

const policies = nameCheck({
  id: "names/policies",
  title: "Names of IAM policies are free.",
  actions: ["iam:GetPolicy"],
  type: "aws_iam_policy",
  holder: async (aws, name, { partition, account }) => {
    const PolicyArn = `arn:${partition}:iam::${account}:policy/${name}`;
    const found = await orNull(aws.client(IAMClient).send(new GetPolicyCommand({ PolicyArn })));
    return found && tagsOf(found.Policy?.Tags);
  },
});

/** EKS makes the log group of a cluster anew when the last lines come after it was deleted. */
const logGroups = nameCheck({
  id: "names/log-groups",
  title: "Names of log groups are free.",
  actions: ["logs:DescribeLogGroups", "logs:ListTagsForResource"],
  type: "aws_cloudwatch_log_group",
  holder: async (aws, name) => {
    const logs = aws.client(CloudWatchLogsClient);
    const pages = paginateDescribeLogGroups({ client: logs }, { logGroupNamePrefix: name });
    const found = (await all(pages, (page) => page.logGroups)).find(({ logGroupName }) => logGroupName === name);
    if (!found) return null;
    // the older form of the ARN ends in :*, and tags know it without
    const resourceArn = found.logGroupArn ?? found.arn?.replace(/:\*$/, "");
    const { tags = {} } = await logs.send(new ListTagsForResourceCommand({ resourceArn }));
    return tags;
  },
});

const launchTemplates = nameCheck({
  id: "names/launch-templates",
  title: "Names of launch templates are free.",
  actions: ["ec2:DescribeLaunchTemplates"],
  type: "aws_launch_template",
  holder: async (aws, name) => {
    const Filters = [{ Name: "launch-template-name", Values: [name] }];
    const pages = paginateDescribeLaunchTemplates({ client: aws.client(EC2Client) }, { Filters });
    const [found] = await all(pages, (page) => page.LaunchTemplates);
    return found ? tagsOf(found.Tags) : null;
  },
});

const placementGroups = nameCheck({
  id: "names/placement-groups",
  title: "Names of placement groups are free.",
  actions: ["ec2:DescribePlacementGroups"],
  type: "aws_placement_group",
  holder: async (aws, name) => {
    const Filters = [{ Name: "group-name", Values: [name] }];
    const { PlacementGroups = [] } = await aws.client(EC2Client).send(new DescribePlacementGroupsCommand({ Filters }));
    return PlacementGroups[0] ? tagsOf(PlacementGroups[0].Tags) : null;
  },
});

export const NAME_CHECKS: readonly PreflightCheck[] = [
  ...BUCKET_CHECKS,
  cluster,
  roles,
  policies,
  logGroups,
  launchTemplates,
  placementGroups,
];
