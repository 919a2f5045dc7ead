import { listed } from "../../../config/kernel/listed";
import type { Policy, Statement } from "../../lib/aws/policies";
import { wideActions } from "./policy-actions";
import { boundOf, boundText, isBinding, isForeign, type Own } from "./policy-reach";

/** What is dangerous in a policy, in words; the same words for the same danger. Whatever is not proved to be narrow is wide. */
export function policyDangers({ statements }: Policy, own: Own): string[] {
  return [
    ...new Set(statements.filter(({ effect }) => effect === "Allow").flatMap((one) => statementDangers(one, own))),
  ];
}

/** What is dangerous about a statement, in words. */
export function statementDangers(statement: Statement, own: Own): string[] {
  const hasPrincipal = statement.principals.length + statement.notPrincipals.length > 0;
  return hasPrincipal ? openTo(statement, own) : wideActions(statement);
}

function openTo(statement: Statement, own: Own): string[] {
  const { principals, notPrincipals } = statement;
  const what = actionText(statement);
  return [
    ...(notPrincipals.length > 0 ? [`everybody but ${notPrincipals.join(", ")} may ${what}`] : []),
    ...principals.flatMap((principal) => openToOne(principal, statement, own)),
  ];
}

function openToOne(principal: string, statement: Statement, own: Own): string[] {
  const what = actionText(statement);
  if (principal === "*") {
    const bound = boundOf(statement, own);
    if (bound === "own") return [];
    return [bound === "nothing" ? `everybody may ${what}` : `everybody of ${boundText(statement)} may ${what}`];
  }
  const [kind = "", ...rest] = principal.split(" ");
  const name = rest.join(" ");
  if (kind === "AWS") return isForeign(name, own.account) ? [`${name} of another account may ${what}`] : [];
  if (kind === "Service") return /[*?]/.test(name) ? [`every service of AWS may ${what}`] : [];
  if (kind === "Federated") return federated(name, statement, own);
  return [`${principal} may ${what}`];
}

/** What a statement is about, in words. */
export function actionText({ actions, notActions }: Statement): string {
  const all =
    notActions.length > 0
      ? [`everything but ${notActions.join(", ")}`]
      : actions.map((action) => (/^\*+$/.test(action) ? "do everything" : action));
  return listed(all);
}

/** Without a subject, everybody with an account at the provider is meant. Those of SAML are people of one company. */
function federated(provider: string, statement: Statement, own: Own): string[] {
  const name = provider.replace(/^.*oidc-provider\//, "");
  if (/^arn:/.test(provider) && isForeign(provider, own.account))
    return [`everybody whom ${name} of another account knows may take on the role`];
  if (provider.includes(":saml-provider/")) return [];
  const subjects = Object.entries(statement.conditions).flatMap(([key, values]) => {
    const [operator = "", of = ""] = key.split(" ");
    return of.endsWith(":sub") && isBinding(operator) ? values : [];
  });
  if (subjects.length === 0) return [`everybody whom ${name} knows may take on the role`];
  return [...new Set(subjects.flatMap((subject) => strange(subject, name, own)))];
}

/** Who may take on a role beside the jobs of the own repository and the service accounts that are named. */
function strange(subject: string, provider: string, { repository }: Own): string[] {
  if (/^[^*?]*$/.test(subject) && subject.startsWith("system:serviceaccount:")) return [];
  const [, of] = /^repo:([^:]*)(?::|$)/.exec(subject) ?? [];
  if (of === undefined || /[*?]/.test(of) || !subject.startsWith(`repo:${of}:`))
    return [`everybody whom ${provider} knows as ${subject} may take on the role`];
  return of === repository ? [] : [`jobs of ${of}, which config does not name, may take on the role (${subject})`];
}
