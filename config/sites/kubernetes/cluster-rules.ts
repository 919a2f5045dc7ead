import { leavesOf } from "../../topology/leaves-of-pools";
import { PROVIDER_FACTS } from "../../facts/providers";
import { commonLabels, includesLabels } from "../../pools/existing/labels";
import { railAddresses } from "./rail-addresses";
import type { KubernetesRule } from "./rule";
import { groupPath } from "../../pools/written-groups";

/** Labels that kubelets give to every node on which pods of Railyard run. */
const OF_ALL = { "kubernetes.io/os": "linux" } as const;

/** What a cluster that somebody has made can have, and what AWS alone has. */
export const CLUSTER_RULES: readonly KubernetesRule[] = [
  {
    id: "kubernetes/load-balancer-controller",
    title: "The controller of AWS runs in an account of AWS.",
    severity: "error",
    why: "It asks the API of EC2, which knows nothing of this cluster: its pods never become ready, and the deployment waits for them.",
    source: "https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/installation/",
    *check({ env: { platform } }) {
      if (!platform.loadBalancerController) return;
      yield {
        path: ["platform", "loadBalancerController"],
        message: "loadBalancerController is true, and the cluster is no EKS cluster",
        fix: "take it out, and say in cluster.loadBalancers who makes load balancers, such as MetalLB",
      };
    },
  },
  {
    id: "kubernetes/login-address",
    title: "Somebody gives login nodes an address.",
    severity: "error",
    why: "A Service of type LoadBalancer that nobody takes stays pending: nobody can log in.",
    source: "https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer",
    *check({ env: { slurm, cluster } }) {
      if (!slurm || slurm.login.kind === "none" || cluster.loadBalancers) return;
      yield {
        path: ["cluster", "loadBalancers"],
        message: `slurm.login is ${slurm.login.kind}, and config does not say who makes load balancers in the cluster`,
        fix: 'write loadBalancers: {} where Services of type LoadBalancer get an address, else slurm: { login: { kind: "none" } }',
      };
    },
  },
  {
    id: "kubernetes/system-nodes-apart",
    title: "Controllers run on nodes that no pool has.",
    severity: "warning",
    why: "On nodes of a pool they take CPUs and memory that Slurm gives to jobs, and go with a node that is drained for repair.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/",
    *check({ env: { cluster, nodeGroups } }) {
      for (const pool of nodeGroups) {
        if (!includesLabels({ ...OF_ALL, ...pool.nodeSelector }, cluster.systemNodes.labels)) continue;
        yield {
          path: ["cluster", "systemNodes", "labels"],
          message: `nodes of ${pool.name} have the labels of the system nodes`,
          fix: 'name a label that other nodes have, such as "example.com/role": "system"',
        };
      }
    },
  },
  {
    id: "kubernetes/pools-apart",
    title: "No pool has the system nodes.",
    severity: "error",
    why: "Labels of a pool choose nodes for slurmd, drivers and network cards: system nodes would be drained for them, with the controllers that run there.",
    source: "https://kubernetes.io/docs/reference/node/node-labels",
    *check({ env: { cluster, nodeGroups } }) {
      const { labels } = cluster.systemNodes;
      for (const pool of nodeGroups) {
        // where both are the same nodes, they are meant to be: a warning says what that costs
        if (!includesLabels({ ...OF_ALL, ...labels }, pool.nodeSelector)) continue;
        if (includesLabels({ ...OF_ALL, ...pool.nodeSelector }, labels)) continue;
        yield {
          path: groupPath(pool, "labels"),
          message: `system nodes have all labels of ${pool.name}, and so are among its nodes`,
          fix: `add a label that servers of ${pool.name} alone have, such as "example.com/servers": "${pool.name}"`,
        };
      }
    },
  },
  {
    id: "kubernetes/tenants-are-teams",
    title: "Partitions are for teams that there are.",
    severity: "error",
    why: "Networks of a partition are in the namespace of its team: without the team there is no such namespace, and the deployment stops.",
    source: "https://github.com/Mellanox/network-operator-docs/tree/0c0ecad",
    *check({ env: { nodeGroups, teams } }) {
      for (const pool of nodeGroups)
        for (const tenant of Object.keys(pool.fabric.rdma?.infiniband?.tenants ?? {})) {
          if (Object.hasOwn(teams, tenant)) continue;
          yield {
            path: groupPath(pool, "fabric", "tenants", tenant),
            message: `there is no team ${JSON.stringify(tenant)}`,
            fix: `write it into teams: { "${tenant}": {} }, or take its partition out`,
          };
        }
    },
  },
  railAddresses,
  {
    id: "kubernetes/provider-subnet-manager",
    title: "Whoever is said to manage the subnet can.",
    severity: "error",
    why: "Where the provider runs the subnet manager, a tenant's partitions and GUIDs reach nobody: ports stay down.",
    source: "https://github.com/Azure/ai-infrastructure-on-azure",
    *check({ env: { cluster, nodeGroups } }) {
      const { runsSubnetManager, title } = PROVIDER_FACTS[cluster.provider];
      if (runsSubnetManager !== false) return;
      for (const pool of nodeGroups) {
        const manager = pool.fabric.rdma?.infiniband?.subnetManager.kind;
        if (manager === undefined || manager === "managed") continue;
        yield {
          path: groupPath(pool, "fabric", "subnetManager"),
          message: `subnetManager is ${manager}, and tenants of ${title} run none`,
          fix: 'subnetManager: { kind: "managed" }',
        };
      }
    },
  },
  {
    id: "kubernetes/layers-one-label",
    title: "Where Slurm knows layers of the fabric, all pools have a label in common.",
    severity: "error",
    why: "Nodes are told to Slurm by one selector. A node without a place is in no leaf, and no job of several nodes gets it.",
    source: "https://slurm.schedmd.com/topology.html",
    *check({ env: { nodeGroups, slurm } }) {
      const layered = nodeGroups.find((pool) => pool.fabric.topology.layers !== null);
      if (!slurm || !layered || Object.keys(commonLabels(nodeGroups.map((pool) => pool.nodeSelector))).length > 0)
        return;
      yield {
        path: groupPath(layered, "layers"),
        message: `${nodeGroups.map(({ name }) => name).join(" and ")} have no label in common`,
        fix: 'add a label that nodes of all pools have, such as "example.com/slurm": "yes", to labels of each pool',
      };
    },
  },
  {
    id: "kubernetes/fabric-read",
    title: "Layers of the fabric come from where tenants can read them.",
    severity: "warning",
    why: "Without labels on the nodes Slurm takes all of them to be equally near, and jobs lose bandwidth.",
    source: "https://github.com/Azure/ai-infrastructure-on-azure",
    *check({ env: { cluster, nodeGroups } }) {
      const { readsFabric, title } = PROVIDER_FACTS[cluster.provider];
      if (readsFabric !== false || cluster.layersFrom === "topograph") return;
      for (const pool of nodeGroups) {
        if (pool.fabric.topology.layers === null) continue;
        yield {
          path: groupPath(pool, "layers"),
          message: `layers come from ibnetdiscover, which tenants of ${title} may not run`,
          fix: 'write cluster: { layersFrom: "topograph" }, which asks the provider, set the labels railyard.dev/fabric-layer-N from what it tells of nodes, or take layers out',
        };
      }
    },
  },
  {
    id: "kubernetes/one-layer-source",
    title: "Places of nodes have one source.",
    severity: "error",
    why: "topograph reads where nodes stand and labels them: leaves that config names would be labels that nobody goes by, and could say something else.",
    source: "https://github.com/NVIDIA/topograph/blob/e2b6250/docs/engines/k8s.md",
    *check({ env: { cluster, nodeGroups } }) {
      if (cluster.layersFrom !== "topograph") return;
      for (const pool of nodeGroups)
        if (leavesOf(pool).length > 0)
          yield {
            path: ["cluster", "layersFrom"],
            message: `topograph says where nodes of ${pool.name} stand, and so do the leaves of its cards`,
            fix: 'take leaf out of the cards, or write layersFrom: "topology"',
          };
    },
  },
  {
    id: "kubernetes/proxy-direct",
    title: "Behind a proxy it is written which blocks services and pods of the cluster have.",
    severity: "error",
    why: "Pods call the API of the cluster by its address: through the proxy they reach nothing, and which blocks a cluster has only whoever made it knows.",
    source: "https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables",
    *check({ config }) {
      const { proxy } = config.outbound;
      if (!proxy || proxy.direct.some((entry) => /^[\d.]+\/\d+$/.test(entry))) return;
      yield {
        path: ["outbound", "proxy", "direct"],
        message: "no block of addresses is reached without the proxy",
        fix: 'write those of services, pods and nodes, such as ["10.96.0.0/12", "10.244.0.0/16", "10.0.0.0/16"]',
      };
    },
  },
];
