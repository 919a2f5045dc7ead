import { GetRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { awsFailure } from "../../lib/aws/failure";
import { principalArn } from "../../lib/aws/caller";
import type { CheckProps, CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { awsResources } from "../resources";
import { simulate, type Decision } from "../simulate";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

interface LinkedRole {
  readonly name: string;
  /** As in `iam create-service-linked-role --aws-service-name`. */
  readonly service: string;
  /** Who makes it when it is missing: AWS, with the permission of whoever deploys; nobody. */
  readonly made: "on-first-use" | "by-hand";
  readonly source: string;
}

const EKS_GUIDE = "https://docs.aws.amazon.com/eks/latest/userguide";

const EKS: LinkedRole = {
  name: "AWSServiceRoleForAmazonEKS",
  service: "eks.amazonaws.com",
  made: "on-first-use",
  source: `${EKS_GUIDE}/using-service-linked-roles-eks.html`,
};
const NODE_GROUP: LinkedRole = {
  name: "AWSServiceRoleForAmazonEKSNodegroup",
  service: "eks-nodegroup.amazonaws.com",
  made: "on-first-use",
  source: `${EKS_GUIDE}/using-service-linked-roles-eks-nodegroups.html`,
};
const AUTO_SCALING: LinkedRole = {
  name: "AWSServiceRoleForAutoScaling",
  service: "autoscaling.amazonaws.com",
  made: "on-first-use",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/autoscaling-service-linked-role.html",
};
const SPOT: LinkedRole = {
  name: "AWSServiceRoleForEC2Spot",
  service: "spot.amazonaws.com",
  made: "by-hand",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/service-linked-roles-spot-instance-requests.html",
};
const FSX_SOURCE = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-service-linked-roles.html";
const FSX: LinkedRole = {
  name: "AWSServiceRoleForAmazonFSx",
  service: "fsx.amazonaws.com",
  made: "on-first-use",
  source: FSX_SOURCE,
};
const EFS_ROLE: LinkedRole = {
  name: "AWSServiceRoleForAmazonElasticFileSystem",
  service: "elasticfilesystem.amazonaws.com",
  made: "on-first-use",
  source: "https://docs.aws.amazon.com/efs/latest/ug/using-service-linked-roles.html",
};
/** Every linked file system gets a role of its own, whose name ends in its id. */
const FSX_S3 = { prefix: "AWSServiceRoleForFSxS3Access_", service: "s3.data-source.lustre.fsx.amazonaws.com" };

/** Roles by which services of AWS act in the account. */
const linkedRoles: PreflightCheck = {
  id: "account/service-linked-roles",
  title: "Service-linked roles are there, or AWS may make them.",
  actions: ["iam:GetRole", "iam:SimulatePrincipalPolicy"],
  run: async (props) => {
    const { environment } = props;
    const results = await Promise.all(rolesOf(environment).map((role) => roleResult(props, role)));
    const isLinked = awsResources(environment).some(({ type }) => type === "aws_fsx_data_repository_association");
    return isLinked ? [...results, await linkResult(props)] : results;
  },
};

function rolesOf(env: AwsEnvironment): LinkedRole[] {
  const { storage } = env;
  const has = (kind: string) => storage.some((volume) => volume.kind === kind);
  const spot = ec2Groups(env).some(({ machines: { capacity } }) => capacity.kind === "spot");
  return [
    EKS,
    NODE_GROUP,
    AUTO_SCALING,
    ...(spot ? [SPOT] : []),
    ...(has("fsx-lustre") || has("fsx-openzfs") ? [FSX] : []),
    ...(has("efs") ? [EFS_ROLE] : []),
  ];
}

async function roleResult(props: CheckProps, { name, service, made, source }: LinkedRole): Promise<CheckResult> {
  const found = await orNull(props.aws.client(IAMClient).send(new GetRoleCommand({ RoleName: name })));
  if (found) return { verdict: "ok", subject: name, text: "is there", source };
  const fix = `aws iam create-service-linked-role --aws-service-name ${service}`;
  if (made === "by-hand")
    return {
      verdict: "failed",
      subject: name,
      text: "is missing, and only the console makes it by itself: spot nodes would not start",
      fix,
      source,
    };
  const text = "is missing: AWS makes it on first use";
  const byHand = `Let somebody who may run \`${fix}\`, or give the caller ${CREATE}.`;
  return { ...(await mayMake(props, { name, service, text, fix: byHand })), subject: name, source };
}

/** FSx makes the role with the permissions of whoever makes the link. */
async function linkResult(props: CheckProps): Promise<CheckResult> {
  const made = {
    name: `${FSX_S3.prefix}fs-0`,
    service: FSX_S3.service,
    text: "is made by FSx with each linked file system",
    fix: `Give the caller ${CREATE}.`,
  };
  return { ...(await mayMake(props, made)), subject: `${FSX_S3.prefix}<file system>`, source: FSX_SOURCE };
}

const CREATE = "iam:CreateServiceLinkedRole";

interface MadeByAws {
  readonly name: string;
  readonly service: string;
  readonly text: string;
  /** What to do where the caller may not. */
  readonly fix: string;
}

/** AWS makes a linked role in the name of the caller, who must be allowed to. */
async function mayMake(props: CheckProps, made: MadeByAws): Promise<Pick<CheckResult, "verdict" | "text" | "fix">> {
  const { text, fix } = made;
  const { allowed, why } = await mayCreate(props, made);
  if (allowed === true) return { verdict: "ok", text: `${text}, and these credentials may` };
  if (allowed === false)
    return { verdict: "failed", text: `${text}, but these credentials may not ${CREATE}: ${why}`, fix };
  return { verdict: "unknown", text: `${text}; whether these credentials may is not known: ${why}` };
}

async function mayCreate(
  { aws, environment }: CheckProps,
  { name, service }: MadeByAws,
): Promise<Omit<Decision, "action">> {
  const { partition, account } = environment;
  try {
    const principal = await principalArn(aws);
    if (principal === null) return { allowed: "unknown", why: "IAM simulates users and roles only" };
    const [decision] = await simulate(aws, {
      principal,
      actions: [CREATE],
      resource: `arn:${partition}:iam::${account}:role/aws-service-role/${service}/${name}`,
      context: { "iam:AWSServiceName": service },
    });
    return decision ?? { allowed: "unknown", why: "IAM did not say" };
  } catch (error) {
    // that the role is missing is worth telling all the same
    const { kind, text } = awsFailure(error, "iam:SimulatePrincipalPolicy");
    if (kind === "expired") throw error;
    return { allowed: "unknown", why: text };
  }
}

export const LINKED_ROLE_CHECKS: readonly PreflightCheck[] = [linkedRoles];
