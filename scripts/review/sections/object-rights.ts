import { listOf, recordOf } from "./words";

/** Who is everybody, to Kubernetes. */
export function isAnybody(subject: unknown): boolean {
  const { kind, name } = recordOf(subject);
  return (
    (kind === "Group" && /^system:(?:unauthenticated|authenticated|serviceaccounts)$/.test(String(name))) ||
    (kind === "User" && name === "system:anonymous")
  );
}

const VERBS = ["escalate", "bind", "impersonate"];

/** Kinds by which whoever may make, change or read them gets the rights of others. */
const MAKES =
  /^(?:pods\/(?:exec|attach|ephemeralcontainers)|nodes\/proxy|serviceaccounts\/token|certificatesigningrequests\/approval)$/;
const WRITES = /^(?:clusterroles|clusterrolebindings|roles|rolebindings|(?:validating|mutating)webhookconfigurations)$/;
const WRITING = ["*", "create", "update", "patch"];
const READING = ["*", "get", "list", "watch"];

/**
 * Rights of a role that are as good as all, in words; and bindings of strong roles in the whole cluster.
 * @see https://kubernetes.io/docs/concepts/security/rbac-good-practices/
 */
export function wideRules(object: Readonly<Record<string, unknown>>): string[] {
  const name = String(recordOf(object["metadata"])["name"] ?? "without a name");
  const rules = listOf(object["rules"])
    .map(recordOf)
    .flatMap((rule) => wide(rule, name));
  return [...rules, ...bound(object)];
}

function wide(rule: Readonly<Record<string, unknown>>, name: string): string[] {
  const [verbs, resources] = [rule["verbs"], rule["resources"]].map((all) => listOf(all).map(String));
  if (!verbs || !resources) return [];
  const can = (some: readonly string[]) => verbs.some((verb) => some.includes(verb));
  // names of some objects keep it to those
  const named = listOf(rule["resourceNames"]).length > 0;
  const all = resources.includes("*");
  // that is told as what it is
  if (all && verbs.includes("*") && listOf(rule["apiGroups"]).includes("*")) return [];
  const rights = [
    ...VERBS.filter((verb) => verbs.includes(verb)).map((verb) => `may ${verb} ${resources.join(", ")}`),
    ...(all && can(WRITING) ? ["may change everything of its groups"] : []),
    ...(!named && (all || resources.includes("secrets")) && can(READING) ? ["may read every secret"] : []),
    ...resources.filter((one) => MAKES.test(one) && can([...WRITING, "get"])).map((one) => `may use ${one}`),
    ...resources.filter((one) => WRITES.test(one) && !named && can(WRITING)).map((one) => `may write ${one}`),
  ];
  return rights.map((what) => `whoever has role ${name} ${what}`);
}

const STRONG = /^(?:edit|admin|system:(?!discovery$|basic-user$|public-info-viewer$).*)$/;

function bound(object: Readonly<Record<string, unknown>>): string[] {
  const role = String(recordOf(object["roleRef"])["name"]);
  if (object["kind"] !== "ClusterRoleBinding" || !STRONG.test(role)) return [];
  return listOf(object["subjects"])
    .map(recordOf)
    .map(({ kind, name }) => `${String(kind)} ${String(name)} has role ${role} in the whole cluster`);
}
