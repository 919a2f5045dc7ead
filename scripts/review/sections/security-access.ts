import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { ReviewedChange } from "../changes/resource-changes";
import { isForeign } from "./policy-reach";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, capital, changeText, listOf, resourceText, valueAt, valueText } from "./words";

/** Policies of AWS that allow nearly everything. */
const ADMIN_POLICY = /\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess|SystemAdministrator)$/;

/** Policies of AWS that Railyard attaches, and those that only read settings: what the others allow, no plan shows. */
const NARROW_POLICY =
  /^arn:aws[\w-]*:iam::aws:policy\/(?:service-role\/)?(?:AmazonEKS(?:WorkerNode|Cluster|_CNI_|WorkerNodeMinimal|ServicePolicy|VPCResourceController)\w*|AmazonEC2ContainerRegistry(?:ReadOnly|PullOnly)|AmazonSSMManagedInstanceCore|AmazonEBSCSIDriver(?:Policy|PolicyV2)|CloudWatchAgentServerPolicy|ViewOnlyAccess|job-function\/ViewOnlyAccess)$/;

/** Who gets into the cluster and into AWS that could not before. */
export function openedAccess(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...changeSet
      .ofType("aws_eks_access_entry")
      .flatMap((change) => [...entry(change, changeSet), ...groups(change, changeSet)]),
    ...changeSet.ofType("aws_eks_pod_identity_association").flatMap((change) => identity(change, changeSet)),
    ...changeSet.ofType("aws_iam_openid_connect_provider").flatMap((change) => provider(change, changeSet)),
    ...changeSet.ofType("aws_eks_access_policy_association").flatMap((change) => clusterPolicy(change, changeSet)),
    ...changeSet
      .ofType(
        "aws_iam_role_policy_attachment",
        "aws_iam_user_policy_attachment",
        "aws_iam_group_policy_attachment",
        "aws_iam_policy_attachment",
      )
      .flatMap((change) => attachment(change, changeSet)),
    ...changeSet
      .ofType("aws_iam_role", "aws_iam_user")
      .flatMap((change) => [...managedPolicies(change, changeSet), ...unbounded(change)]),
    ...changeSet.ofType("aws_iam_access_key").flatMap(accessKey),
    ...changeSet.ofType("aws_eks_cluster").flatMap(authentication),
  ];
}

const ABOUT = ["ci", "cluster.admins", "cluster.auditors", "cluster.viewers"];

/** The same principal with the same rights, that only another address in the code gives. */
function wasThere(change: ReviewedChange, key: string, { where }: ChangeSet): boolean {
  const value = change.after?.["principal_arn"];
  return where(change.type, "principal_arn", value).some(
    ({ action, before }) =>
      action !== "create" && before?.["principal_arn"] === value && before?.[key] === change.after?.[key],
  );
}

/** Groups go by rights that the plan need not show. Those of teams are in config. */
function groups(change: ReviewedChange, { input }: ChangeSet): SectionFinding[] {
  const list = (values: ReviewedChange["before"]) => listOf(values?.["kubernetes_groups"]).map(String);
  const own = Object.values(input.after?.teams ?? {}).flatMap((team) =>
    list({ kubernetes_groups: team.namespace?.groups }),
  );
  const known = list(change.before);
  const added = list(change.after).filter((group) => !known.includes(group) && !own.includes(group));
  if (change.action === "delete" || added.length === 0 || input.before === null) return [];
  return [
    findingOn("security", "danger", change, {
      title: `${valueText(change.after?.["principal_arn"])} gets into ${andList(added)} of Kubernetes, which no team of config has: what that allows, the plan does not show.`,
      about: ABOUT,
    }),
  ];
}

/** Pods that get a role which is there already: one that is made now is made for them. */
function identity(change: ReviewedChange, { where, input }: ChangeSet): SectionFinding[] {
  const role = change.after?.["role_arn"];
  if (change.action !== "create" || input.before === null || typeof role !== "string") return [];
  const isOwn = where(change.type, "role_arn", role).some(({ before }) => before?.["role_arn"] === role);
  if (isOwn || where("aws_iam_role", "arn", role).some(({ action }) => action === "create")) return [];
  return [
    findingOn("security", "danger", change, {
      title: `Pods of ${valueText(change.after?.["namespace"])}/${valueText(change.after?.["service_account"])} get role ${role}, which is there already: what that allows, the plan does not show.`,
    }),
  ];
}

