import type { Refusal } from "../../cloud/resource-kind";
import { CONDITION_SOURCE, conditionProblems } from "./policy-conditions";
import { PRINCIPAL_SOURCE, principalProblems } from "./policy-principals";
import { parsePolicy, textsOfElement, type Statement } from "./policy-statements";
import { isPlain } from "../../../../config/kernel/plain";

/**
 * What a policy is for: permissions of a role, who may take on a role, use of a KMS key, or use of another resource
 * (a bucket).
 */
export type PolicyUse = "identity" | "trust" | "key" | "resource";

export interface PolicyRules {
  readonly use: PolicyUse;
  /** Partition that its ARNs must be of. */
  readonly partition: string;
  /** @default MalformedPolicyDocument */
  readonly code?: string;
}

const guide = "https://docs.aws.amazon.com/IAM/latest/UserGuide";
const GRAMMAR = `${guide}/reference_policies_grammar.html`;
const SID = `${guide}/reference_policies_elements_sid.html`;
const NAMES = `${guide}/reference_iam-quotas.html#reference_iam-quotas-names`;
const PARTITION = "https://github.com/hashicorp/terraform-provider-aws/issues/15623";
const NO_RESOURCE = "https://github.com/terraform-aws-modules/terraform-aws-eks-pod-identity/issues/34";

const DOCUMENT = ["Version", "Id", "Statement"];
const STATEMENT = [
  "Sid",
  "Effect",
  "Principal",
  "NotPrincipal",
  "Action",
  "NotAction",
  "Resource",
  "NotResource",
  "Condition",
];

type Problem = readonly [message: string, source: string];

/** What IAM, or the service that a policy is given to, refuses of a policy: its grammar, not what it allows. */
export function refusePolicy(text: string, rules: PolicyRules): Refusal[] {
  const code = rules.code ?? "MalformedPolicyDocument";
  return policyProblems(text, rules).map(([message, source]) => ({ code, message, source }));
}

function policyProblems(text: string, rules: PolicyRules): Problem[] {
  if (!/^[\t\n\r\u0020-\u00ff]*$/.test(text))
    return [["the policy has characters that are not of Latin-1, which IAM does not take", NAMES]];
  const policy = parsePolicy(text);
  if (!policy)
    return [["Syntax errors in policy: it is no JSON object with one or more objects in Statement", GRAMMAR]];
  const { elements, statements } = policy;
  const problems = unknownElements("the policy", elements, DOCUMENT);
  const version = elements["Version"];
  if (version !== undefined && version !== "2012-10-17" && version !== "2008-10-17")
    problems.push([`Version is ${JSON.stringify(version)}; it is "2012-10-17" or "2008-10-17"`, GRAMMAR]);
  if (elements["Id"] !== undefined && rules.use === "identity")
    problems.push(["Id is given, which policies of identities do not have", GRAMMAR]);
  return [
    ...problems,
    ...sameIds(statements, rules),
    ...statements.flatMap((statement, index) => statementProblems(labelOf(statement, index), statement, rules)),
  ];
}

function statementProblems(label: string, statement: Statement, rules: PolicyRules): Problem[] {
  const problems = unknownElements(label, statement, STATEMENT);
  const { Sid: sid, Effect: effect, Condition: condition } = statement;
  if (rules.use === "identity" || rules.use === "trust")
    if (sid !== undefined && !(typeof sid === "string" && /^[A-Za-z0-9]*$/.test(sid)))
      problems.push([`${label}: Sid may have letters and digits only`, SID]);
  if (effect !== "Allow" && effect !== "Deny")
    problems.push([`${label}: Effect is ${JSON.stringify(effect ?? null)}; it is "Allow" or "Deny"`, GRAMMAR]);
  return [
    ...problems,
    ...actionProblems(label, statement, rules),
    ...resourceProblems(label, statement, rules),
    ...principals(label, statement, rules),
    ...conditionProblems(condition).map((message): Problem => [`${label}: ${message}`, CONDITION_SOURCE]),
  ];
}

