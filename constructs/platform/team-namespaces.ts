import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { KubernetesObjects } from "./kubernetes-objects";
import type { ClusterComponent, ClusterContext } from "./component";
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
  /** Who hands GPUs to pods: decides on what is counted. Nothing adds two of them up: each has the whole limit. */
  readonly allocations: readonly ("device-plugin" | "dra")[];
}

/** Frozen. */
const RELEASE = "teams";
const NAME = "railyard-team";

/** What is counted of GPUs: requests of a resource, or devices that claims of a class have. */
const GPU_QUOTA = {
  "device-plugin": "requests.nvidia.com/gpu",
  dra: "gpu.nvidia.com.deviceclass.resource.k8s.io/devices",
} as const;

/**
 * The objects of the teams. A namespace stays when its team is taken out, with all that is in it: Helm would delete the
 * team's work along with it. Rights and quota go. `edit` is Kubernetes' own role: everything but roles, quotas and the
 * namespace itself.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles
 * @see https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
export function teamObjects({ teams, allocations }: TeamNamespacesProps): KubernetesObject[] {
  return teams.flatMap((team) => [
    namespace(team),
    ...(team.gpus === null ? [] : [quota(team.name, allocations, team.gpus)]),
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

const quota = (team: string, allocations: TeamNamespacesProps["allocations"], gpus: number): ResourceQuota => ({
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: inTeam(team),
  spec: { hard: Object.fromEntries(allocations.map((each) => [GPU_QUOTA[each], String(gpus)])) },
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

/** Ways in which GPU groups have their GPUs; where there is none, device plugins, so that a group that comes finds its quota. */
function counted(pools: ClusterContext["env"]["nodeGroups"]): TeamNamespacesProps["allocations"] {
  const used = new Set(pools.flatMap(({ gpus, allocation }) => (gpus ? [allocation] : [])));
  return used.size > 0 ? [...used].toSorted() : ["device-plugin"];
}

/** Namespaces of teams. */
export const teamNamespaces: ClusterComponent = {
  id: "teams",
  when: ({ teams }) => teams.length > 0 || "there are no teams",
  install: ({ teams, env }, { scope, id }) => [
    new TeamNamespaces(scope, id, {
      teams: teams.map(({ name, namespaceGpus, groups }) => ({ name, gpus: namespaceGpus, groups })),
      allocations: counted(env.nodeGroups),
    }).dependable,
  ],
};
