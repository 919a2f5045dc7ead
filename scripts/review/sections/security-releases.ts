import { parseDocument } from "../../lib/files/documents";
import type { ReviewedChange } from "../changes/resource-changes";
import charts from "../../../config/facts/charts.json";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, capital, listOf, recordOf, resourceText, valueAt, valueText } from "./words";

/** Repositories that charts of Railyard come from. */
const REPOSITORIES: ReadonlySet<string> = new Set(
  Object.values(charts).map(({ repository }) => repository.replace(/\/+$/, "")),
);

/** Roles of Kubernetes that may do everything. */
const ADMIN_ROLE = /^(?:cluster-admin|system:masters)$/;

/** Charts from places that nobody knows, and rights in the cluster that a release or an object gives. */
export function openedReleases({ ofType }: ChangeSet): SectionFinding[] {
  const strange = ofType("helm_release").flatMap((change) => {
    if (change.action === "delete") return [];
    const place = (values: ReviewedChange["before"]) => chartPlace(values);
    const now = place(change.after);
    if (now === null || now === place(change.before) || REPOSITORIES.has(now)) return [];
    return [
      findingOn("security", "danger", change, {
        title: `${capital(resourceText(change))} comes from ${valueText(now)}, where no chart of Railyard is.`,
        about: ["platform"],
      }),
    ];
  });
  const rights = ofType("helm_release", "kubernetes_manifest", ...BINDINGS).flatMap((change) => {
    if (change.action === "delete") return [];
    const known = bindings(change.before, change.type);
    const added = bindings(change.after, change.type).filter((one) => !known.includes(one));
    return added.length === 0
      ? []
      : [
          findingOn("security", "danger", change, {
            title: `${capital(resourceText(change))} makes ${andList(added.slice(0, 3))} administrator of the cluster.`,
            about: ["platform"],
          }),
        ];
  });
  return [...strange, ...rights];
}

const BINDINGS = [
  "kubernetes_cluster_role_binding",
  "kubernetes_cluster_role_binding_v1",
  "kubernetes_role_binding",
  "kubernetes_role_binding_v1",
];

/** Repository of a release; null: its chart is a folder of the stack. */
function chartPlace(values: ReviewedChange["before"]): string | null {
  const [repository, chart] = [values?.["repository"], values?.["chart"]];
  if (typeof repository === "string" && repository !== "") return repository.replace(/\/+$/, "");
  return typeof chart === "string" && /^\w+:\/\//.test(chart) ? chart.replace(/\/[^/]*$/, "") : null;
}

/** Who is given a role that may do everything, in the objects of a change. */
function bindings(values: ReviewedChange["before"], type: string): string[] {
  if (values === null) return [];
  if (BINDINGS.includes(type))
    return isAdmin(valueAt(values, "role_ref.0.name")) ? subjectsOf(listOf(values["subject"])) : [];
  const documents = type === "helm_release" ? listOf(values["values"]) : [values["manifest"]];
  return documents.flatMap((one) => (typeof one === "string" ? bindingsIn(read(one)) : bindingsIn(one)));
}

const read = (text: string): unknown => parseDocument(text)?.value ?? null;

const isAdmin = (name: unknown): boolean => typeof name === "string" && ADMIN_ROLE.test(name);

function bindingsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(bindingsIn);
  if (typeof value === "string")
    return /RoleBinding|clusterrole/i.test(value) && value.includes("\n") ? bindingsIn(read(value)) : [];
  if (typeof value !== "object" || value === null) return [];
  const object = recordOf(value);
  const role = recordOf(object["roleRef"])["name"] ?? object["clusterRole"] ?? object["clusterRoleName"];
  const own = isAdmin(role) ? subjectsOf(listOf(object["subjects"])) : [];
  return [...own, ...Object.values(object).flatMap(bindingsIn), ...wildRules(object)];
}

/** A ClusterRole of its own that may do everything is as good. */
function wildRules(object: Readonly<Record<string, unknown>>): string[] {
  const all = (rule: unknown, key: string) => listOf(recordOf(rule)[key]).includes("*");
  const isAll = listOf(object["rules"]).some(
    (rule) => all(rule, "verbs") && all(rule, "resources") && all(rule, "apiGroups"),
  );
  return isAll ? [`whoever has role ${String(recordOf(object["metadata"])["name"] ?? "without a name")}`] : [];
}

function subjectsOf(subjects: readonly unknown[]): string[] {
  const names = subjects.map((one) => `${String(recordOf(one)["kind"])} ${String(recordOf(one)["name"])}`);
  return names.length > 0 ? names : ["its service account"];
}
