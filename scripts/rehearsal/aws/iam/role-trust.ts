import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { textOf } from "../../attribute-values";
import { allowsService } from "./policy-statements";

export interface TrustProps {
  readonly roleArn: string;
  /** Names of one service; any of them will do. */
  readonly services: readonly string[];
  readonly actions: readonly string[];
  readonly message: string;
  readonly source: string;
}

/**
 * Refuses a role that a service may not take on, as EKS does. What conditions ask for is left out, and so is a role
 * that is not known: that is told where the role is named.
 */
export function refuseUntrusted(
  { roleArn, services, actions, message, source }: TrustProps,
  cloud: CloudApi,
): Refusal[] {
  const role = cloud.all("aws_iam_role").find(({ attributes }) => attributes["arn"] === roleArn);
  const trust = textOf(role?.attributes ?? null, "assume_role_policy");
  if (trust === null || services.some((service) => allowsService(trust, service, actions))) return [];
  return [
    {
      code: "InvalidParameterException",
      message: `${message}: the trust policy of ${roleArn} must allow ${actions.join(" and ")} to ${services.join(" or ")}`,
      source,
    },
  ];
}
