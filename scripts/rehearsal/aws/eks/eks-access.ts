import type { CloudApi } from "../../cloud/cloud-api";
import { invalidParameter } from "../../cloud/refusals";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { uuid } from "../api-ids";
import { parseArn, roleName } from "../arn";
import { blockOf, textOf, textsOf } from "../../attribute-values";
import { refuseAccessPolicy } from "./eks-access-policies";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const ENTRY = `${api}/API_CreateAccessEntry.html`;
const ASSOCIATE = `${api}/API_AssociateAccessPolicy.html`;
const GUIDE = "https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html";
const MODE = "https://github.com/aws-ia/terraform-aws-eks-blueprints/issues/1877";
const GROUPS = "https://github.com/aws/karpenter-provider-aws/issues/7558";

const CLUSTER = { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" };
const TYPES = ["STANDARD", "EC2", "EC2_LINUX", "EC2_WINDOWS", "FARGATE_LINUX", "HYBRID_LINUX", "HYPERPOD_LINUX"];

export const EKS_ACCESS_KINDS = knownKinds({
  aws_eks_access_entry: {
    source: [`${provider}/access_entry.go`, ENTRY, `${api}/API_UpdateAccessEntry.html`],
    defaults: { type: "STANDARD" },
    unique: [{ by: ["cluster_name", "principal_arn"], code: "ResourceInUseException", source: ENTRY }],
    references: [CLUSTER],
    refuse: (entry, cloud, prior) => [
      ...refuseMode(entry, cloud),
      ...refusePrincipal(entry, cloud),
      ...refuseType(entry, cloud, prior),
      ...refuseNames(entry),
    ],
    create: (entry, cloud) => {
      const [cluster, principal] = [textOf(entry, "cluster_name") ?? "", textOf(entry, "principal_arn") ?? ""];
      const [kind, name] = nameOf(principal);
      return {
        id: `${cluster}:${principal}`,
        access_entry_arn: cloud.arn(
          "eks",
          `access-entry/${cluster}/${kind}/${parseArn(principal)?.account ?? ""}/${name}/${uuid(cloud, "entry")}`,
        ),
        created_at: cloud.now,
        modified_at: cloud.now,
        kubernetes_groups: [],
        user_name: userNameOf(entry, principal),
      };
    },
  },
  aws_eks_access_policy_association: {
    source: [`${provider}/access_policy_association.go`, ASSOCIATE],
    references: [CLUSTER],
    refuse: (association, cloud) => [
      ...refuseMode(association, cloud),
      ...refuseEntry(association, cloud),
      ...refuseAccessPolicy(textOf(association, "policy_arn") ?? "", cloud),
      ...refuseScope(association),
    ],
    create: (association, cloud) => {
      const names = ["cluster_name", "principal_arn", "policy_arn"].map((name) => textOf(association, name) ?? "");
      const time = cloud.now.replace("T", " ").replace("Z", " +0000 UTC");
      return { id: names.join("#"), associated_at: time, modified_at: time };
    },
  },
});

/** `role` and the name without a path. */
function nameOf(principalArn: string): [kind: string, name: string] {
  const resource = parseArn(principalArn)?.resource ?? "";
  return [resource.split("/")[0] ?? "", resource.slice(resource.lastIndexOf("/") + 1)];
}

/** Name that Kubernetes sees. Nodes have that of their instance. */
function userNameOf(entry: Attributes, principalArn: string): string {
  const arn = parseArn(principalArn);
  const type = textOf(entry, "type");
  if (type !== null && type !== "STANDARD" && arn)
    return type === "FARGATE_LINUX" ? "system:node:{{SessionName}}" : "system:node:{{EC2PrivateDNSName}}";
  const role = roleName(arn);
  return role === null || !arn
    ? principalArn
    : `arn:${arn.partition}:sts::${arn.account}:assumed-role/${role}/{{SessionName}}`;
}

/** A cluster that goes by its config map has no access entries. */
function refuseMode(object: Attributes, cloud: CloudApi): Refusal[] {
  const cluster = cloud.get("aws_eks_cluster", textOf(object, "cluster_name") ?? "")?.attributes ?? null;
  const access = blockOf(cluster, "access_config");
  if (textOf(access, "authentication_mode") !== "CONFIG_MAP") return [];
  return [
    refusal(
      "InvalidRequestException",
      "The cluster's authentication mode must be set to one of [API, API_AND_CONFIG_MAP] to perform this operation",
      MODE,
    ),
  ];
}

function refusePrincipal(entry: Attributes, cloud: CloudApi): Refusal[] {
  const principal = textOf(entry, "principal_arn") ?? "";
  const arn = parseArn(principal);
  if (arn?.service === "sts")
    return [invalidParameter(`principal_arn ${principal} is a session; give the ARN of its role`, GUIDE)];
  if (arn?.service !== "iam" || arn.partition !== cloud.partition || !/^(role|user)\/.+/.test(arn.resource))
    return [
      invalidParameter(`principal_arn is ${principal}; it is a role or a user of IAM in ${cloud.partition}`, GUIDE),
    ];
  if (arn.resource.startsWith("role/aws-service-role/"))
    return [
      invalidParameter(`principal_arn ${principal} is a service-linked role, which can have no access entry`, GUIDE),
    ];
  return [];
}

/** Entries for nodes are roles of the account, and what they are in Kubernetes is settled. */
function refuseType(entry: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  const type = textOf(entry, "type") ?? "STANDARD";
  if (!TYPES.includes(type)) return [invalidParameter(`type is ${type}; it is ${TYPES.join(", ")}`, ENTRY)];
  if (type === "STANDARD") return [];
  const arn = parseArn(textOf(entry, "principal_arn") ?? "");
  return [
    ...(roleName(arn) !== null && arn?.account === cloud.account
      ? []
      : [invalidParameter(`an entry of type ${type} is for a role in the account of the cluster`, GUIDE)]),
    ...(textsOf(entry, "kubernetes_groups").length > 0
      ? [invalidParameter(`kubernetes_groups cannot be given for an entry of type ${type}`, ENTRY)]
      : []),
    ...(textOf(entry, "user_name") === null || prior !== null
      ? []
      : [invalidParameter(`user_name cannot be given for an entry of type ${type}`, GUIDE)]),
  ];
}

function refuseNames(entry: Attributes): Refusal[] {
  const user = textOf(entry, "user_name");
  const isNode = (textOf(entry, "type") ?? "STANDARD") !== "STANDARD";
  const reserved = ["system:", "eks:", "aws:", "amazon:", "iam:"];
  return [
    ...textsOf(entry, "kubernetes_groups")
      .filter((group) => group.startsWith("system:"))
      .map((group) =>
        invalidParameter(`The kubernetes group name ${group} is invalid, it cannot start with system:`, GROUPS),
      ),
    ...(user !== null && !isNode && reserved.some((prefix) => user.startsWith(prefix))
      ? [invalidParameter(`user_name is ${user}; it cannot begin with ${reserved.join(", ")}`, GUIDE)]
      : []),
  ];
}

function refuseEntry(association: Attributes, cloud: CloudApi): Refusal[] {
  const entry = cloud
    .all("aws_eks_access_entry")
    .find(({ attributes }) =>
      ["cluster_name", "principal_arn"].every((name) => attributes[name] === association[name]),
    );
  if (!entry)
    return [
      refusal(
        "ResourceNotFoundException",
        `The specified principalArn could not be found: ${textOf(association, "principal_arn")} has no access entry`,
        ASSOCIATE,
      ),
    ];
  const type = textOf(entry.attributes, "type") ?? "STANDARD";
  // nodes of Auto Mode have a policy of their own
  if (type === "STANDARD" || type === "EC2") return [];
  return [refusal("InvalidRequestException", `an access entry of type ${type} takes no access policy`, ENTRY)];
}

function refuseScope(association: Attributes): Refusal[] {
  const scope = blockOf(association, "access_scope");
  const type = textOf(scope, "type") ?? "";
  const fits = type === "cluster" || (type === "namespace" && textsOf(scope, "namespaces").length > 0);
  if (fits) return [];
  return [
    invalidParameter(
      `access_scope is "${type}"; it is cluster, or namespace with namespaces`,
      `${api}/API_AccessScope.html`,
    ),
  ];
}

const refusal = (code: string, message: string, source: string): Refusal => ({ code, message, source });
