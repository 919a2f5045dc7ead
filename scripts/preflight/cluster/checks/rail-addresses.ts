import { overlaps } from "../../../../config/kernel/cidr";
import { isPlain } from "../../../../config/kernel/plain";
import type { ResolvedPool } from "../../../../config/pools/pool";
import type { ClusterApi, ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { someNames } from "../nodes";

const ONE_NETWORK = "https://kubernetes.io/docs/concepts/cluster-administration/networking/";

/** Blocks of the cluster of one use. */
interface Used {
  readonly what: "pods" | "Services" | "nodes";
  /** How they were seen. */
  readonly by: string;
  /** Empty: nothing was seen. */
  readonly blocks: readonly string[];
}

/** Addresses of rails beside those of the cluster: of pods, Services and nodes. */
export const RAIL_ADDRESSES: ClusterCheck = {
  id: "cluster/rail-addresses",
  title: "Rails have addresses that the cluster does not use.",
  actions: [
    "list nodes",
    "list servicecidrs.networking.k8s.io",
    "list services",
    "list endpointslices.discovery.k8s.io (kube-system)",
  ],
  run: async ({ env, api }) => {
    const pools = env.nodeGroups.filter(({ fabric }) => (fabric.rdma?.rails.length ?? 0) > 0);
    if (pools.length === 0) return [];
    const used = await Promise.all([podBlocks(api), serviceBlocks(api), nodeBlocks(api)]);
    return [...pools.map((pool) => judge(pool, used)), ...used.flatMap(unseen)];
  },
};

function judge({ name, fabric }: ResolvedPool, used: readonly Used[]): CheckResult {
  const rails = fabric.rdma?.rails ?? [];
  const subject = `rails of ${name}`;
  for (const { rail, subnet } of rails)
    for (const { what, by, blocks } of used) {
      const other = blocks.find((block) => overlaps(block, subnet));
      if (other === undefined) continue;
      return {
        verdict: "failed",
        subject,
        text: `rail ${rail} would have ${subnet}, and ${what} have ${other} (${by}): pods with rails could not reach them`,
        fix: `Write another private block into nodeGroups.${name}.fabric.addresses, and those of the cluster into cluster.networks.`,
        source: ONE_NETWORK,
      };
    }
  const clear = used.flatMap(({ what, blocks }) => (blocks.length > 0 ? [`${what} (${someNames(blocks, 2)})`] : []));
  const block = String(fabric.config["addresses"]);
  return clear.length > 0
    ? { verdict: "ok", subject, text: `are in ${block}, apart from ${clear.join(", ")}` }
    : { verdict: "unknown", subject, text: "the cluster shows no addresses to compare with" };
}

function unseen({ what, blocks }: Used): CheckResult[] {
  if (blocks.length > 0) return [];
  const text = "the cluster does not show them, so nobody compared rails with them";
  const fix = `Ask whoever runs the cluster, and write them into cluster.networks.${what.toLowerCase()}.`;
  return [{ verdict: "unknown", subject: `addresses of ${what}`, text, fix }];
}

/** What nodes were given, and what stands behind Services of the cluster itself: some networks give nothing by node. */
async function podBlocks(api: ClusterApi): Promise<Used> {
  const [nodes, slices] = await Promise.all([
    api.list("/api/v1/nodes"),
    api.list("/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices"),
  ]);
  const given = nodes.flatMap(({ spec }) => texts(spec?.["podCIDRs"]));
  const hosts = nodes.flatMap(internal);
  const behind = slices
    .flatMap(({ endpoints }) => (Array.isArray(endpoints) ? endpoints.filter(isPlain) : []))
    .flatMap(({ addresses }) => texts(addresses))
    .filter((address) => !hosts.includes(address));
  const by = given.length > 0 ? "podCIDRs of nodes" : "endpoints of Services in kube-system";
  return { what: "pods", by, blocks: blocksOf([...given, ...behind]) };
}

async function serviceBlocks(api: ClusterApi): Promise<Used> {
  const ranges = (await api.list("/apis/networking.k8s.io/v1/servicecidrs")).flatMap(({ spec }) =>
    texts(spec?.["cidrs"]),
  );
  if (ranges.length > 0) return { what: "Services", by: "ServiceCIDR", blocks: blocksOf(ranges) };
  const own = (await api.list("/api/v1/services")).flatMap(({ spec }) => texts([spec?.["clusterIP"]]));
  return { what: "Services", by: "those that are there", blocks: blocksOf(own) };
}

async function nodeBlocks(api: ClusterApi): Promise<Used> {
  const addresses = (await api.list("/api/v1/nodes")).flatMap(internal);
  return { what: "nodes", by: "their InternalIP", blocks: blocksOf(addresses) };
}

function internal({ status }: ClusterObject): string[] {
  const addresses = status?.["addresses"];
  if (!Array.isArray(addresses)) return [];
  return addresses.filter(isPlain).flatMap(({ type, address }) => (type === "InternalIP" ? texts([address]) : []));
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** IPv4 alone, which rails have; one address is a block of one. */
const blocksOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.flatMap((one) => {
      const [, address, prefix = "/32"] = /^(\d+(?:\.\d+){3})(\/\d+)?$/.exec(one) ?? [];
      return address === undefined ? [] : [`${address}${prefix}`];
    }),
  ),
];
