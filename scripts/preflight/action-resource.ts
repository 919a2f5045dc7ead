import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { namedResources } from "./resources";

/** Stands for the ids that EKS gives. */
const ID = "00000000-0000-0000-0000-000000000000";

/**
 * ARN of what an action is done to: one of the environment's resources of its kind; `*` where AWS gives ids, which nobody
 * knows yet.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html
 */
export function actionResource(environment: AwsEnvironment, action: string): string {
  const [service, call = ""] = action.split(":");
  const { partition, region, account } = environment;
  const first = (type: string) => namedResources(environment, type)[0]?.name ?? "*";
  const regional = (rest: string) => `arn:${partition}:${service}:${region}:${account}:${rest}`;
  switch (service) {
    case "eks":
      return call === "DescribeAddonVersions" ? "*" : regional(eksResource(environment, call));
    case "iam":
      return `arn:${partition}:iam::${account}:${iamResource(call, first)}`;
    case "logs":
      if (call === "DescribeLogGroups" || call.endsWith("LogDelivery")) return "*";
      return regional(`log-group:${first("aws_cloudwatch_log_group")}:*`);
    case "s3":
      return `arn:${partition}:s3:::${s3Resource(environment, call, first("aws_s3_bucket"))}`;
    case "sns":
      return regional(first("aws_sns_topic"));
    default:
      return "*";
  }
}

/** What makes something is done to the cluster, and what changes it to the thing itself. */
function eksResource({ names, account }: AwsEnvironment, call: string): string {
  const { cluster } = names;
  if (/^(Describe|Update|Delete)Addon$/.test(call)) return `addon/${cluster}/vpc-cni/${ID}`;
  if (/^(Describe|Update|Delete)Nodegroup/.test(call)) return `nodegroup/${cluster}/${names.resource("system")}/${ID}`;
  if (/^(Describe|Update|Delete)PodIdentity/.test(call)) return `podidentityassociation/${cluster}/a-0`;
  if (/^(Describe|Delete)AccessEntry$|Access(Policy|Policies)$/.test(call))
    return `access-entry/${cluster}/role/${account}/admin/${ID}`;
  return `cluster/${cluster}`;
}

/** Most actions are those of roles, also where they attach a policy. */
function iamResource(call: string, first: (type: string) => string): string {
  if (call.includes("OpenIDConnectProvider")) return "oidc-provider/token.actions.githubusercontent.com";
  if (/^(Create|Get|Delete|Tag)Policy(Version)?$|^ListPolicyVersions$/.test(call))
    return `policy/${first("aws_iam_policy")}`;
  return `role/${first("aws_iam_role")}`;
}

/** Objects are those of the state. */
function s3Resource({ state }: AwsEnvironment, call: string, bucket: string): string {
  return call.endsWith("Object") && state.kind === "s3" ? `${state.bucket}/network.tfstate` : bucket;
}
