import { PROVIDER_FACTS } from "../../facts/providers";
import { READS_FABRIC, TOPOGRAPH_DOCS } from "../../facts/topograph";
import { groupPath } from "../../pools/written-groups";
import { layeredPools } from "../../topology/topograph";
import type { KubernetesRule } from "./rule";

const AT = ["cluster", "topograph"] as const;
const PROVIDER = [...AT, "provider"] as const;

/** What can tell topograph of a provider where nodes stand, as it is written. */
const instead = (own: string | null, reads: boolean | null): string =>
  [
    ...(own === null ? [] : [`provider: { kind: "${own}" }`]),
    ...(reads ? ['provider: { kind: "infiniband" }'] : []),
  ].join(" or ") || "take topograph out; docs/fabrics.md says how else nodes get labels";

/** Where topograph is installed, it can do its work, and somebody reads it. */
export const TOPOGRAPH_RULES: readonly KubernetesRule[] = [
  {
    id: "topograph/read-by-somebody",
    title: "Where topograph is installed, Slurm and Kueue go by its labels.",
    severity: "error",
    why: "It would label nodes, and jobs would be placed by other labels, which nobody keeps right.",
    source: `${TOPOGRAPH_DOCS}/docs/engines/k8s.md`,
    *check({ env: { cluster, nodeGroups } }) {
      if (!cluster.topograph) return;
      if (cluster.layersFrom !== "topograph")
        yield {
          path: ["cluster", "layersFrom"],
          message: "topograph is installed, and layers come from `railyard topology --labels`",
          fix: 'write layersFrom: "topograph", or take topograph out',
        };
      if (layeredPools(nodeGroups).length === 0)
        yield {
          path: [...AT],
          message: "topograph is installed, and no pool has layers",
          fix: "write into the pools how many layers of switches there are, such as layers: 2, or take topograph out",
        };
    },
  },
  {
    id: "topograph/provider",
    title: "topograph asks whoever knows the fabric.",
    severity: "error",
    why: "It asks the metadata of machines of that cloud, or runs ibnetdiscover on them: elsewhere nobody answers, and no node is labelled.",
    source: `${TOPOGRAPH_DOCS}/docs/providers`,
    *check({ env: { cluster } }) {
      const kind = cluster.topograph?.provider.kind;
      if (kind === undefined || cluster.provider === "other") return;
      const { title, readsFabric, topograph } = PROVIDER_FACTS[cluster.provider];
      if (kind === READS_FABRIC ? readsFabric !== false : kind === topograph) return;
      yield {
        path: [...PROVIDER, "kind"],
        message:
          kind === READS_FABRIC
            ? `topograph reads the fabric with ibnetdiscover, which tenants of ${title} may not run`
            : `topograph asks ${kind}, and the cluster is at ${title} (cluster.provider)`,
        fix: instead(topograph, readsFabric),
      };
    },
  },
  {
    id: "topograph/fabric-unread",
    title: "ibnetdiscover runs where somebody says that it may.",
    severity: "warning",
    why: "Where the fabric is the provider's, a tenant may be kept from its subnet manager: ibnetdiscover then finds nothing, and no node is labelled.",
    source: `${TOPOGRAPH_DOCS}/docs/providers/infiniband.md`,
    *check({ env: { cluster } }) {
      const { title, readsFabric, topograph } = PROVIDER_FACTS[cluster.provider];
      if (cluster.topograph?.provider.kind !== READS_FABRIC || readsFabric !== null) return;
      yield {
        path: [...PROVIDER, "kind"],
        message: `whether tenants of ${title} may run ibnetdiscover is unknown: no document that was read says so`,
        fix:
          topograph === null
            ? "run sudo ibnetdiscover on a node once, before nodes are placed by it"
            : `run sudo ibnetdiscover on a node once, or write provider: { kind: "${topograph}" }`,
      };
    },
  },
  {
    id: "topograph/infiniband-pools",
    title: "What ibnetdiscover is to find has InfiniBand.",
    severity: "error",
    why: "ibnetdiscover finds cards of InfiniBand by the names of their hosts: nodes with other cards have no leaf, and no job of several nodes gets them.",
    source: `${TOPOGRAPH_DOCS}/docs/providers/infiniband.md`,
    *check({ env: { cluster, nodeGroups } }) {
      if (cluster.topograph?.provider.kind !== READS_FABRIC) return;
      for (const pool of layeredPools(nodeGroups))
        if (!pool.fabric.rdma?.infiniband)
          yield {
            path: groupPath(pool, "layers"),
            message: `topograph reads InfiniBand, and nodes of ${pool.name} have none`,
            fix: "take layers out of the pool, or write whose API tells where its nodes stand: provider of cluster.topograph",
          };
    },
  },
  {
    id: "topograph/one-label",
    title: "Pools that topograph labels have a label in common.",
    severity: "error",
    why: "It chooses nodes by one selector of labels: without one it would wait for its pods on every node of the cluster, and label none before.",
    source: `${TOPOGRAPH_DOCS}/docs/engines/k8s.md`,
    *check({ env: { cluster, nodeGroups, topograph } }) {
      const layered = layeredPools(nodeGroups);
      if (!cluster.topograph || layered.length === 0) return;
      if (Object.keys(topograph?.nodeSelector ?? {}).length > 0) return;
      yield {
        path: groupPath(layered[0]!, "labels"),
        message: `${layered.map(({ name }) => name).join(" and ")} have no label in common`,
        fix: 'add a label that nodes of all pools with layers have, such as "example.com/fabric": "a", to labels of each',
      };
    },
  },
];
