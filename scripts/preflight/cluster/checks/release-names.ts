import type { ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck, Release } from "../check";
import { storedRevisions, type StoredRevision } from "../stored-revisions";

const OWNERSHIP = "https://helm.sh/docs/faq/changes_since_helm2/#release-names-are-now-scoped-to-the-namespace";

/** Releases of the same name. */
export const RELEASE_NAMES: ClusterCheck = {
  id: "releases/names",
  title: "Names of the Helm releases are free, or theirs.",
  actions: ["list secrets (metadata)", "list namespaces"],
  run: async ({ api, releases }) => {
    const stored = await storedRevisions(api);
    const namespaces = await api.list("/api/v1/namespaces", { metadataOnly: true });
    const there = releases.filter((release) => revisionsOf(release, stored).length > 0);
    return [
      ...releases.flatMap((release): CheckResult[] => {
        const found = stuck(release, revisionsOf(release, stored), namespaces);
        if (found) return [found];
        return there.includes(release)
          ? []
          : [{ verdict: "ok", subject: subjectOf(release), text: "the name is free" }];
      }),
      ...(there.length > 0 ? [known(there)] : []),
    ];
  },
};

const subjectOf = ({ name, namespace }: Release): string => `${namespace}/${name}`;

const revisionsOf = ({ name, namespace }: Release, stored: readonly StoredRevision[]): StoredRevision[] =>
  stored.filter((one) => one.namespace === namespace && one.name === name);

/** A deployment that has been goes on; what somebody else installed by the same name stands in its way. */
const known = (there: readonly Release[]): CheckResult => ({
  verdict: "unknown",
  subject: there.map(subjectOf).join(", "),
  text: "installed already: whether by Terraform, whose state then knows it, is not seen here",
  fix: `Where somebody else did, Helm says that the name is in use: helm uninstall ${there[0]!.name} --namespace ${there[0]!.namespace}`,
  source: OWNERSHIP,
});

/** What Helm can do nothing with. */
function stuck(
  release: Release,
  revisions: readonly StoredRevision[],
  namespaces: readonly ClusterObject[],
): CheckResult | null {
  const { name, namespace } = release;
  const waiting = revisions.map(({ status }) => status).find((one) => one?.startsWith("pending"));
  if (waiting !== undefined)
    return {
      verdict: "failed",
      subject: subjectOf(release),
      text: `a revision is ${waiting}: Helm lets nothing else happen to it`,
      fix: `See helm history ${name} --namespace ${namespace}; then helm rollback ${name} --namespace ${namespace}`,
    };
  const ending = namespaces.find(({ metadata }) => metadata.name === namespace)?.metadata.deletionTimestamp;
  if (ending === undefined) return null;
  return {
    verdict: "failed",
    subject: subjectOf(release),
    text: `namespace ${namespace} is being deleted: nothing new is let in`,
    fix: `Look at what holds it: kubectl get namespace ${namespace} --output yaml`,
  };
}
