import { includes } from "../../lib/aws/globs";
import type { Policy, Statement } from "../../lib/aws/policies";
import type { ReviewedChange } from "../changes/resource-changes";
import { isCopier } from "./copier";
import { EFS_POLICY, policyOwnerGoes } from "./file-systems";
import { policiesOf } from "./policies-of";
import { statementChanges, statementText } from "./policy-grants";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, recordOf, resourceText, valueText } from "./words";

/**
 * What running jobs and controllers may no longer do: rights that policies no longer give, or that they deny; roles that
 * others act by; and bounds that are drawn narrower. Their next call fails, whatever they were told when they started.
 */
export function stoppedByAccess(changeSet: ChangeSet): SectionFinding[] {
  if (changeSet.input.after === null) return [];
  return changeSet.changes.flatMap((change) => {
    switch (change.action) {
      case "update":
        return [...narrowed(change, changeSet), ...bounded(change), ...otherRole(change)];
      case "delete":
        return withdrawn(change, changeSet);
      default:
        return [];
    }
  });
}

/** The change of a policy where it is; what becomes unknown is told as that. */
function narrowed(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const [before, after] = [policiesOf(change.before), policiesOf(change.after)];
  return [...before].flatMap(([name, was]): SectionFinding[] => {
    const is = after.get(name);
    if (is === undefined && recordOf(change.unknown)[name] === true) return [];
    const { denied: all } = statementChanges(was, is ?? null);
    const { gone } = statementChanges(overTls(was), is ? overTls(is) : null);
    const denied = all.filter((one) => !onlyAsksForTls(one));
    return gone.length + denied.length === 0 ? [] : [lessThan(change, gone, denied, changeSet)];
  });
}

// programs of AWS, and all that Railyard installs, use TLS by themselves
const asksForTls = (condition: string): boolean =>
  /^(?:Bool\w* aws:securetransport|Numeric\w+ s3:tlsversion)$/.test(condition);

const onlyAsksForTls = ({ conditions }: Statement): boolean => {
  const names = Object.keys(conditions);
  return names.length > 0 && names.every(asksForTls);
};

const overTls = (policy: Policy): Policy => {
  const { version, statements } = policy;
  const asks = ({ conditions }: Statement) => Object.keys(conditions).some(asksForTls);
  if (!statements.some(asks)) return policy;
  const bare = ({ conditions }: Statement) =>
    Object.fromEntries(Object.entries(conditions).filter(([name]) => !asksForTls(name)));
  return { version, statements: statements.map((one) => ({ ...one, conditions: bare(one) })) };
};

/** Most lines of one finding. */
const MOST = 10;

function lines(label: string, statements: readonly Statement[]): string[] {
  const shown = statements.slice(0, MOST).map((one) => `${label}: ${statementText(one)}.`);
  return statements.length > MOST ? [...shown, `… and ${statements.length - MOST} more`] : shown;
}

const ABOUT = ["checkpoints", "teams", "ci", "slurm"];

function lessThan(
  change: ReviewedChange,
  gone: readonly Statement[],
  denied: readonly Statement[],
  changeSet: ChangeSet,
): SectionFinding {
  const what = /^aws_kms_/.test(change.type)
    ? "who loses it can no longer read what the key has encrypted"
    : isCopier(change, changeSet)
      ? "S3 copies by it what is written into the bucket of checkpoints, no job does; what it no longer may it does not copy"
      : "jobs that run and need it fail at their next call";
  return findingOn("stops", severityOf(change, [...gone, ...denied], changeSet), change, {
    title: `${capital(resourceText(change))} lets do less than before: ${what}.`,
    details: [...lines("May no longer", gone), ...lines("Is denied now", denied)],
    about: ABOUT,
  });
}

/** Services whose calls only controllers and pipelines make; what jobs read and write by is none of them. */
const CONTROL =
  /^(?:autoscaling|budgets|ce|cloudwatch|ec2|eks|elasticloadbalancing|fsx:(?:describe|list|tag)\w*|health|iam|logs|organizations|pricing|servicequotas|sns|sqs|ssm|tag|wafv2?(?:-regional)?|shield|acm|cognito-idp)(?::|$)/;

function severityOf(
  { stack }: ReviewedChange,
  all: readonly Statement[],
  changeSet: ChangeSet,
): SectionFinding["severity"] {
  // roles of the pipeline: nothing that runs has them
  if (stack === changeSet.env?.names.stack("bootstrap")) return "warning";
  return all.every((one) => isControl(one) || goesItself(one, changeSet)) ? "warning" : "danger";
}

const isControl = ({ principals, notPrincipals, actions, notActions }: Statement): boolean =>
  principals.length + notPrincipals.length + notActions.length === 0 &&
  actions.every((action) => CONTROL.test(action.toLowerCase()));

