import { listed } from "../../../config/kernel/listed";
import { STACKS } from "../../../config/names/resolve";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { ExpectedError } from "../../lib/errors/expected-error";
import { rethrowInWords } from "../../lib/kubernetes/cluster-failure";
import { wayName } from "../../lib/kubernetes/cluster-way";
import { withCluster } from "../../lib/kubernetes/with-cluster";
import { recordedIn } from "../../lib/terraform/recorded-state";
import { recordedState, type RecordedStateProps } from "../../lib/terraform/recorded-states";
import { storedRevisions } from "./stored-revisions";

export interface SameClusterProps extends RecordedStateProps {
  readonly environment: KubernetesEnvironment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks whether the cluster of the config has anything of what the states know. Terraform takes what a cluster does not have for
 * gone: in another cluster it would install all of it again, or find nothing to destroy, and forget the first one's.
 * @throws ExpectedError where the cluster has no Helm release of the states, or does not say what it has
 */
export async function assertSameCluster(props: SameClusterProps): Promise<void> {
  const { environment, env, signal } = props;
  const states = await Promise.all(STACKS.map((role) => recordedState(role, props)));
  const known = states.flatMap((state) => (state === null ? [] : releasesIn(state)));
  if (known.length === 0) return;
  const cluster = wayName(environment.cluster.access);
  const revisions = await withCluster({ way: environment.cluster.access, env, signal }, storedRevisions).catch(
    (error: unknown) =>
      rethrowInWords(
        error,
        ({ text, fix }) =>
          `Whether ${cluster} is the cluster that the states of ${environment.name} are of is not known: ${text} ${fix} Nothing was done.`,
      ),
  );
  const stored = new Set(revisions.map(({ namespace, name }) => `${namespace}/${name}`));
  if (known.some((release) => stored.has(release))) return;
  throw new ExpectedError(
    [
      `The states of ${environment.name} have ${known.length === 1 ? "a Helm release" : `${known.length} Helm releases`} of which the cluster ${cluster} has none: ${listed(known)}.`,
      "It is another cluster than the one they are in, or a new one in its place. Terraform would take them for gone, and forget them " +
        "where they are. Look whether cluster.access and the kubeconfig mean the cluster of before; an environment in another cluster is " +
        "one of its own, with a state of its own. Where the cluster of before is gone for good, deploy with --no-preflight makes all of " +
        "it again; where nothing shall be made again, remove the states. Nothing was done.",
    ].join("\n"),
  );
}

/** Helm releases of a state, as `<namespace>/<name>`. */
const releasesIn = (state: unknown): string[] =>
  recordedIn(state, (type, { namespace, name }) =>
    type === "helm_release" ? `${String(namespace)}/${String(name)}` : null,
  ).flatMap(({ id }) => id ?? []);
