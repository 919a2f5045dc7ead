import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { Policy } from "../../lib/aws/policies";
import type { ReviewedChange } from "../changes/resource-changes";
import { EFS_POLICY, policyOwnerGoes } from "./file-systems";
import { policiesOf, type Policies } from "./policies-of";
import { policyDangers, statementDangers } from "./policy-dangers";
import { grants, statementChanges, type Grants } from "./policy-grants";
import { ownOf } from "./own";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, recordOf, resourceText } from "./words";

/** What IAM, key, bucket and trust policies let do that could not be done before. */
export function openedPolicies(changeSet: ChangeSet): SectionFinding[] {
  return changeSet.changes.flatMap((change) => {
    const [before, after] = [policiesOf(change.before), policiesOf(change.after)];
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return [
      ...names.flatMap((name) =>
        policyFindings(change, name, before.get(name) ?? null, after.get(name) ?? null, changeSet),
      ),
      ...hidden(change, before, after),
    ];
  });
}

function policyFindings(
  change: ReviewedChange,
  name: string,
  before: Policy | null,
  after: Policy | null,
  changeSet: ChangeSet,
): SectionFinding[] {
  // a policy that becomes unknown is told as that
  if (after === null && change.action !== "delete" && recordOf(change.unknown)[name] === true) return [];
  const own = ownOf(changeSet);
  const known = before ? policyDangers(before, own) : [];
  const differences = grants(before, after, own);
  // what was allowed before is opened by nothing, in whatever words it is said now
  const fresh = [...new Set(statementChanges(before, after).come.flatMap((one) => statementDangers(one, own)))];
  const dangers = fresh.filter((danger) => !known.includes(danger));
  if (dangers.length > 0 && isBoundary(change, changeSet)) return [limits(change, dangers, differences)];
  return [
    ...dangerous(change, dangers, differences),
    ...(dangers.length > 0 ? [] : opened(change, name, differences, before)),
    ...closed(change, differences, changeSet),
  ];
}

/** The policy that the roles of a pipeline may give no role more than. */
const isBoundary = ({ type, after }: ReviewedChange, { input }: ChangeSet): boolean =>
  type === "aws_iam_policy" &&
  after?.["name"] !== undefined &&
  after?.["name"] === awsOf(input.after)?.ci?.boundaryName;

function limits(change: ReviewedChange, dangers: readonly string[], { come }: Grants): SectionFinding {
  return findingOn("security", "warning", change, {
    title: `${capital(resourceText(change))} is a permissions boundary: it gives nothing, and roles that the pipeline makes may get that much.`,
    details: [...dangers.map((danger) => `Up to: ${danger}.`), ...lines("Now up to", come)],
  });
}

function dangerous(change: ReviewedChange, dangers: readonly string[], { come }: Grants): SectionFinding[] {
  if (dangers.length === 0) return [];
  const [first = "", ...more] = dangers;
  const others = more.length > 0 ? `, and ${more.length} more` : "";
  const verb = / may /.test(first) ? "" : "it allows ";
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} opens: ${verb}${first}${others}.`,
      details: [...more.map((danger) => `Also: ${danger}.`), ...lines("May now", come)],
    }),
  ];
}

/** Only what is added to something that is there: whatever is new is made with the rights that it needs. */
function opened(
  change: ReviewedChange,
  name: string,
  { come, isWide, loosened, undenied }: Grants,
  before: Policy | null,
): SectionFinding[] {
  const details = [
    ...lines("Under other conditions than before", loosened),
    ...lines(
      "May now",
      come.filter((one) => !loosened.includes(one)),
    ),
    ...lines("No longer denied", undenied),
  ];
  if (details.length === 0 || change.action === "delete") return [];
  if (change.action === "create" || (before === null && change.action !== "update")) {
    return isWide
      ? [findingOn("security", "warning", change, { title: `${capital(resourceText(change))} allows much.`, details })]
      : [];
  }
  // who may act by a role that is there has all that it has
  const isTrust = /assume_role_policy$/.test(name) && come.length > 0;
  const severity = isWide || isTrust || loosened.length + undenied.length > 0 ? "danger" : "info";
  return [
    findingOn("security", severity, change, {
      title: `${capital(resourceText(change))} allows more than before.`,
      details,
    }),
  ];
}

/** What is no longer denied when a policy goes. What is no longer allowed stops work, and is told there. */
function closed(change: ReviewedChange, { undenied }: Grants, changeSet: ChangeSet): SectionFinding[] {
  if (change.action !== "delete" || undenied.length === 0 || policyOwnerGoes(change, changeSet)) return [];
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} goes, and with it what it denies.`,
      details: [
        ...lines("No longer denied", undenied),
        ...(change.type === EFS_POLICY ? ["Without one, EFS lets in every client that reaches a mount target."] : []),
      ],
    }),
  ];
}

function hidden(change: ReviewedChange, before: Policies, after: Policies): SectionFinding[] {
  if (change.action === "create" || change.action === "delete") return [];
  const names = [...before].flatMap(([name, policy]) =>
    after.has(name) || recordOf(change.unknown)[name] !== true || allowsAll(policy) ? [] : [name],
  );
  return names.map((name) =>
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} changes, and what it allows is known after apply only (${name}).`,
    }),
  );
}

/**
 * Everybody may do everything, and nothing is denied: whatever comes after, nothing is opened. So is the policy that AWS
 * gives a VPC endpoint which has none of its own, and whose successor has one only after apply.
 */
const allowsAll = ({ statements }: Policy): boolean =>
  statements.every(({ effect }) => effect === "Allow") &&
  statements.some(
    ({ actions, principals, resources, conditions }) =>
      [actions, principals, resources].every((all) => all.includes("*")) && Object.keys(conditions).length === 0,
  );

const MOST_LINES = 10;

function lines(label: string, texts: readonly string[]): string[] {
  const shown = texts.slice(0, MOST_LINES).map((text) => `${label}: ${text}.`);
  return texts.length > MOST_LINES ? [...shown, `… and ${texts.length - MOST_LINES} more`] : shown;
}
