import type { LoadedEnvironment } from "../../../../config";
import { clusterOf, type KubernetesEnvironment } from "../../../../config/sites/kubernetes/environment";
import type { KubernetesConfig } from "../../../../config/sites/kubernetes/schema";
import type { ForkSite } from "../site";
import { withoutEmpty } from "../without-empty";
import { accessPatch } from "./access-patch";
import { answersOf, type Answers } from "./answers";
import { complete } from "./questions";
import { clusterReport } from "./report";
import { statePatch } from "./state-patch";

/** Forks on a cluster that somebody has made: the cluster, what it has, and Terraform's state differ. */
export const KUBERNETES_FORK: ForkSite = {
  kind: "kubernetes",
  options: [
    "context",
    "kubeconfig",
    "host",
    "certificate-authority",
    "exec",
    "exec-arg",
    "kubernetes-version",
    "storage-class",
    "state-bucket",
    "state-endpoint",
    "state-region",
  ],
  check: (original, _, values) => void answersOf(values, onCluster(original).written),
  plan: async ({ original: loaded, name, values, terminal }) => {
    const from = onCluster(loaded);
    const answers = await complete(from.written, answersOf(values, from.written), terminal);
    const notes: string[] = [];
    return {
      patch: clusterForkPatch(from.written, name, answers, notes),
      notes,
      report: (fork) => clusterReport(onCluster(fork), from, answers),
    };
  },
};

function clusterForkPatch(original: KubernetesConfig, name: string, answers: Answers, notes: string[]) {
  const { cluster, nodeGroups, state } = original;
  const classes = [...answers.storageClasses].filter(
    ([use, title]) => cluster.storageClasses[use as "usual" | "retained"] !== title,
  );
  const nodes = [...answers.nodes].filter(([pool, count]) => nodeGroups[pool]?.nodes !== count);
  return withoutEmpty({
    name,
    state: statePatch(state, answers),
    cluster: withoutEmpty({
      version: answers.version === cluster.version ? undefined : answers.version,
      access: accessPatch(cluster.access, answers, notes),
      storageClasses: Object.fromEntries(classes),
    }),
    nodeGroups: Object.fromEntries(nodes.map(([pool, count]) => [pool, { nodes: count }])),
  });
}

/** Whoever chose the site has looked at where the environment stands. */
function onCluster({ resolved }: LoadedEnvironment): KubernetesEnvironment {
  const found = clusterOf(resolved);
  if (!found) throw new Error(`${resolved.name} stands on the site ${resolved.site}`);
  return found;
}
