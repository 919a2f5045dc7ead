import type { ResolvedPool } from "../../../../config/pools/pool";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";
import { namedBy, NODES_RIGHT, nodesOf, someNames, weight, type ClusterNode } from "../nodes";

const GPU = "nvidia.com/gpu";
const PRODUCT = "nvidia.com/gpu.product";
const NVIDIA_PCI = "feature.node.kubernetes.io/pci-10de.present";
const NFD = "https://kubernetes-sigs.github.io/node-feature-discovery/stable/usage/features.html";
const GFD = "https://github.com/NVIDIA/k8s-device-plugin/tree/main/docs/gpu-feature-discovery";

/** Whether Node Feature Discovery has looked at a node: it labels each with the version of its kernel. */
const discovered = ({ labels }: ClusterNode): boolean =>
  Object.keys(labels).some((key) => key.startsWith("feature.node.kubernetes.io/"));

/** GPUs that nodes show. */
export const GPUS: ClusterCheck = {
  id: "nodes/gpus",
  title: "Nodes show the GPUs that config says.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) =>
    (await Promise.all(env.nodeGroups.map(async (pool) => judgeGpus(pool, await nodesOf(api, pool))))).flat(),
};

function judgeGpus({ name: subject, gpus, sharing }: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  if (nodes.length === 0) return [];
  const parts = sharing.offers.map(({ resource, perGpu }) => ({ resource, count: perGpu * (gpus?.count ?? 0) }));
  const [offering, silent] = split(nodes, ({ allocatable }) =>
    [GPU, ...parts.map(({ resource }) => resource)].some((resource) => allocatable[resource] !== undefined),
  );
  if (!gpus) {
    if (offering.length === 0) return [];
    const text = `config says no GPU, and ${GPU} is offered by ${someNames(offering.map(({ name }) => name))}`;
    return [{ verdict: "warning", subject, text, fix: "Look whether it is the server that config says." }];
  }
  // virtual machines have them: to containers nothing is offered
  if (sharing.workload !== "container") return models(subject, gpus.model, nodes);
  const results: CheckResult[] = [];
  // nodes that are not shared yet offer whole GPUs, and parts may have names of their own
  const short = offering.filter(
    ({ allocatable }) =>
      Number(allocatable[GPU]) !== gpus.count &&
      !parts.every(({ resource, count }) => Number(allocatable[resource]) === count),
  );
  if (short.length > 0) {
    const wanted = parts.map(({ resource, count }) => (resource === GPU ? `${count} GPUs` : `${count} ${resource}`));
    const offered = ({ allocatable }: ClusterNode) =>
      parts.map(({ resource }) => `${allocatable[resource] ?? allocatable[GPU] ?? 0}`).join(" and ");
    results.push({
      verdict: weight(short, nodes),
      subject,
      text: `nodes do not offer ${wanted.join(" and ") || `${gpus.count} GPUs`} each: ${namedBy(short, offered)}`,
      fix: "A GPU that is missing is broken or not healthy for the device plugin: nvidia-smi, and dmesg for Xid, on the node.",
    });
  }
  if (offering.length > short.length)
    results.push({
      verdict: "ok",
      subject,
      text: `${offering.length - short.length} nodes offer ${sharing.whole ? `${gpus.count} GPUs each` : `their ${gpus.count} GPUs, shared or not`}`,
    });
  if (silent.length > 0) results.push(unseen(subject, silent, nodes));
  return [...results, ...models(subject, gpus.model, nodes)];
}

/** Nodes that offer no GPU yet: whether they have any is what their PCI bus shows. */
function unseen(subject: string, nodes: readonly ClusterNode[], all: readonly ClusterNode[]): CheckResult {
  const names = someNames(nodes.map(({ name }) => name));
  const [known] = split(nodes, discovered);
  const without = known.filter(({ labels }) => labels[NVIDIA_PCI] !== "true");
  if (without.length > 0)
    return {
      verdict: weight(without, all),
      subject,
      text: `no card of NVIDIA is on the PCI bus of ${someNames(without.map(({ name }) => name))}`,
      fix: "Look at them: lspci -d 10de:",
      source: NFD,
    };
  return {
    verdict: "unknown",
    subject,
    text: `nothing offers ${GPU} yet on ${names}: how many GPUs there are is seen once a device plugin runs there`,
    fix: "Read it from a host before: npx railyard inspect",
    source: GFD,
  };
}

/** `NVIDIA-H100-80GB-HBM3` is an `H100-80GB`. */
const isModel = (product: string, model: string): boolean =>
  model.split("-").every((word) => product.toUpperCase().split(/[-_ ]/).includes(word.toUpperCase()));

