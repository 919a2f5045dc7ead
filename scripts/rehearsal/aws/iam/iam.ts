import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { iamId } from "../api-ids";
import { parseArn } from "../arn";
import { textOf, textsOf } from "../../attribute-values";
import { IAM_QUOTAS, newName, policySize, refuseName, refuseOtherCase, refusePath } from "./iam-names";
import { refusePolicy } from "./iam-policy";

const api = "https://docs.aws.amazon.com/IAM/latest/APIReference";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/iam";

export const INLINE_POLICY_SOURCE = `${api}/API_PutRolePolicy.html`;

/** Characters without white space: of all inline policies of a role together, and of one managed policy. */
const INLINE_SIZE = 10_240;
const MANAGED_SIZE = 6_144;
/** Managed policies of one role; can be raised to 20. */
const POLICIES_PER_ROLE = 10;

/** The role is given by name. */
const role = { path: "role", to: ["aws_iam_role"], by: "name", missing: "NoSuchEntity" };

/** Policies: in a role, on their own, and what joins the two. */
export const IAM_KINDS = knownKinds({
  aws_iam_role_policy: {
    source: [`${provider}/role_policy.go`, INLINE_POLICY_SOURCE],
    json: ["policy"],
    references: [role],
    refuse: (object, cloud) => {
      const name = textOf(object, "name");
      const policy = textOf(object, "policy") ?? "";
      const others = cloud
        .all("aws_iam_role_policy")
        .filter(({ attributes }) => attributes["role"] === object["role"] && attributes["name"] !== name)
        .map(({ attributes }) => textOf(attributes, "policy") ?? "");
      return [
        ...refuseName(object, 128),
        ...refusePolicy(policy, { use: "identity", partition: cloud.partition }),
        ...refuseInlineSize([...others, policy]),
      ];
    },
    create: (object, cloud) => {
      const name = newName(object, cloud);
      return { id: `${textOf(object, "role")}:${name}`, name, name_prefix: "" };
    },
  },
  aws_iam_role_policy_attachment: {
    source: [`${provider}/role_policy_attachment.go`, `${api}/API_AttachRolePolicy.html`],
    references: [role],
    refuse: refuseAttachment,
    create: (object) => ({ id: `${textOf(object, "role")}/${textOf(object, "policy_arn")}` }),
  },
  aws_iam_policy: {
    source: [`${provider}/policy.go`, `${api}/API_CreatePolicy.html`, `${api}/API_DeletePolicy.html`],
    defaults: { path: "/" },
    json: ["policy"],
    unique: [{ by: ["name"], code: "EntityAlreadyExists", source: `${api}/API_CreatePolicy.html` }],
    refuse: (object, cloud, prior) => {
      const policy = textOf(object, "policy") ?? "";
      const size = policySize(policy);
      return [
        ...refuseName(object, 128),
        ...refusePath(object),
        ...refuseOtherCase("aws_iam_policy", object, cloud, prior),
        ...refusePolicy(policy, { use: "identity", partition: cloud.partition }),
        ...(size <= MANAGED_SIZE
          ? []
          : [limit(`policy has ${size} characters without white space, a managed policy has up to ${MANAGED_SIZE}`)]),
      ];
    },
    refuseDelete: refusePolicyDelete,
    create: (object, cloud) => {
      const name = newName(object, cloud);
      const arn = cloud.globalArn("iam", `policy${textOf(object, "path") ?? "/"}${name}`);
      return { id: arn, arn, name, name_prefix: "", policy_id: iamId(cloud, "ANPA"), attachment_count: 0 };
    },
  },
});

/** @param policies all that one role has in it */
export function refuseInlineSize(policies: readonly string[]): Refusal[] {
  const size = policySize(...policies);
  if (size <= INLINE_SIZE) return [];
  return [
    limit(`the inline policies of the role have ${size} characters without white space, the limit is ${INLINE_SIZE}`),
  ];
}

/** Policies of AWS are always there; one of this account must have been made. */
export function refuseMissingPolicy(text: string, cloud: CloudApi): Refusal[] {
  const source = `${api}/API_AttachRolePolicy.html`;
  const arn = parseArn(text);
  if (arn?.service !== "iam" || !arn.resource.startsWith("policy/"))
    return [{ code: "ValidationError", message: `${text} is not the ARN of a policy`, source }];
  if (arn.partition !== cloud.partition)
    return [
      {
        code: "NoSuchEntity",
        message: `${text} is of ${arn.partition}, and this account of ${cloud.partition}`,
        source,
      },
    ];
  if (arn.account === "aws") return [];
  if (cloud.all("aws_iam_policy").some(({ attributes }) => attributes["arn"] === text)) return [];
  return [{ code: "NoSuchEntity", message: `Policy ${text} does not exist or is not attachable`, source }];
}

function refuseAttachment(object: Attributes, cloud: CloudApi): Refusal[] {
  const arn = textOf(object, "policy_arn") ?? "";
  const missing = refuseMissingPolicy(arn, cloud);
  if (missing.length > 0) return missing;
  if (/:policy\/aws-service-role\//.test(arn))
    return [
      {
        code: "PolicyNotAttachable",
        message: `Cannot attach ${arn}: it is for the service-linked role of its service only`,
        source: `${api}/API_AttachRolePolicy.html`,
      },
    ];
  const attached = cloud
    .all("aws_iam_role_policy_attachment")
    .filter(({ attributes }) => attributes["role"] === object["role"])
    .map(({ attributes }) => attributes["policy_arn"]);
  return new Set([...attached, arn]).size <= POLICIES_PER_ROLE
    ? []
    : [limit(`Cannot exceed quota for PoliciesPerRole: ${POLICIES_PER_ROLE}; it can be raised to 20`)];
}

function refusePolicyDelete(policy: Attributes, cloud: CloudApi): Refusal[] {
  const arn = textOf(policy, "arn") ?? "";
  const users = [
    ...cloud.all("aws_iam_role_policy_attachment").filter(({ attributes }) => attributes["policy_arn"] === arn),
    ...cloud
      .all("aws_iam_role")
      .filter(
        ({ attributes }) =>
          attributes["permissions_boundary"] === arn || textsOf(attributes, "managed_policy_arns").includes(arn),
      ),
  ];
  return users.map(({ type, id }) => ({
    code: "DeleteConflict",
    message: `Cannot delete a policy attached to entities: ${type} ${id}`,
    source: `${api}/API_DeletePolicy.html`,
  }));
}

const limit = (message: string): Refusal => ({ code: "LimitExceeded", message, source: IAM_QUOTAS });
