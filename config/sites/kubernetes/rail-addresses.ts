import { overlaps } from "../../kernel/cidr";
import { groupPath } from "../../pools/written-groups";
import type { KubernetesEnvironment } from "./environment";
import type { KubernetesRule } from "./rule";

/** A block of addresses of the cluster, with what has it. */
interface Taken {
  readonly cidr: string;
  readonly what: string;
}

/** Private blocks that rails may have in place of another one. */
const PRIVATE = ["192.168.0.0/16", "172.16.0.0/12", "10.128.0.0/9", "10.0.0.0/9", "100.64.0.0/10"] as const;

/** Rails of a pool beside everything of the cluster whose address is known. */
export const railAddresses: KubernetesRule = {
  id: "kubernetes/rail-addresses",
  title: "Rails have addresses that the cluster does not use.",
  severity: "error",
  why: "A pod with rails sends everything in the block of a rail to its card: Services, other pods or the API with such an address are out of its reach, and DNS with them.",
  source: "https://kubernetes.io/docs/concepts/cluster-administration/networking/",
  *check({ env }) {
    const taken = takenBy(env);
    for (const pool of env.nodeGroups) {
      const rails = pool.fabric.rdma?.rails ?? [];
      const found = rails.flatMap((rail) => {
        const other = rail.subnet === "" ? undefined : taken.find(({ cidr }) => overlaps(cidr, rail.subnet));
        return other ? [{ rail, other }] : [];
      })[0];
      if (!found) continue;
      const others = env.nodeGroups.flatMap((one) =>
        one === pool || !one.fabric.rdma ? [] : one.fabric.rdma.rails.map(({ subnet }) => subnet),
      );
      const free = PRIVATE.find((block) =>
        [...taken.map(({ cidr }) => cidr), ...others].every((one) => one === "" || !overlaps(one, block)),
      );
      yield {
        path: groupPath(pool, "fabric", "addresses"),
        message: `rail ${found.rail.rail} of ${pool.name} would have ${found.rail.subnet}, and ${found.other.what} ${found.other.cidr}`,
        fix: `write a private block that nobody uses${free === undefined ? "" : `, such as addresses: "${free}"`}`,
      };
    }
  },
};

function takenBy({ cluster: { networks, access } }: KubernetesEnvironment): Taken[] {
  const of = (blocks: readonly string[], what: string) => blocks.map((cidr) => ({ cidr, what }));
  const api = access.kind === "endpoint" ? /^https:\/\/(\d+(?:\.\d+){3})(?=[:/]|$)/.exec(access.host)?.[1] : undefined;
  return [
    ...of(networks.pods, "pods of the cluster have"),
    ...of(networks.services, "Services of the cluster have"),
    ...of(networks.nodes, "nodes of the cluster have"),
    ...(api === undefined ? [] : [{ cidr: `${api}/32`, what: "the API of the cluster has" }]),
  ];
}
