import { groupPath } from "../../../pools/written-groups";
import { writtenEc2Groups } from "./ec2-groups";
import { closedDomain, DERIVED_LABELS, OPEN_DOMAINS, ownerOfLabel } from "./label-owners";
import type { AwsRule } from "../rule";

const NODEGROUP = "https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html";
const TAINT = "https://docs.aws.amazon.com/eks/latest/APIReference/API_Taint.html";
/** EKS counts the whole key, with its domain. */
const MOST_KEY = 63;

/** What keeps a text from being the key of a label or taint; null: nothing. */
function keyFault(key: string): string | null {
  if (key.length < 1 || key.length > MOST_KEY) return `has ${key.length} characters; EKS takes 1 to ${MOST_KEY}`;
  const [name = "", domain, ...more] = key.split("/").reverse();
  if (more.length > 0) return "has more than one slash";
  if (domain !== undefined && !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(domain))
    return `has ${JSON.stringify(domain)} before its slash, which is no domain`;
  return /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(name)
    ? null
    : "may hold letters, digits, - _ and . only, and begins and ends with a letter or digit";
}

/** What keeps a text from being the value of a label or taint; null: nothing. */
function valueFault(value: string, least: 0 | 1): string | null {
  if (value === "" && least === 0) return null;
  if (value.length < 1 || value.length > MOST_KEY)
    return `has ${value.length} characters; EKS takes ${least} to ${MOST_KEY}`;
  return /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(value)
    ? null
    : "may hold letters, digits, - _ and . only, and begins and ends with a letter or digit";
}

/** Labels and taints that are legal to the letter, and yet keep nodes or pods away. */
export const NODE_METADATA_RULES: readonly AwsRule[] = [
  {
    id: "nodes/label-syntax",
    title: "Labels are as EKS and Kubernetes take them.",
    severity: "error",
    why: "EKS refuses the node group.",
    source: `${NODEGROUP}; https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/`,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const [label, value] of Object.entries(written.labels)) {
          const path = groupPath(group, "labels", label);
          const [inKey, inValue] = [keyFault(label), valueFault(value, 1)];
          if (inKey)
            yield {
              path,
              message: `the label ${JSON.stringify(label)} ${inKey}`,
              fix: "write one such as example.com/team",
            };
          if (inValue)
            yield {
              path,
              message: `the value ${JSON.stringify(value)} of ${label} ${inValue}`,
              fix: "write one such as vision-2",
            };
        }
      }
    },
  },
  {
    id: "nodes/taint-syntax",
    title: "Taints are as EKS and Kubernetes take them.",
    severity: "error",
    why: "EKS refuses the node group.",
    source: `${TAINT}; https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/`,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const [index, { key, value }] of written.taints.entries()) {
          const [inKey, inValue] = [keyFault(key), value === undefined ? null : valueFault(value, 0)];
          if (inKey)
            yield {
              path: groupPath(group, "taints", index, "key"),
              message: `the key ${JSON.stringify(key)} ${inKey}`,
              fix: "write one such as example.com/team",
            };
          if (inValue)
            yield {
              path: groupPath(group, "taints", index, "value"),
              message: `the value ${JSON.stringify(value)} ${inValue}`,
              fix: "write one such as vision-2, or none",
            };
        }
      }
    },
  },
  {
    id: "nodes/owned-labels",
    title: "Labels that others rely on are left to those who set them.",
    severity: "error",
    why: "Slurm, the GPU Operator and placement find nodes by these labels: with other values they find none, or the wrong ones.",
    source:
      "https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/getting-started.html; Railyard's own design: Slurm finds its nodes by labels of railyard.dev",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const label of Object.keys(written.labels)) {
          const owner = ownerOfLabel(label);
          if (owner === null) continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is set by ${owner}`,
            fix: `a domain of your own, such as example.com/${label.split("/").at(-1)}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/reserved-labels",
    title: "Labels are in no domain of Kubernetes.",
    severity: "error",
    why: "A kubelet that sets such a label for itself does not start: the nodes never join, and the node group fails.",
    source: "https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3346",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const label of Object.keys(written.labels)) {
          const domain = closedDomain(label);
          if (domain === null) continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is in the domain ${domain}, where a kubelet may set none (it may in ${OPEN_DOMAINS.join(" and ")})`,
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
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const [label, value] of Object.entries(written.labels)) {
          const key = DERIVED_LABELS[label];
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
    id: "nodes/owned-taints",
    title: "A group has no taint by which Kubernetes says what a node is in.",
    severity: "error",
    why: "Controllers add these and take them off as a node's state changes: yours would go by itself, or keep pods off for ever.",
    source: "https://kubernetes.io/docs/reference/labels-annotations-taints/",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input))
        for (const [index, { key }] of written.taints.entries())
          if (STATES_OF_NODES.test(key))
            yield {
              path: groupPath(group, "taints", index, "key"),
              message: `${key} is a taint of Kubernetes itself, which says what a node is in`,
              fix: "write a key of your own, such as example.com/dedicated",
            };
    },
  },
  {
    id: "nodes/taint-duplicates",
    title: "A group has no two taints with one key and effect.",
    severity: "error",
    why: "Kubernetes refuses a node with two taints of one key and effect: it would not join.",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
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

/** Taints by which controllers of Kubernetes say what a node is in. */
export const STATES_OF_NODES =
  /^node\.(?:kubernetes\.io\/(?:not-ready|unreachable|unschedulable|memory-pressure|disk-pressure|pid-pressure|network-unavailable|out-of-service)|cloudprovider\.kubernetes\.io\/(?:uninitialized|shutdown))$/;

const identity = (taint: { readonly key: string; readonly effect: string }) => `${taint.key}:${taint.effect}`;
