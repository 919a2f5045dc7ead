import { parseArn } from "../arn";
import type { PolicyRules } from "./iam-policy";
import { textsOfElement } from "./policy-statements";
import { isPlain } from "../../../../config/kernel/plain";

export const PRINCIPAL_SOURCE =
  "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html";

const KINDS = ["AWS", "Federated", "Service", "CanonicalUser"];

/** What is refused of a principal. Whether it is there is not known: roles and users may have been made elsewhere. */
export function principalProblems(principal: unknown, rules: PolicyRules): string[] {
  if (principal === "*")
    // https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/iam/policy_model.go
    return rules.use === "trust" ? ['Invalid principal in policy: a trust policy takes { "AWS": "*" }, not "*"'] : [];
  if (!isPlain(principal)) return ['Principal is neither an object nor "*"'];
  const entries = Object.entries(principal);
  if (entries.length === 0) return ["Principal is empty"];
  return entries.flatMap(([kind, given]) => {
    if (!KINDS.includes(kind)) return [`Invalid principal in policy: there is no kind "${kind}"`];
    const names = textsOfElement(given);
    if (names.length === 0) return [`Invalid principal in policy: nothing in "${kind}"`];
    return names
      .filter((name) => !isPrincipal(kind, name, rules))
      .map((name) => `Invalid principal in policy: "${kind}":"${name}"`);
  });
}

function isPrincipal(kind: string, name: string, { partition }: PolicyRules): boolean {
  if (kind === "Service") return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name);
  if (kind !== "AWS" || name === "*" || /^\d{12}$/.test(name)) return true;
  const arn = parseArn(name);
  // CloudFront names the readers of a bucket under an account of its own
  if (arn?.partition !== partition || !/^(\d{12}|cloudfront)$/.test(arn.account)) return false;
  // * may stand for everybody, and not for a part of a name
  return (arn.service === "iam" || arn.service === "sts") && !/[*?]/.test(arn.resource);
}