/** Whoever a provider knows may be let in by roles that trust it. */
function provider(change: ReviewedChange, { input }: ChangeSet): SectionFinding[] {
  const url = change.after?.["url"];
  const isOwn =
    awsOf(input.after)?.ci != null && String(url).replace(/^https:\/\//, "") === "token.actions.githubusercontent.com";
  if (change.action === "delete" || change.action === "update" || isOwn) return [];
  return [
    findingOn("security", "danger", change, {
      title: `The account trusts another provider of identities: ${valueText(url ?? "unknown")}.`,
    }),
  ];
}

function entry(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const principal = change.after?.["principal_arn"];
  if (change.action === "delete" || change.action === "update" || wasThere(change, "type", changeSet)) return [];
  if (typeof principal !== "string" || !isForeign(principal, awsOf(changeSet.env)?.account ?? null)) return [];
  return [
    findingOn("security", "danger", change, {
      title: `${principal} of another account gets into the cluster.`,
      about: ABOUT,
    }),
  ];
}

function clusterPolicy(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const { after, action } = change;
  const scope = (values: ReviewedChange["before"]) => JSON.stringify(values?.["access_scope"] ?? null);
  const isSame = ["policy_arn", "principal_arn"].every((key) => change.before?.[key] === after?.[key]);
  if (action === "delete" || (action === "update" && isSame && scope(change.before) === scope(after))) return [];
  if (action !== "update" && wasThere(change, "policy_arn", changeSet)) return [];
  const policy = String(after?.["policy_arn"] ?? "a policy that is known after apply only").replace(/^.*\//, "");
  const principal = valueText(after?.["principal_arn"] ?? "A principal that is known after apply only");
  const isCluster = valueAt(after, "access_scope.0.type") === "cluster";
  const isAdmin = /^AmazonEKS(?:ClusterAdmin|Admin)Policy$/.test(policy) && isCluster;
  const foreign =
    typeof after?.["principal_arn"] === "string" &&
    isForeign(after["principal_arn"], awsOf(changeSet.env)?.account ?? null);
  // a cluster that is made now has admins from the first
  const isNew =
    changeSet.ofType("aws_eks_cluster").some((cluster) => cluster.action === "create") ||
    changeSet.input.before === null;
  const what = isAdmin
    ? "administrator of the whole cluster: may read every secret and delete everything"
    : `${policy} in ${isCluster ? "the whole cluster" : "some namespaces"}`;
  const isNarrow = VIEWS.test(policy) || (!isCluster && CHANGES.test(policy) && !reachesSystem(after));
  const severity = foreign || (!isNarrow && !isNew) ? "danger" : isNew ? "info" : "warning";
  return [
    findingOn("security", severity, change, {
      title: `${principal} becomes ${what}.`,
      details: foreign ? ["It is of another account."] : [],
      about: ABOUT,
    }),
  ];
}

/** Policies of EKS that show objects and no secrets, and that change what is in a namespace. */
const VIEWS = /^AmazonEKSViewPolicy$/;
const CHANGES = /^AmazonEKSEditPolicy$/;

/** Namespaces in which controllers run: who changes pods there has their rights. */
const SYSTEM = /^(?:kube-|default$|gpu-operator|slurm|monitoring|cert-manager|\*)/;

const reachesSystem = (values: ReviewedChange["after"]): boolean =>
  listOf(valueAt(values, "access_scope.0.namespaces")).some((name) => SYSTEM.test(String(name)));

function attachment(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const arn = String(change.after?.["policy_arn"] ?? "");
  if (change.action === "delete" || arn === change.before?.["policy_arn"]) return [];
  return managed(change, arn, changeSet);
}

function managedPolicies(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const list = (values: ReviewedChange["before"]) =>
    Array.isArray(values?.["managed_policy_arns"]) ? (values["managed_policy_arns"] as unknown[]).map(String) : [];
  const known = list(change.before);
  return list(change.after)
    .filter((arn) => !known.includes(arn))
    .flatMap((arn) => managed(change, arn, changeSet));
}

function managed(change: ReviewedChange, arn: string, changeSet: ChangeSet): SectionFinding[] {
  const name = arn.replace(/^.*\//, "");
  const who = valueText(
    change.after?.["role"] ?? change.after?.["user"] ?? change.after?.["group"] ?? resourceText(change),
  );
  if (ADMIN_POLICY.test(arn))
    return [
      findingOn("security", "danger", change, { title: `${who} gets ${name}: nearly every right in the account.` }),
    ];
  if (arn === "" || NARROW_POLICY.test(arn)) return [];
  // a policy of the account is reviewed where it changes; one that does not, this plan does not show
  if (
    changeSet.changes.some(
      (one) => one.type === "aws_iam_policy" && [one.before, one.after].some((values) => values?.["arn"] === arn),
    )
  )
    return [];
  return [
    findingOn(
      "security",
      changeSet.input.before === null && !arn.includes(":iam::aws:") ? "warning" : "danger",
      change,
      {
        title: `${who} gets ${name}, and the plan does not show what that allows.`,
        details: [arn],
      },
    ),
  ];
}

/** A boundary is the most that a role may do, whatever its policies say. */
function unbounded(change: ReviewedChange): SectionFinding[] {
  const [before, after] = [change.before, change.after].map((values) => values?.["permissions_boundary"]);
  if (change.action === "delete" || typeof before !== "string" || before === "" || before === after) return [];
  const now = after === undefined || after === null || after === "" ? "nothing" : valueText(after);
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} is no longer bounded by ${before}, but by ${now}.`,
    }),
  ];
}

function accessKey(change: ReviewedChange): SectionFinding[] {
  if (change.action === "delete" || change.action === "update") return [];
  return [
    findingOn("security", "warning", change, {
      title: `A key that does not expire is made for ${valueText(change.after?.["user"])}; it lies in Terraform's state.`,
    }),
  ];
}

function authentication(change: ReviewedChange): SectionFinding[] {
  const mode = change.attributes.find(({ path }) => path === "access_config[0].authentication_mode");
  if (!mode || change.action !== "update" || !/CONFIG_MAP|\(known/.test(changeText(mode).split("→")[1] ?? ""))
    return [];
  return [
    findingOn("security", "warning", change, {
      title: "Who may write the aws-auth ConfigMap may let others into the cluster.",
      details: [changeText(mode)],
      about: ["cluster.authenticationMode"],
    }),
  ];
}
