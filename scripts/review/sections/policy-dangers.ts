import type { Policy, Statement } from "../changes/policies";

/** Conditions that keep a grant to everybody within an account, an organisation, a network or a source. */
const RESTRICTING =
  /^(?:aws:principalorgid|aws:principalorgpaths|aws:principalaccount|aws:principalarn|aws:sourceaccount|aws:sourcearn|aws:sourceorgid|aws:sourcevpc|aws:sourcevpce|aws:userid|kms:calleraccount|s3:dataaccesspointaccount)$/;

/** Actions by which one who has them on everything gets every right. */
const ESCALATING =
  /^(?:iam:(?:passrole|createpolicyversion|setdefaultpolicyversion|put\w+policy|attach\w+policy|updateassumerolepolicy|createaccesskey|createloginprofile|updateloginprofile|addusertogroup|\*)|sts:assumerole|sts:\*)$/;

/** What is dangerous in a policy, in words; the same words for the same danger. @param account of the environment, 12 digits */
export function policyDangers({ statements }: Policy, account: string | null): string[] {
  return [...new Set(statements.filter(({ effect }) => effect === "Allow").flatMap((one) => dangers(one, account)))];
}

function dangers(statement: Statement, account: string | null): string[] {
  const hasPrincipal = statement.principals.length + statement.notPrincipals.length > 0;
  return hasPrincipal ? openTo(statement, account) : [...everything(statement), ...escalations(statement)];
}

const isOnEverything = ({ resources, notResources }: Statement): boolean =>
  resources.includes("*") || notResources.length > 0;

function everything(statement: Statement): string[] {
  const { actions, notActions } = statement;
  if (!isOnEverything(statement)) return [];
  if (notActions.length > 0) return [`every action but ${notActions.join(", ")} on everything`];
  if (actions.some((action) => action === "*" || action === "*:*")) return ["every action on everything"];
  const services = actions.flatMap((action) => /^([\w-]+):\*$/.exec(action)?.[1] ?? []);
  return services.map((service) => `every action of ${service} on everything`);
}

function escalations(statement: Statement): string[] {
  if (!isOnEverything(statement) || Object.keys(statement.conditions).length > 0) return [];
  return statement.actions
    .filter((action) => ESCALATING.test(action.toLowerCase()) && !action.endsWith(":*"))
    .map((action) => `${action} on everything, which is every right`);
}

function openTo(statement: Statement, account: string | null): string[] {
  const { principals, notPrincipals } = statement;
  const what = actionText(statement);
  return [
    ...(notPrincipals.length > 0 ? [`everybody but ${notPrincipals.join(", ")} may ${what}`] : []),
    ...principals.flatMap((principal) => {
      if (principal === "*") return isRestricted(statement) ? [] : [`everybody may ${what}`];
      if (principal.startsWith("AWS "))
        return isForeign(principal.slice(4), account) ? [`${principal.slice(4)} of another account may ${what}`] : [];
      if (principal.startsWith("CanonicalUser ")) return [`${principal} may ${what}`];
      return principal.startsWith("Federated ") ? federated(principal.slice(10), statement) : [];
    }),
  ];
}

export function actionText({ actions, notActions }: Statement): string {
  const all =
    notActions.length > 0
      ? [`everything but ${notActions.join(", ")}`]
      : actions.map((action) => (action === "*" ? "do everything" : action));
  return all.length > 6 ? `${all.slice(0, 6).join(", ")} and ${all.length - 6} more` : all.join(", ");
}

/** Operators that let all through when a key is missing restrict nobody. */
export function isRestricted({ conditions }: Statement): boolean {
  return Object.entries(conditions).some(([name, values]) => {
    const [operator = "", key = ""] = name.split(" ");
    if (!/^(?:ForAnyValue:)?(?:String|Arn|Ip)/.test(operator) || /Not|IfExists/.test(operator)) return false;
    if (values.some((value) => /^\*+$/.test(value))) return false;
    return RESTRICTING.test(key) || (key === "aws:sourceip" && !values.some((value) => value.endsWith("/0")));
  });
}

/** A name without an account, as AIDA…, is that of a principal that is gone. */
export function isForeign(arn: string, account: string | null): boolean {
  const owner = /^arn:aws[\w-]*:(?:iam|sts)::(\d{12}):/.exec(arn)?.[1] ?? /^(\d{12})$/.exec(arn)?.[1];
  return owner === undefined ? arn.includes("*") : owner !== account;
}

/** Without a subject, everybody with an account at the provider is meant. Those of SAML are people of one company. */
function federated(provider: string, { conditions }: Statement): string[] {
  if (provider.includes(":saml-provider/")) return [];
  const subjects = Object.entries(conditions).flatMap(([name, values]) => (name.endsWith(":sub") ? values : []));
  const isOpen = subjects.length === 0 || subjects.some((subject) => /^(?:[\w-]+:)?\*/.test(subject));
  return isOpen ? [`everybody whom ${provider.replace(/^.*oidc-provider\//, "")} knows may take on the role`] : [];
}
