import { IAMClient, paginateSimulatePrincipalPolicy, type EvaluationResult } from "@aws-sdk/client-iam";
import type { AwsAccess } from "../lib/aws/access";
import { all, inTurn } from "../lib/aws/once";

/** What the policies of the caller say of one action. */
export interface Decision {
  readonly action: string;
  /** `unknown`: a condition decides whose value is only there in the real call. */
  readonly allowed: boolean | "unknown";
  /** Why it is not allowed, as the rest of a sentence; empty when it is. */
  readonly why: string;
}

export interface SimulateProps {
  /** User or role, as IAM names it. */
  readonly principal: string;
  readonly actions: readonly string[];
  /** ARN of what it is done to. @default - all resources */
  readonly resource?: string;
  /** Values of condition keys. */
  readonly context?: Readonly<Record<string, string>> | undefined;
}

/** Actions in a call. No document read gives a limit. */
const AT_ONCE = 100;

/**
 * Asks IAM what it would decide, one question after another: how many it takes at once stands in no document. Policies of resources, of sessions and of VPC endpoints have no part in it.
 * @see https://docs.aws.amazon.com/IAM/latest/APIReference/API_SimulatePrincipalPolicy.html
 */
export async function simulate(aws: AwsAccess, props: SimulateProps): Promise<Decision[]> {
  const { principal, actions, resource, context = {} } = props;
  const decisions: Decision[] = [];
  for (let first = 0; first < actions.length; first += AT_ONCE) {
    const pages = paginateSimulatePrincipalPolicy(
      { client: aws.client(IAMClient) },
      {
        PolicySourceArn: principal,
        ActionNames: actions.slice(first, first + AT_ONCE),
        ...(resource !== undefined && { ResourceArns: [resource] }),
        ContextEntries: Object.entries(context).map(([ContextKeyName, value]) => ({
          ContextKeyName,
          ContextKeyValues: [value],
          ContextKeyType: "string" as const,
        })),
      },
    );
    const results = await inTurn(aws, "simulations", () => all(pages, (page) => page.EvaluationResults));
    decisions.push(...results.map(decision));
  }
  return decisions;
}

function decision(result: EvaluationResult): Decision {
  const action = result.EvalActionName ?? "";
  if (result.EvalDecision === "allowed") return { action, allowed: true, why: "" };
  const specific = (result.ResourceSpecificResults ?? []).flatMap(
    ({ MissingContextValues = [] }) => MissingContextValues,
  );
  const missing = [...new Set([...(result.MissingContextValues ?? []), ...specific])];
  if (result.OrganizationsDecisionDetail?.AllowedByOrganizations === false)
    return { action, allowed: false, why: "a service control policy of the organization does not allow it" };
  if (missing.length > 0) return { action, allowed: "unknown", why: `conditions on ${missing.join(", ")} decide` };
  if (result.PermissionsBoundaryDecisionDetail?.AllowedByPermissionsBoundary === false)
    return { action, allowed: false, why: "the permissions boundary does not allow it" };
  if (result.EvalDecision === "explicitDeny") return { action, allowed: false, why: "a policy denies it" };
  return { action, allowed: false, why: "no policy allows it" };
}