/** A right to a bucket or a key that goes is told with that. */
function goesItself({ resources }: Statement, { ofType }: ChangeSet): boolean {
  const gone = ofType("aws_s3_bucket", "aws_kms_key").filter(({ action }) => action === "delete");
  const arns = gone.map(({ before }) => String(before?.["arn"] ?? `arn:aws:s3:::${String(before?.["bucket"])}`));
  return resources.length > 0 && resources.every((one) => arns.some((arn) => includes(`${arn}*`, one)));
}

/** A boundary that comes, or that is another one: what it allows, the plan need not show. */
function bounded(change: ReviewedChange): SectionFinding[] {
  const [was, is] = [change.before, change.after].map((values) => values?.["permissions_boundary"] ?? "");
  if (change.type !== "aws_iam_role" || is === "" || was === is || recordOf(change.unknown)["permissions_boundary"])
    return [];
  return [
    findingOn("stops", "danger", change, {
      title: `${capital(resourceText(change))} is bounded by ${valueText(is)} from then on: what that does not allow, nobody with the role may do any more.`,
      details: [`Before: ${was === "" ? "nothing" : valueText(was)}.`],
    }),
  ];
}

/** Pods of a service account that get the rights of another role. */
function otherRole(change: ReviewedChange): SectionFinding[] {
  if (change.type !== "aws_eks_pod_identity_association") return [];
  const found = change.attributes.filter(({ path }) => /^(?:target_)?role_arn$|^disable_session_tags$/.test(path));
  if (found.length === 0) return [];
  const { namespace, service_account: account } = change.after ?? {};
  const isKnown = found.every(({ after }) => after.kind !== "unknown");
  return [
    findingOn("stops", isKnown ? "danger" : "warning", change, {
      title: `Pods of ${valueText(namespace)}/${valueText(account)} act by another role: what the old one allows they lose, and what the new one allows they get.`,
      details: found.map(({ path, before, after }) => `${path}: ${sideText(before)} → ${sideText(after)}`),
    }),
  ];
}

const sideText = (shown: ReviewedChange["attributes"][number]["before"]): string =>
  shown.kind === "value" ? valueText(shown.value) : shown.kind === "unknown" ? "(known after apply)" : "nothing";

/** A policy of a resource that stays: with it goes what it allows. Those of roles are told with their roles. */
function withdrawn(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const { type, stack } = change;
  // without one, EFS lets in whoever reaches a mount target: nothing stops, and what is opened is told as that
  if (!/_policy$/.test(type) || /^aws_iam_/.test(type) || type === EFS_POLICY) return [];
  const isElsewhere = changeSet.ofType(type).some((one) => one.action === "create" && one.stack === stack);
  const gone = [...policiesOf(change.before).values()].flatMap((policy) => statementChanges(policy, null).gone);
  return policyOwnerGoes(change, changeSet) || isElsewhere || gone.length === 0
    ? []
    : [lessThan(change, gone, [], changeSet)];
}

/**
 * Whether somebody must say that they mean it when a right goes as a whole. Who used it goes with it where a release goes, a
 * bucket, or the cluster; who is let into the cluster is no job.
 */
export function accessSeverity(change: ReviewedChange, changeSet: ChangeSet): SectionFinding["severity"] {
  const { type, action, before } = change;
  if (changeSet.input.after === null || action !== "delete" || type === "aws_eks_access_entry") return "warning";
  const { services, named } = goneWith(changeSet);
  // what it was made for goes as well
  const arn = before?.["arn"];
  if (services || (typeof arn === "string" && named.has(`${change.stack} ${arn}`))) return "warning";
  // that nothing is copied any more is told of the configuration
  const ends = changeSet.ofType("aws_s3_bucket_replication_configuration").some((one) => one.action === "delete");
  if (ends && isCopier(change, changeSet)) return "warning";
  const policies = [...policiesOf(before).values()];
  const gone = policies.flatMap((policy) => statementChanges(policy, null).gone);
  if (type === "aws_iam_role_policy" && policies.length > 0) return severityOf(change, gone, changeSet);
  return change.stack === changeSet.env?.names.stack("bootstrap") ? "warning" : "danger";
}

interface Gone {
  /** Something goes that others run in or by. */
  readonly services: boolean;
  /** Values of what goes, each with its stack: roles among them. */
  readonly named: ReadonlySet<string>;
}

const known = new WeakMap<ChangeSet, Gone>();

function goneWith(changeSet: ChangeSet): Gone {
  const found = known.get(changeSet);
  if (found) return found;
  const all = changeSet.ofType("helm_release", "aws_eks_cluster", "aws_eks_node_group", "aws_eks_addon");
  const named = changeSet.changes.flatMap(({ action, stack, before, type }) =>
    action === "delete" && type !== "aws_iam_role"
      ? Object.values(before ?? {}).flatMap((value) => (typeof value === "string" ? [`${stack} ${value}`] : []))
      : [],
  );
  const gone = {
    services: all.some(({ action }) => action === "delete" || action === "replace"),
    named: new Set(named),
  };
  known.set(changeSet, gone);
  return gone;
}