function models(subject: string, model: string, nodes: readonly ClusterNode[]): CheckResult[] {
  const labelled = nodes.filter(({ labels }) => labels[PRODUCT] !== undefined);
  const others = labelled.filter(({ labels }) => !isModel(labels[PRODUCT] ?? "", model));
  if (others.length > 0)
    return [
      {
        verdict: "failed",
        subject,
        text: `config says ${model}, and nodes have other GPUs: ${namedBy(others, ({ labels }) => labels[PRODUCT] ?? "")}`,
        fix: "Write the server that the nodes are: npx railyard inspect tells it.",
        source: GFD,
      },
    ];
  if (labelled.length > 0)
    return [
      { verdict: "ok", subject, text: `${labelled.length} nodes are labelled with ${labelled[0]!.labels[PRODUCT]}` },
    ];
  const text = "no node has a label with its GPU: which model it is, is not known here";
  return [{ verdict: "unknown", subject, text, fix: "Read it from a host: npx railyard inspect", source: GFD }];
}

/** Labels of Node Feature Discovery that nodes of a fabric have. */
const NEEDED = [
  {
    label: "feature.node.kubernetes.io/pci-15b3.present",
    only: null,
    verdict: "failed",
    what: "no card of NVIDIA's networks (PCI vendor 15b3) is on the bus",
    fix: "Look at them: lspci -d 15b3:",
  },
  {
    label: "feature.node.kubernetes.io/rdma.capable",
    only: null,
    verdict: "failed",
    what: "no RDMA device is in the kernel",
    fix: "Look whether the drivers are loaded: ls /sys/class/infiniband",
  },
  {
    label: "feature.node.kubernetes.io/network-sriov.capable",
    only: "sriov",
    verdict: "warning",
    what: "virtual functions, which pods would get, are switched on for no card",
    fix: "Switch them on in firmware and BIOS, which ends what runs there: mlxconfig -d <card> query SRIOV_EN NUM_OF_VFS",
  },
] as const;

/** Cards of the fabric that nodes show. */
export const FABRIC_CARDS: ClusterCheck = {
  id: "nodes/fabric",
  title: "Nodes show the cards of the fabric that config says.",
  actions: [NODES_RIGHT],
  run: async ({ env, api }) =>
    (await Promise.all(env.nodeGroups.map(async (pool) => judgeFabric(pool, await nodesOf(api, pool))))).flat(),
};

function judgeFabric({ name: subject, fabric }: ResolvedPool, nodes: readonly ClusterNode[]): CheckResult[] {
  const { rdma } = fabric;
  if (!rdma || nodes.length === 0) return [];
  const [known, unknown] = split(nodes, discovered);
  const results = NEEDED.flatMap(({ label, only, verdict, what, fix }): CheckResult[] => {
    const without = only && only !== rdma.access ? [] : known.filter(({ labels }) => labels[label] !== "true");
    if (without.length === 0) return [];
    const text = `${what} of ${someNames(without.map(({ name }) => name))}: ${label} is not true`;
    return [{ verdict: verdict === "failed" ? weight(without, nodes) : verdict, subject, text, fix, source: NFD }];
  });
  if (unknown.length > 0)
    results.push({
      verdict: "unknown",
      subject,
      text: `Node Feature Discovery has labelled nothing on ${someNames(unknown.map(({ name }) => name))}: which cards are there is not known here`,
      fix: "Read it from a host: npx railyard inspect",
      source: NFD,
    });
  results.push(...requests(subject, fabric.podRequests, nodes));
  const fine = known.filter(({ labels }) =>
    NEEDED.every(({ label, only }) => only !== null || labels[label] === "true"),
  );
  return fine.length === 0
    ? results
    : [...results, { verdict: "ok", subject, text: `${fine.length} nodes have RDMA cards of NVIDIA` }];
}

/** Resources of the fabric where somebody hands them out already. */
function requests(
  subject: string,
  wanted: Readonly<Record<string, string>>,
  nodes: readonly ClusterNode[],
): CheckResult[] {
  return Object.entries(wanted).flatMap(([resource, count]): CheckResult[] => {
    const offering = nodes.filter(({ allocatable }) => Number(allocatable[resource] ?? 0) > 0);
    const short = offering.filter(({ allocatable }) => Number(allocatable[resource]) < Number(count));
    if (short.length === 0) return [];
    const text = `pods ask for ${count} of ${resource}, and nodes offer fewer: ${namedBy(short, ({ allocatable }) => allocatable[resource]!)}`;
    return [
      {
        verdict: "failed",
        subject,
        text,
        fix: "Look at the policy that hands them out, and at the cards of those nodes.",
      },
    ];
  });
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
