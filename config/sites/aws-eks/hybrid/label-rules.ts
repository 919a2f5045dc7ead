import { GPU_TAINT } from "../../../pools/pool";
import { groupPath } from "../../../pools/written-groups";
import { hybridEntries } from "../nodes/ec2-groups";
import { closedDomain, DERIVED_LABELS, OPEN_DOMAINS, ownerOfLabel } from "../nodes/label-owners";
import { STATES_OF_NODES } from "../nodes/metadata-rules";
import type { AwsRule } from "../rule";
import type { AwsConfig } from "../schema";

const KUBELET_LABELS =
  "https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go";

/** Labels in domains of Kubernetes that a kubelet may set for itself, and that nobody else sets on servers on premises. */
const OF_PLACE = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region", "node.kubernetes.io/instance-type"];

/** Every label that config gives a pool, with the pool's name. */
const labelsOf = (config: AwsConfig): { readonly name: string; readonly label: string }[] =>
  hybridEntries(config).flatMap(([name, { labels }]) => Object.keys(labels ?? {}).map((label) => ({ name, label })));

const ownDomain = (label: string): string => `a domain of your own, such as example.com/${label.split("/").at(-1)}`;

/** Labels and taints with which kubelets on premises register, and that would keep nodes away. */
export const HYBRID_LABEL_RULES: readonly AwsRule[] = [
  {
    id: "hybrid/reserved-labels",
    title: "Labels of hybrid nodes are in no domain of Kubernetes that is closed to kubelets.",
    severity: "error",
    why: "nodeadm hands them to the kubelet, which does not start with such a label: the server never joins.",
    source: KUBELET_LABELS,
    *check({ config }) {
      for (const { name, label } of labelsOf(config)) {
        const domain = closedDomain(label);
        if (domain === null || OF_PLACE.includes(label)) continue;
        yield {
          path: groupPath({ name }, "labels", label),
          message: `the label ${label} is in the domain ${domain}, where a kubelet sets ${OF_PLACE.slice(0, 2).join(" and ")} for itself and no others (any in ${OPEN_DOMAINS.join(" and ")})`,
          fix: ownDomain(label),
        };
      }
    },
  },
  {
    id: "hybrid/owned-labels",
    title: "Labels that others rely on are left to those who set them, on premises, too.",
    severity: "error",
    why: "nodeadm, Slurm and the GPU Operator find nodes by these labels: with other values Cilium, drivers or jobs pass a server by.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-nodeadm.html",
    *check({ config }) {
      for (const { name, label } of labelsOf(config)) {
        const key = DERIVED_LABELS[label];
        const owner = OF_PLACE.includes(label) ? null : ownerOfLabel(label);
        if (owner === null && key === undefined) continue;
        yield {
          path: groupPath({ name }, "labels", label),
          message:
            key === undefined
              ? `the label ${label} is set by ${owner}`
              : `what the label ${label} stands for follows from the key ${key}`,
          fix: key === undefined ? ownDomain(label) : `remove the label and use ${key}`,
        };
      }
    },
  },
  {
    id: "hybrid/taints",
    title: "Taints of hybrid nodes are their own, each once.",
    severity: "error",
    why: "Kubernetes refuses a node with two taints of one key and effect, and takes those by which it says what a node is in off by itself.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/",
    *check({ config, env }) {
      for (const [name, { taints }] of hybridEntries(config)) {
        const gpus = env.nodeGroups.find((pool) => pool.name === name)?.gpus ?? null;
        const seen = new Set(gpus ? [identity(GPU_TAINT)] : []);
        for (const [index, taint] of taints.entries()) {
          const path = groupPath({ name }, "taints", index);
          if (STATES_OF_NODES.test(taint.key))
            yield {
              path: [...path, "key"],
              message: `${taint.key} is a taint of Kubernetes itself, which says what a node is in`,
              fix: "write a key of your own, such as example.com/dedicated",
            };
          else if (seen.has(identity(taint)))
            yield {
              path,
              message: `the nodes have a taint ${identity(taint)} already`,
              fix: "remove it, or give it another key or effect",
            };
          seen.add(identity(taint));
        }
      }
    },
  },
];

const identity = (taint: { readonly key: string; readonly effect: string }) => `${taint.key}:${taint.effect}`;
