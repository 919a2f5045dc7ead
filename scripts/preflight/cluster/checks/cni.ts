import { record } from "../../../../config/kernel/plain";
import type { ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck, ClusterCheckProps } from "../check";

const MULTUS_WITH_CILIUM = "https://docs.cilium.io/en/stable/network/kubernetes/configuration/";
const ONE_MULTUS = "https://github.com/Mellanox/network-operator/blob/v26.4.1/README.md";

/** DaemonSets by which networks are known. */
const NETWORKS: readonly (readonly [RegExp, string])[] = [
  [/^cilium$/, "Cilium"],
  [/^(calico|canal)(-node)?$/, "Calico"],
  [/^kube-flannel(-ds)?/, "Flannel"],
  [/^antrea-agent$/, "Antrea"],
  [/^ovnkube-node/, "OVN-Kubernetes"],
  [/^kube-router$/, "kube-router"],
  [/^weave-net$/, "Weave Net"],
  [/^aws-node$/, "the VPC CNI of AWS"],
  [/^azure-cni|^azure-cns$/, "Azure CNI"],
  [/^netd$/, "GKE's network"],
  [/^kindnet$/, "kindnet"],
];

/** Network of pods. */
export const CNI: ClusterCheck = {
  id: "cluster/cni",
  title: "The network of pods leaves room for the networks of the fabric.",
  actions: ["list daemonsets.apps", "get configmaps (kube-system/cilium-config)"],
  run: async (props) => {
    const sets = await props.api.list("/apis/apps/v1/daemonsets", { metadataOnly: true });
    const known = sets.flatMap((set) => {
      const title = NETWORKS.find(([name]) => name.test(set.metadata.name))?.[1];
      return title === undefined ? [] : [{ title, set }];
    });
    const multus = sets.filter(({ metadata }) => /^(kube-)?multus(-ds)?/.test(metadata.name));
    const cilium = known.find(({ title }) => title === "Cilium");
    return [
      named(known.map(({ title }) => title)),
      ...(needsMultus(props) && cilium ? await exclusive(props, cilium.set) : []),
      ...(needsMultus(props) ? multus.map((set) => secondMultus(set, props)) : []),
    ];
  },
};

/** Pods of a fabric get their networks through Multus. */
const needsMultus = ({ env }: ClusterCheckProps): boolean =>
  env.nodeGroups.some(({ fabric }) => Object.keys(fabric.podAnnotations).length > 0);

function named(titles: readonly string[]): CheckResult {
  const subject = "network of pods";
  if (titles.length > 0) return { verdict: "ok", subject, text: `is ${[...new Set(titles)].join(" and ")}` };
  const text = "no DaemonSet has the name of one that is known here";
  return { verdict: "unknown", subject, text, fix: "Ask whoever runs the cluster which CNI plugin it has." };
}

/** Cilium takes the configuration of other plugins away unless it is told not to, and says nothing. */
async function exclusive({ api }: ClusterCheckProps, { metadata }: ClusterObject): Promise<CheckResult[]> {
  const namespace = metadata.namespace ?? "kube-system";
  const config = await api.find(`/api/v1/namespaces/${namespace}/configmaps/cilium-config`);
  const value = record(config?.["data"])["cni-exclusive"];
  const [subject, source] = ["Cilium", MULTUS_WITH_CILIUM];
  const fix = "Set cni.exclusive=false in the values of Cilium, and restart its pods.";
  if (value === "false") return [{ verdict: "ok", subject, text: "leaves the configuration of Multus alone", source }];
  if (value === "true" || (config && value === undefined)) {
    const text = `cni-exclusive is ${value ?? "not set, which is true"}: it renames the configuration of Multus on each node, and pods get no rails`;
    return [{ verdict: "failed", subject, text, fix, source }];
  }
  return [{ verdict: "unknown", subject, text: `${namespace}/cilium-config was not found`, fix, source }];
}

function secondMultus({ metadata }: ClusterObject, { releases }: ClusterCheckProps): CheckResult {
  const own = releases.find(({ chart }) => chart === "network-operator");
  const subject = `${metadata.namespace}/${metadata.name}`;
  if (own && metadata.namespace === own.namespace)
    return { verdict: "ok", subject, text: "is that of the Network Operator" };
  return {
    verdict: "warning",
    subject,
    text: "is a Multus that somebody else installed, and the Network Operator brings its own: the last one that starts wins on each node",
    fix: "Remove it before the deployment; networks of others stay as they are.",
    source: ONE_MULTUS,
  };
}
