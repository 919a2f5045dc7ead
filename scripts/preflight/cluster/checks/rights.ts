import { record } from "../../../../config/kernel/plain";
import type { CheckResult } from "../../check";
import type { ClusterCheck, ClusterCheckProps } from "../check";

const REVIEWS = "https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access";
const ESCALATION =
  "https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping";

interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** @default - the whole cluster */
  readonly namespaced?: true;
}

const all = (group: string, resource: string, namespaced?: true): Right[] =>
  ["create", "get", "update", "delete"].map((verb) => ({ verb, group, resource, ...(namespaced && { namespaced }) }));

const RBAC = "rbac.authorization.k8s.io";

/**
 * What Helm does with the objects of the charts. Custom kinds are left out: whoever may bind roles can take those rights.
 * @see https://helm.sh/docs/topics/rbac/
 */
const NEEDED: readonly Right[] = [
  ...all("", "namespaces"),
  ...all("apiextensions.k8s.io", "customresourcedefinitions"),
  ...all(RBAC, "clusterroles"),
  ...all(RBAC, "clusterrolebindings"),
  { verb: "escalate", group: RBAC, resource: "clusterroles" },
  { verb: "bind", group: RBAC, resource: "clusterroles" },
  ...all("admissionregistration.k8s.io", "validatingwebhookconfigurations"),
  ...all("admissionregistration.k8s.io", "mutatingwebhookconfigurations"),
  ...all("scheduling.k8s.io", "priorityclasses"),
  ...all("", "persistentvolumes"),
  ...["secrets", "configmaps", "serviceaccounts", "services", "persistentvolumeclaims"].flatMap((resource) =>
    all("", resource, true),
  ),
  ...["deployments", "daemonsets", "statefulsets"].flatMap((resource) => all("apps", resource, true)),
  ...["jobs", "cronjobs"].flatMap((resource) => all("batch", resource, true)),
  ...["roles", "rolebindings"].flatMap((resource) => all(RBAC, resource, true)),
];

/** What who deploys may do. */
export const RIGHTS: ClusterCheck = {
  id: "cluster/rights",
  title: "Who asks may do all that a deployment does.",
  actions: ["create selfsubjectaccessreviews.authorization.k8s.io"],
  run: async (props) => {
    const everything = await may(props, { verb: "*", group: "*", resource: "*" });
    const subject = "who asks";
    if (everything === true) return [{ verdict: "ok", subject, text: "may do everything in the cluster" }];
    const namespaces = [...new Set(props.releases.map(({ namespace }) => namespace))];
    const answers = await Promise.all(
      NEEDED.map(async (right) => {
        const asked = right.namespaced ? namespaces : [null];
        const allowed = await Promise.all(asked.map((namespace) => may(props, right, namespace)));
        return { right, denied: where(asked, allowed, false), open: where(asked, allowed, null) };
      }),
    );
    const denied = shortly(
      answers.map(({ right, denied: places }) => ({ right, places })),
      namespaces,
    );
    const open = shortly(
      answers.map(({ right, open: places }) => ({ right, places })),
      namespaces,
    );
    return [
      ...(denied === "" ? [] : [missing(subject, denied)]),
      ...(open === "" ? [] : [undecided(subject, open)]),
      ...(denied === "" && open === ""
        ? [{ verdict: "ok" as const, subject, text: "may do all that Helm does with the charts" }]
        : []),
    ];
  },
};

/** Places where the answer was this one; none: nowhere. */
const where = (asked: readonly (string | null)[], answers: readonly (boolean | null)[], is: boolean | null) =>
  asked.filter((_, at) => answers[at] === is);

interface Placed {
  readonly right: Right;
  readonly places: readonly (string | null)[];
}

/** `create, get secrets, configmaps in slurm; create namespaces`: what has the same verbs and places stands together. */
function shortly(rights: readonly Placed[], namespaces: readonly string[]): string {
  const verbs = new Map<string, string[]>();
  for (const { right, places } of rights) {
    if (places.length === 0) continue;
    const all = places.length === namespaces.length ? "each namespace of the releases" : places.join(", ");
    const what = `${right.resource}${right.group && `.${right.group}`}|${places[0] === null ? "" : ` in ${all}`}`;
    verbs.set(what, [...(verbs.get(what) ?? []), right.verb]);
  }
  const kinds = new Map<string, string[]>();
  for (const [what, of] of verbs) {
    const [resource = "", place = ""] = what.split("|");
    const name = `${of.join(", ")}|${place}`;
    kinds.set(name, [...(kinds.get(name) ?? []), resource]);
  }
  return [...kinds]
    .map(([name, of]) => {
      const [verb = "", place = ""] = name.split("|");
      return `${verb} ${of.join(", ")}${place}`;
    })
    .join("; ");
}

const missing = (subject: string, rights: string): CheckResult => ({
  verdict: "failed",
  subject,
  text: `may not ${rights}`,
  fix: "Deploy as somebody who may; charts that bring roles need escalate and bind, or those rights themselves.",
  source: ESCALATION,
});

const undecided = (subject: string, rights: string): CheckResult => ({
  verdict: "unknown",
  subject,
  text: `may or may not ${rights}: an authorizer of the cluster did not decide`,
  fix: "Ask whoever runs the cluster.",
  source: REVIEWS,
});

/** Null: an authorizer failed, so that the answer says nothing. */
async function may({ api }: ClusterCheckProps, right: Right, namespace: string | null = null): Promise<boolean | null> {
  const { verb, group, resource } = right;
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: { verb, group, resource, ...(namespace !== null && { namespace }) } },
  };
  const answer = record(await api.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review));
  const { allowed, evaluationError } = record(answer["status"]);
  if (allowed === true) return true;
  return typeof evaluationError === "string" && evaluationError !== "" ? null : false;
}
