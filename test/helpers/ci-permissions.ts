import { deployStatements } from "../../constructs/ci/permissions";
import { type CiScope } from "../../constructs/ci/scope";
import { type PolicyStatement } from "../../constructs/security/policy";
import { likeText } from "../../scripts/rehearsal/aws/iam/policy-statements";
import { sample } from "./environment";
import { synthStacks } from "./stacks";
import type { Json } from "./synth";
import { SCOPE } from "../constructs/ci/scope";

export const deploy = (scope: CiScope = SCOPE) => Object.values(deployStatements(scope)).flat();

export const bySid = (statements: readonly PolicyStatement[], sid: string) => {
  const found = statements.filter((one) => one.sid === sid);
  expect(found).toHaveLength(1);
  return found[0]!;
};

/** Statements that allow an action on a resource, whatever their conditions ask for. */
export const allowing = (statements: readonly PolicyStatement[], action: string, resource = "*") =>
  statements.filter(
    ({ effect = "Allow", actions, resources = [] }) =>
      effect === "Allow" &&
      actions.some((pattern) => likeText(pattern, action)) &&
      resources.some((pattern) => likeText(pattern, resource)),
  );

export const ci = { kind: "github", repository: "acme/cluster" };

export const watched = {
  budget: { monthlyUsd: 1000 },
  alarms: { emails: ["ops@example.com"] },
  idle: {},
  schedule: { timezone: "UTC", start: "08:00", end: "19:00", nodeGroups: ["h100"] },
  nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } },
};

export const stacks = synthStacks(sample({ ci, ...watched }).env);

export const resources = (type: string): Json[] =>
  Object.values(stacks).flatMap((stack) => Object.values<Json>(stack.resource?.[type] ?? {}));
