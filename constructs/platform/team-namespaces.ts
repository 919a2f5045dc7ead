import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { KubernetesObjects } from "./kubernetes-objects";
import type { ResolvedPool } from "../../config/pools/pool";
import type { ClusterComponent } from "./component";
import type { KubernetesObject, Namespace, ResourceQuota, RoleBinding } from "../kubernetes/objects";

/** A team in Kubernetes. */
export interface TeamNamespace {
  /** Name of the team and of its namespace. */
  readonly name: string;
  /** Most GPUs of its pods at one time; null: no limit. */
  readonly gpus: number | null;
  /** Groups that may edit what is in it. At least one. */
  readonly groups: readonly string[];
}

export interface TeamNamespacesProps {
  readonly teams: readonly TeamNamespace[];
  /** What is counted of GPUs, and how many of it are one GPU. Nothing adds two of them up: each has the whole limit. */
  readonly counted: Readonly<Record<string, number>>;
}

/** Frozen. */
const RELEASE = "teams";
const NAME = "railyard-team";

/** Devices that claims of NVIDIA's class have. */
const CLAIMED = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
const REQUESTED = "requests.nvidia.com/gpu";

/**
 * The objects of the teams. A namespace stays when its team is taken out, with all that is in it: Helm would delete the
 * team's work along with it. Rights and quota go. `edit` is Kubernetes' own role: everything but roles, quotas and the
 * namespace itself.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles
 * @see https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
export function teamObjects({ teams, counted }: TeamNamespacesProps): KubernetesObject[] {
  return teams.flatMap((team) => [
    namespace(team),
    ...(team.gpus === null ? [] : [quota(team.name, counted, team.gpus)]),
    editors(team),
  ]);
}

const labels = (team: string) => ({ "railyard.dev/team": team });

const inTeam = (team: string) => ({ name: NAME, namespace: team, labels: labels(team) });

const namespace = ({ name }: TeamNamespace): Namespace => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels: labels(name), annotations: { "helm.sh/resource-policy": "keep" } },
});

const quota = (team: string, counted: TeamNamespacesProps["counted"], gpus: number): ResourceQuota => ({
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: inTeam(team),
  spec: {
    hard: Object.fromEntries(
      Object.entries(counted).map(([key, perGpu]) => [key, String(Math.floor(gpus * perGpu + 1e-9))]),
    ),
  },
});

const editors = ({ name, groups }: TeamNamespace): RoleBinding => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "RoleBinding",
  metadata: inTeam(name),
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" },
  subjects: groups.map((group) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: group })),
});

/** A namespace for each team, with its quota of GPUs and who may use it. */
export class TeamNamespaces extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: TeamNamespacesProps) {
    super(scope, id);
    const { dependable } = new KubernetesObjects(this, "namespaces", {
      release: RELEASE,
      namespace: "kube-system",
      createNamespace: false,
      objects: teamObjects(props),
    });
    this.dependable = dependable;
  }
}

/**
 * What pods ask for to get GPUs, and how many of it are one GPU: of pools that offer it in several sizes the largest counts, so
 * that a quota is never more than its GPUs. Where there is no pool, whole GPUs, so that one that comes finds its quota.
 */
export function countedGpus(
  pools: readonly Pick<ResolvedPool, "gpus" | "allocation" | "sharing">[],
): TeamNamespacesProps["counted"] {
  const perGpu = new Map<string, number>();
  for (const { gpus, allocation, sharing } of pools) {
    if (!gpus) continue;
    const offers =
      allocation === "dra"
        ? [[CLAIMED, 1] as const]
        : sharing.offers.map(({ resource, share }) => [`requests.${resource}`, 1 / share] as const);
    for (const [key, units] of offers) perGpu.set(key, Math.min(perGpu.get(key) ?? Infinity, units));
  }
  return perGpu.size === 0
    ? { [REQUESTED]: 1 }
    : Object.fromEntries([...perGpu].toSorted(([one], [other]) => (one < other ? 1 : -1)));
}

/** Namespaces of teams. */
export const teamNamespaces: ClusterComponent = {
  id: "teams",
  when: ({ teams }) => teams.length > 0 || "there are no teams",
  install: ({ teams, env }, { scope, id }) => [
    new TeamNamespaces(scope, id, {
      teams: teams.map(({ name, namespaceGpus, groups }) => ({ name, gpus: namespaceGpus, groups })),
      counted: countedGpus(env.nodeGroups),
    }).dependable,
  ],
};
