import type { KubernetesEnvironment } from "../../../../config/sites/kubernetes/environment";
import type { SiteReport } from "../site";
import type { Answers } from "./answers";

/** What follows the original, and what only the cluster of the fork knows. */
export function clusterReport(
  env: KubernetesEnvironment,
  original: KubernetesEnvironment,
  answers: Answers,
): SiteReport {
  const { cluster, state } = env;
  const access =
    cluster.access.kind === "kubeconfig"
      ? `context ${JSON.stringify(cluster.access.context)} of ${cluster.access.path}`
      : cluster.access.host;
  return {
    place: `${access}, Kubernetes ${cluster.version}; state in ${stateText(state)}`,
    json: { access: cluster.access, kubernetesVersion: cluster.version, state },
    notes: notes(env, original),
    unknown: unknowns(env, original, answers),
  };
}

function stateText(state: KubernetesEnvironment["state"]): string {
  switch (state.kind) {
    case "local":
      return `files of ${state.directory}`;
    case "s3":
      return `${state.bucket}/${state.folder} (${state.region})`;
    case "s3-compatible":
      return `${state.bucket}/${state.folder} at ${state.endpoint}`;
  }
}

function notes({ cluster, storage, state, name }: KubernetesEnvironment, original: KubernetesEnvironment): string[] {
  const { provider, loadBalancers } = cluster;
  const given = [
    ...(loadBalancers?.class === undefined ? [] : [`the class ${loadBalancers.class}`]),
    ...Object.entries(loadBalancers?.annotations ?? {}).map(([key, value]) => `${key}: ${value}`),
  ];
  const isOneBucket =
    state.kind !== "local" &&
    original.state.kind === state.kind &&
    original.state.bucket === state.bucket &&
    (state.kind === "s3" || (original.state.kind === "s3-compatible" && original.state.endpoint === state.endpoint));
  return [
    ...(isOneBucket
      ? [
          `its state is in the bucket of that of ${original.name}, in the folder ${name}/: whoever reads one may read both`,
        ]
      : []),
    `who is behind the cluster follows ${original.name}: cluster.provider is ${provider}`,
    ...(given.length
      ? [`load balancers are asked for as ${original.name} does, with ${given.join(", ")}: cluster.loadBalancers`]
      : []),
    ...storage.map(
      ({ name: volume }) =>
        `storage.${volume} is where it is for ${original.name}: where both mount the same one, they see the same files`,
    ),
  ];
}

/** What was not given for the fork, and what no config says of nodes. */
function unknowns(
  { cluster, written, name }: KubernetesEnvironment,
  original: KubernetesEnvironment,
  answers: Answers,
) {
  const { usual, retained } = cluster.storageClasses;
  const followed = { usual, retained };
  const classes = Object.entries(followed).flatMap(([use, title]) => (answers.storageClasses.has(use) ? [] : [title]));
  const asked = `npx railyard preflight ${name} asks it`;
  return [
    ...(answers.version === undefined
      ? [`whether the cluster has Kubernetes ${cluster.version}, as that of ${original.name}: ${asked}`]
      : []),
    ...(classes.length ? [`whether it has the StorageClasses ${[...new Set(classes)].join(" and ")}: ${asked}`] : []),
    `whether it has system nodes with ${labelText(cluster.systemNodes.labels)}: ${asked}`,
    ...Object.entries(written.nodeGroups).map(
      ([pool, { nodes, labels }]) => `whether ${nodes} of its nodes have ${labelText(labels)} (${pool}): ${asked}`,
    ),
  ];
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");
