import { deployActions as actionsOf, STATE_ACTIONS } from "../../../config/facts/iam/actions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { actionResource } from "../action-resource";
import { callerOf, principalArn } from "../../lib/aws/caller";
import type { CheckResult, PreflightCheck } from "../check";
import { awsResources } from "../resources";
import { simulate, type Decision } from "../simulate";

const SOURCE = "https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_testing-policies.html";

/** Whether the caller may do all that a deployment does. */
const permissions: PreflightCheck = {
  id: "account/permissions",
  title: "The caller may do all that a deployment does.",
  actions: ["iam:SimulatePrincipalPolicy", "iam:GetRole"],
  run: async ({ aws, environment }) => {
    const principal = await principalArn(aws);
    if (principal === null) {
      const { arn } = await callerOf(aws);
      return [{ verdict: "unknown", subject: arn, text: "IAM simulates users and roles only", source: SOURCE }];
    }
    const { actions, unknownTypes } = deployActions(environment);
    const decided = await Promise.all(
      byResource(environment, actions).map(({ resource, actions }) =>
        simulate(aws, { principal, actions, resource, context: requestedRegion(environment, actions) }),
      ),
    );
    return [
      ...unknownTypes.map((type): CheckResult => ({
        verdict: "unknown",
        subject: type,
        text: "which permissions it needs is not known here",
        fix: "Add it to config/facts/iam.",
      })),
      ...permissionResults(principal, decided.flat()),
    ];
  },
};

/** What a deployment calls, each action once, by the types of the resources. */
export function deployActions(environment: AwsEnvironment) {
  const types = [...new Set(awsResources(environment).map(({ type }) => type))].sort();
  const state = environment.state.kind === "s3" ? STATE_ACTIONS : [];
  const actions = new Set([...types.flatMap((type) => actionsOf(type) ?? []), ...state]);
  return { actions: [...actions].sort(), unknownTypes: types.filter((type) => actionsOf(type) === null) };
}

/** A policy may allow an action on the names of the environment only, so that is what is asked. */
function byResource(environment: AwsEnvironment, actions: readonly string[]) {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const resource = actionResource(environment, action);
    groups.set(resource, [...(groups.get(resource) ?? []), action]);
  }
  return [...groups].map(([resource, actions]) => ({ resource, actions }));
}

/**
 * Policies often keep to Regions. IAM's only endpoint of the partition `aws` is in us-east-1.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-requestedregion
 */
function requestedRegion({ region, partition }: AwsEnvironment, [action]: readonly string[]) {
  if (!action?.startsWith("iam:")) return { "aws:RequestedRegion": region };
  return partition === "aws" ? { "aws:RequestedRegion": "us-east-1" } : undefined;
}

function permissionResults(principal: string, decisions: readonly Decision[]): CheckResult[] {
  if (decisions.length === 0)
    return [{ verdict: "unknown", subject: principal, text: "IAM decided on no action", source: SOURCE }];
  const kinds = [false, "unknown"] as const;
  const missing = kinds.flatMap((kind) => {
    const reasons = new Map<string, string[]>();
    for (const { action, allowed, why } of decisions)
      if (allowed === kind) reasons.set(why, [...(reasons.get(why) ?? []), action]);
    return [...reasons].map(([why, actions]): CheckResult => ({
      verdict: kind === false ? "failed" : "unknown",
      subject: principal,
      text: `${kind === false ? "may not" : "may or may not"} ${actions.join(", ")}: ${why}`,
      ...(kind === false && { fix: "Let the role or the user do that, or deploy with another one." }),
      source: SOURCE,
    }));
  });
  const allowed = decisions.filter((one) => one.allowed === true).length;
  const all = `may do ${allowed === decisions.length ? "all " : ""}${allowed} of the ${decisions.length} actions that a deployment needs`;
  return [...missing, ...(allowed > 0 ? [{ verdict: "ok" as const, subject: principal, text: all }] : [])];
}

export const PERMISSION_CHECKS: readonly PreflightCheck[] = [permissions];
