import type { Rule } from "./rule";
import { groupPath, writtenGroups } from "./node-groups";

/** Domains of Kubernetes; `names/label-reserved` tells of labels in these domains themselves. */
const DOMAINS = ["kubernetes.io", "k8s.io"];
/** Domains below them in which a kubelet may set labels for itself. */
const OPEN = ["kubelet.kubernetes.io", "node.kubernetes.io"];
/** Labels that follow from other keys: label → the key. */
const DERIVED: Readonly<Record<string, string>> = {
  "nvidia.com/mig.config": "sharing",
  "nvidia.com/device-plugin.config": "sharing",
};

/** Labels and taints that are legal to the letter, and yet keep nodes or pods away. */
export const NODE_METADATA_RULES: readonly Rule[] = [
  {
    id: "nodes/reserved-labels",
    title: "Labels are in no domain below Kubernetes' own.",
    severity: "error",
    why: "A kubelet that sets such a label for itself does not start: the nodes never join, and the node group fails.",
    source: "https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3346",
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const label of Object.keys(written.labels)) {
          const domain = domainOf(label);
          const isBelow = DOMAINS.some((d) => domain.endsWith(`.${d}`));
          if (!isBelow || OPEN.some((d) => domain === d || domain.endsWith(`.${d}`))) continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is in the domain ${domain}, where a kubelet may set none (it may in ${OPEN.join(" and ")})`,
            fix: `a domain of your own, such as example.com/${label.split("/").at(-1)}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/derived-labels",
    title: "Labels do not stand for what a key says.",
    severity: "error",
    why: "MIG manager and device plugin obey these labels: GPUs would be cut otherwise than the environment says.",
    source: "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-mig.html",
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const [label, value] of Object.entries(written.labels)) {
          const key = DERIVED[label];
          if (key === undefined) continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is ${JSON.stringify(value)}, but what it stands for follows from the key ${key}, which is ${group.sharing.kind}`,
            fix: `remove the label and use ${key}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/taint-duplicates",
    title: "A group has no two taints with one key and effect.",
    severity: "error",
    why: "Kubernetes refuses a node with two taints of one key and effect: it would not join.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/",
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        const own = group.taints.slice(0, group.taints.length - written.taints.length).map(identity);
        const seen = new Set(own);
        for (const [index, taint] of written.taints.entries()) {
          const id = identity(taint);
          if (seen.has(id)) {
            const whose = own.includes(id) ? "Railyard gives every GPU group" : "the list has already";
            const path = groupPath(group, "taints", index);
            yield { path, message: `${whose} a taint ${id}`, fix: `remove it, or give it another key or effect` };
          }
          seen.add(id);
        }
      }
    },
  },
];

const domainOf = (label: string) => (label.includes("/") ? (label.split("/")[0] ?? "") : "");

const identity = (taint: { readonly key: string; readonly effect: string }) => `${taint.key}:${taint.effect}`;