function actionProblems(label: string, statement: Statement, { use }: PolicyRules): Problem[] {
  // KMS takes a statement without actions or resources, and it has no effect
  const problems = use === "key" ? [] : exactlyOne(label, statement, "Action", "NotAction");
  const actions = [...textsOfElement(statement["Action"]), ...textsOfElement(statement["NotAction"])];
  const wrong = actions.filter((action) => action !== "*" && !/^[A-Za-z0-9-]+:[A-Za-z0-9*?]+$/.test(action));
  return [
    ...problems,
    ...wrong.map((action): Problem => [
      `${label}: "${action}" is no action; it is "service:Action", where the action may have * and ?`,
      GRAMMAR,
    ]),
  ];
}

function resourceProblems(label: string, statement: Statement, { use, partition }: PolicyRules): Problem[] {
  const given = statement["Resource"] !== undefined || statement["NotResource"] !== undefined;
  if (use === "trust")
    return given
      ? [[`${label}: Has prohibited field Resource, as a trust policy is about its own role`, NO_RESOURCE]]
      : [];
  const problems = use === "key" ? [] : exactlyOne(label, statement, "Resource", "NotResource");
  const resources = [...textsOfElement(statement["Resource"]), ...textsOfElement(statement["NotResource"])];
  for (const resource of resources) {
    if (resource === "*") continue;
    const [prefix, of] = resource.split(":");
    if (prefix !== "arn" || of === undefined)
      problems.push([`${label}: Resource ${resource} must be in ARN format or "*"`, GRAMMAR]);
    else if (of !== partition && of !== "*")
      problems.push([
        `${label}: Partition "${of}" is not valid for resource "${resource}"; here it is ${partition}`,
        PARTITION,
      ]);
  }
  return problems;
}

function principals(label: string, statement: Statement, rules: PolicyRules): Problem[] {
  const { Principal: principal, NotPrincipal: notPrincipal } = statement;
  if (rules.use === "identity")
    return principal === undefined && notPrincipal === undefined
      ? []
      : [[`${label}: Policy document should not specify a principal, as it is that of the role itself`, GRAMMAR]];
  return [
    ...exactlyOne(label, statement, "Principal", "NotPrincipal"),
    ...[principal, notPrincipal].flatMap((given) =>
      given === undefined
        ? []
        : principalProblems(given, rules).map((message): Problem => [`${label}: ${message}`, PRINCIPAL_SOURCE]),
    ),
  ];
}

function exactlyOne(label: string, statement: Statement, one: string, other: string): Problem[] {
  const given = [one, other].filter((element) => statement[element] !== undefined);
  if (given.length !== 1)
    return [[`${label}: ${given.length} of ${one} and ${other} are given, it takes one`, GRAMMAR]];
  const value = statement[given[0] ?? one];
  const complete = isPlain(value) || textsOfElement(value).length === (Array.isArray(value) ? value.length : 1);
  return complete && !(Array.isArray(value) && value.length === 0)
    ? []
    : [[`${label}: ${given[0]} has no texts in it, or something else`, GRAMMAR]];
}

function unknownElements(label: string, elements: Statement, known: readonly string[]): Problem[] {
  return Object.keys(elements)
    .filter((name) => !known.includes(name))
    .map((name): Problem => [`${label}: Syntax errors in policy: there is no element "${name}"`, GRAMMAR]);
}

/** Ids need to differ in policies of IAM; other services ask for that each in their own way. */
function sameIds(statements: readonly Statement[], { use }: PolicyRules): Problem[] {
  if (use !== "identity" && use !== "trust") return [];
  const ids = statements.flatMap(({ Sid: sid }) => (typeof sid === "string" && sid !== "" ? [sid] : []));
  return [...new Set(ids.filter((sid, index) => ids.indexOf(sid) !== index))].map((sid): Problem => [
    `Statement IDs (SID) in a single policy must be unique; "${sid}" is not`,
    SID,
  ]);
}

function labelOf({ Sid: sid }: Statement, index: number): string {
  return typeof sid === "string" && sid !== "" ? `statement "${sid}"` : `statement ${index + 1}`;
}
