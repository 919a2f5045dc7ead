import { overlaps } from "../../lib/aws/globs";
import type { Statement } from "../../lib/aws/policies";
import { isBinding, isWideResource } from "./policy-reach";

/**
 * Actions by which one who has them on everything gets every right.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_managed-vs-inline.html
 */
const ESCALATING = [
  "passrole",
  "createpolicyversion",
  "setdefaultpolicyversion",
  "updateassumerolepolicy",
  "addusertogroup",
  "putrolepolicy",
  "putuserpolicy",
  "putgrouppolicy",
  "attachrolepolicy",
  "attachuserpolicy",
  "attachgrouppolicy",
  "createaccesskey",
  "createloginprofile",
  "updateloginprofile",
  "deleterolepermissionsboundary",
  "putrolepermissionsboundary",
  "putuserpermissionsboundary",
  "deleteuserpermissionsboundary",
  "deactivatemfadevice",
  "createopenidconnectprovider",
  "createsamlprovider",
  "updatesamlprovider",
].map((name) => `iam:${name}`);

const ESCALATING_ELSEWHERE = [
  "sts:assumerole",
  "kms:putkeypolicy",
  "kms:creategrant",
  "ssm:sendcommand",
  "lambda:updatefunctioncode",
];

/** Conditions under which such an action gives no more than is meant. */
const KEEPS_ESCALATION =
  /^(?:iam:passedtoservice|iam:permissionsboundary|iam:policyarn|iam:associatedresourcearn|kms:grantispforawsresource|kms:viaservice)$|resourcetag\//;

/** What follows the service in actions that change nothing and show no data. */
const READS = /^[\w-]+:(?:describe|list|getmetric|search|lookup|estimate|simulate|validate|check|test|verify)/;

/** Services whose resources are data or rights: there, only what is known to read settings is narrow. */
const DATA =
  /^(?:s3|s3express|secretsmanager|ssm|kms|iam|sts|organizations|account|dynamodb|sso|identitystore|ram|ecr):/;
const SETTINGS =
  /^(?:s3:(?:getbucket\w*|getaccount\w*|getencryptionconfiguration|getlifecycleconfiguration)|kms:getkey\w*|iam:get\w+|sts:getcalleridentity|ecr:(?:getauthorizationtoken|getrepositorypolicy|batchchecklayeravailability)|dynamodb:describe\w*)$/;

const isOnEverything = ({ resources, notResources }: Statement): boolean =>
  notResources.length > 0 || resources.some(isWideResource);

/** What a statement of an identity allows on everything, in words; empty where it is proved to be narrow. */
export function wideActions(statement: Statement): string[] {
  if (!isOnEverything(statement)) return [];
  const { actions, notActions } = statement;
  if (notActions.length > 0) return [`every action but ${notActions.join(", ")} on everything`];
  if (actions.some(isEveryAction)) return ["every action on everything"];
  return actions.flatMap((action) => wideAction(action, statement) ?? []);
}

function wideAction(action: string, statement: Statement): string | null {
  const name = action.toLowerCase();
  const service = /^([\w-]+):\*+$/.exec(action)?.[1];
  if (service !== undefined) return `every action of ${service} on everything`;
  if (isEscalating(name)) return isKept(statement) ? null : `${action} on everything, which is every right`;
  if (isRead(name) || isBoundToTags(statement)) return null;
  if (/[*?]/.test(name)) return `${action} on everything`;
  return DATA.test(name) ? `${action} on everything` : null;
}

/** `*`, `*:*`, and `s*:Get*`: what has no service of its own has several. */
const isEveryAction = (action: string): boolean => /[*?]/.test(action.split(":")[0] ?? "");

/** Whether an action, or any that its pattern stands for, gives rights. */
export const isEscalating = (action: string): boolean => stands(action, ALL_ESCALATING);

const ALL_ESCALATING = [...ESCALATING, ...ESCALATING_ELSEWHERE];
// a role may be passed by its name
const GIVING = ESCALATING.slice(1);

/** Actions that give rights to others, whatever they are on; a role may be passed by its name. */
export function givesRights(statement: Statement): boolean {
  return statement.actions.some((action) => stands(action, GIVING)) && !isKept(statement);
}

/** Actions by which data goes for good, or what keeps it from going is taken away; narrow as they may be. */
const DESTROYING = [
  "deleteobjectversion",
  "deletebucket",
  "deletebucketpolicy",
  "putbucketpolicy",
  "putlifecycleconfiguration",
  "putbucketversioning",
  "putbucketobjectlockconfiguration",
  "bypassgovernanceretention",
  "putobjectretention",
  "putobjectlegalhold",
  "putreplicationconfiguration",
  "putbucketpublicaccessblock",
  "putencryptionconfiguration",
]
  .map((name) => `s3:${name}`)
  .concat(
    ["schedulekeydeletion", "disablekey", "deleteimportedkeymaterial"].map((name) => `kms:${name}`),
    ["deletefilesystem", "deletebackup", "deletevolume", "deletedatarepositoryassociation"].map(
      (name) => `fsx:${name}`,
    ),
    ["deletecluster", "deletenodegroup", "deletefargateprofile"].map((name) => `eks:${name}`),
    ["terminateinstances", "deletevolume", "deletesnapshot"].map((name) => `ec2:${name}`),
    ["deleteloggroup", "deletelogstream"].map((name) => `logs:${name}`),
  );

export const destroys = ({ actions }: Statement): boolean => actions.some((action) => stands(action, DESTROYING));

const standing = new WeakMap<readonly string[], Map<string, boolean>>();

/** Whether an action, or any that its pattern stands for, is one of some; the same actions come in many policies. */
function stands(action: string, some: readonly string[]): boolean {
  const known = standing.get(some) ?? new Map<string, boolean>();
  standing.set(some, known);
  const name = action.toLowerCase();
  const found = known.get(name) ?? some.some((one) => overlaps(name, one));
  known.set(name, found);
  return found;
}

const isRead = (name: string): boolean => {
  if (SETTINGS.test(name) || (READS.test(name) && !/^[^:]*:[^*?]{0,3}[*?]/.test(name))) return true;
  return !DATA.test(name) && /^[\w-]+:(?:get|batchget)/.test(name);
};

/** Conditions that keep it to a service, a boundary, or what carries a tag. */
function isKept({ conditions }: Statement): boolean {
  return Object.entries(conditions).some(([name, values]) => {
    const [operator = "", key = ""] = name.split(" ");
    const isCompared = isBinding(operator) || /^Bool$/.test(operator);
    return (
      isCompared && KEEPS_ESCALATION.test(key) && values.every((value) => /[^*?]/.test(value) && !/^[*?]/.test(value))
    );
  });
}

function isBoundToTags({ conditions }: Statement): boolean {
  return Object.entries(conditions).some(([name, values]) => {
    const [operator = "", key = ""] = name.split(" ");
    if (operator === "Null") return /(?:resource|request)tag\//.test(key) && values.every((value) => value === "false");
    return (
      isBinding(operator) &&
      /(?:resource|request)tag\/|^ec2:createaction$|^aws:sourcearn$|^iam:awsservicename$|^kms:viaservice$|^kms:resourcealiases$|^aws:resourceaccount$/.test(
        key,
      ) &&
      values.every((value) => !/^[*?]/.test(value))
    );
  });
}
