import { ClusterApi, type ClusterObject } from "../../scripts/lib/kubernetes/cluster-api";
import type { ClusterQuestion, ClusterReply } from "../../scripts/lib/kubernetes/question";
import type { ClusterCheck, ClusterSubject, Release } from "../../scripts/preflight/cluster/check";
import { DGX, poolOf } from "./pools";

/** What a cluster answers: lists by their path, other paths with a reply or what makes one. */
export interface PretendedCluster {
  readonly lists?: Readonly<Record<string, readonly object[]>>;
  readonly replies?: Readonly<Record<string, ClusterReply | ((question: ClusterQuestion) => ClusterReply)>>;
}

export const status = (code: number, message: string): ClusterReply => ({
  status: code,
  body: { kind: "Status", message },
});

/** A cluster of objects that tests write: what is in no list is not there. */
export function pretendedCluster({ lists = {}, replies = {} }: PretendedCluster): ClusterApi {
  return new ClusterApi((question) => {
    const path = question.path.split("?")[0]!;
    const reply = replies[path];
    if (reply) return Promise.resolve(typeof reply === "function" ? reply(question) : reply);
    const items = lists[path];
    return Promise.resolve(items ? { status: 200, body: { metadata: {}, items } } : status(404, "not found"));
  });
}

/** A node that nobody finds fault with. */
export function node(name: string, change: Readonly<Record<string, unknown>> = {}): ClusterObject {
  const { labels = {}, taints = [], unschedulable = false, ready = "True", allocatable = {}, info = {} } = change;
  return {
    metadata: { name, labels: { "example.com/servers": "dgx", ...(labels as object) } },
    spec: { taints, unschedulable },
    status: {
      conditions: ready === null ? [] : [{ type: "Ready", status: ready }],
      allocatable: { cpu: "224", memory: "2113474860Ki", ...(allocatable as object) },
      nodeInfo: {
        kernelVersion: "6.8.0-71-generic",
        osImage: "Ubuntu 24.04.3 LTS",
        architecture: "amd64",
        kubeletVersion: "v1.34.2",
        ...(info as object),
      },
    },
  };
}

export const nodes = (...all: readonly ClusterObject[]): PretendedCluster => ({ lists: { "/api/v1/nodes": all } });

/** A pool of two DGX H100 on InfiniBand. */
export const SUBJECT: ClusterSubject = {
  name: "iron",
  cluster: {
    version: "1.34",
    storageClasses: { usual: "ceph", retained: "ceph-keep" },
    systemNodes: { labels: { "example.com/role": "system" }, taints: [] },
    loadBalancers: {},
  },
  nodeGroups: [poolOf("dgx", { ...DGX, nodes: 2 })],
};

export const release = (chart: string, namespace = chart, name = chart): Release => ({ chart, namespace, name });

interface Asked {
  readonly env?: Partial<ClusterSubject>;
  readonly releases?: readonly Release[];
}

/** What a check says of a pretended cluster, as `verdict subject: text`. */
export async function findingsOf(check: ClusterCheck, cluster: PretendedCluster, asked: Asked = {}): Promise<string[]> {
  const { env = {}, releases = [] } = asked;
  const api = pretendedCluster(cluster);
  const results = await check.run({ env: { ...SUBJECT, ...env }, releases, api });
  return results.map(({ verdict, subject, text }) => `${verdict} ${subject}: ${text}`);
}
