import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { uuid } from "../api-ids";
import { parseArn } from "../arn";
import { isOn, textOf } from "../../attribute-values";
import { refuseUntrusted } from "../iam/role-trust";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const CREATE = `${api}/API_CreatePodIdentityAssociation.html`;

/** What the role of pods must allow. */
export const PODS = {
  services: ["pods.eks.amazonaws.com"],
  actions: ["sts:AssumeRole", "sts:TagSession"],
  message: "Trust policy of the role provided is invalid",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-id-role.html",
} as const;

export const POD_IDENTITY_KINDS = knownKinds({
  aws_eks_pod_identity_association: {
    source: [`${provider}/pod_identity_association.go`, CREATE, `${api}/API_UpdatePodIdentityAssociation.html`],
    recomputed: { external_id: ["*"] },
    unique: [{ by: ["cluster_name", "namespace", "service_account"], code: "ResourceInUseException", source: CREATE }],
    references: [
      { path: "cluster_name", to: ["aws_eks_cluster"], by: "name", missing: "ResourceNotFoundException" },
      { path: "role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameterException" },
    ],
    refuse: refuseAssociation,
    create: (association, cloud) => {
      const id = podIdentityId(cloud);
      const cluster = textOf(association, "cluster_name") ?? "";
      return {
        id,
        association_id: id,
        association_arn: cloud.arn("eks", `podidentityassociation/${cluster}/${id}`),
        disable_session_tags: false,
        external_id: externalId(association, cloud),
      };
    },
    update: (association, prior, cloud) => ({ external_id: externalId(association, cloud, prior) }),
  },
});

/** `a-abcdefghijklmnop1` */
export function podIdentityId(cloud: CloudApi, purpose = "association"): string {
  return `a-${cloud.hex(17, purpose)}`;
}

/** EKS gives it for a role behind the role; nobody else needs one. */
function externalId(association: Attributes, cloud: CloudApi, prior: Attributes | null = null): string | null {
  if (textOf(association, "target_role_arn") === null) return null;
  return textOf(prior, "external_id") ?? uuid(cloud, "external id");
}

function refuseAssociation(association: Attributes, cloud: CloudApi): readonly Refusal[] {
  const roleArn = textOf(association, "role_arn") ?? "";
  const account = parseArn(roleArn)?.account;
  const refusals: Refusal[] = [];
  if (account !== cloud.account)
    refusals.push({
      code: "InvalidParameterException",
      message: `role_arn is of account ${account ?? "none"}, and the cluster of ${cloud.account}: give the other one as target_role_arn`,
      source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-id-assign-target-role.html",
    });
  // without session tags nobody tags a session
  const actions = isOn(association, "disable_session_tags") ? PODS.actions.slice(0, 1) : PODS.actions;
  return [...refusals, ...refuseUntrusted({ ...PODS, roleArn, actions }, cloud)];
}
