import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { blocksOf, isOn, numberOf, textOf, textsOf } from "../../attribute-values";
import { INLINE_POLICY_SOURCE, refuseInlineSize, refuseMissingPolicy } from "./iam";
import { IAM_QUOTAS, namedObject, policySize, refuseName, refuseOtherCase, refusePath } from "./iam-names";
import { refusePolicy } from "./iam-policy";

const api = "https://docs.aws.amazon.com/IAM/latest/APIReference";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/iam";

/** Characters of a trust policy before and after a quota is raised. */
const TRUST_SIZE = { default: 2048, most: 4096 };

export const IAM_ROLE_KINDS = knownKinds({
  aws_iam_role: {
    source: [`${provider}/role.go`, `${api}/API_CreateRole.html`, `${api}/API_DeleteRole.html`],
    computedBlocks: ["inline_policy"],
    defaults: { force_detach_policies: false, max_session_duration: 3600, path: "/" },
    json: ["assume_role_policy"],
    unique: [{ by: ["name"], code: "EntityAlreadyExists", source: `${api}/API_CreateRole.html` }],
    refuse: refuseRole,
    refuseDelete: refuseRoleDelete,
    create: (object, cloud) => ({ ...namedObject(object, cloud, "role", "AROA"), managed_policy_arns: [] }),
  },
});

function refuseRole(role: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  const trust = textOf(role, "assume_role_policy") ?? "";
  const inline = blocksOf(role, "inline_policy").map((block) => textOf(block, "policy") ?? "");
  const boundary = textOf(role, "permissions_boundary");
  const { partition } = cloud;
  return [
    ...refuseName(role, 64),
    ...refusePath(role),
    ...refuseOtherCase("aws_iam_role", role, cloud, prior),
    ...refuseLimits(role),
    ...refusePolicy(trust, { use: "trust", partition }),
    ...refuseTrustSize(trust),
    ...inline.filter((text) => text !== "").flatMap((text) => refusePolicy(text, { use: "identity", partition })),
    ...refuseInlineSize(inline),
    ...[...textsOf(role, "managed_policy_arns"), ...(boundary === null ? [] : [boundary])].flatMap((arn) =>
      refuseMissingPolicy(arn, cloud),
    ),
  ];
}

function refuseLimits(role: Attributes): Refusal[] {
  const seconds = numberOf(role, "max_session_duration");
  const description = textOf(role, "description") ?? "";
  const source = `${api}/API_CreateRole.html`;
  const refusals: Refusal[] = [];
  if (seconds !== null && (seconds < 3600 || seconds > 43200))
    refusals.push({
      code: "ValidationError",
      message: `max_session_duration is ${seconds}; it is 3600 to 43200 seconds`,
      source,
    });
  if (description.length > 1000 || !/^[\t\n\r\u0020-\u007e\u00a1-\u00ff]*$/.test(description))
    refusals.push({
      code: "ValidationError",
      message: `description has ${description.length} characters; it has up to 1000 of Latin-1`,
      source,
    });
  return refusals;
}

function refuseTrustSize(trust: string): Refusal[] {
  const size = policySize(trust);
  if (size <= TRUST_SIZE.default) return [];
  return [
    {
      code: "LimitExceeded",
      message:
        `assume_role_policy has ${size} characters without white space, and the quota is ${TRUST_SIZE.default}; ` +
        `it can be raised to ${TRUST_SIZE.most}`,
      source: IAM_QUOTAS,
    },
  ];
}

/**
 * Policies keep a role. The real provider detaches what its last refresh found, which would leave the attachment of
 * another stack in that stack's state alone: here it is refused. From instance profiles it always removes the role.
 */
function refuseRoleDelete(role: Attributes, cloud: CloudApi): Refusal[] {
  if (isOn(role, "force_detach_policies")) return [];
  const name = textOf(role, "name");
  const of = (type: string) => cloud.all(type).filter(({ attributes }) => textOf(attributes, "role") === name);
  const attached = textsOf(role, "managed_policy_arns").length > 0 ? [] : of("aws_iam_role_policy_attachment");
  const inline = blocksOf(role, "inline_policy").length > 0 ? [] : of("aws_iam_role_policy");
  return [
    ...attached.map(({ id }) => conflict(`must detach all policies first: ${id}`, `${api}/API_DeleteRole.html`)),
    ...inline.map(({ id }) => conflict(`must delete policies first: ${id}`, INLINE_POLICY_SOURCE)),
  ];
}

const conflict = (what: string, source: string): Refusal => ({
  code: "DeleteConflict",
  message: `Cannot delete entity, ${what}`,
  source,
});
