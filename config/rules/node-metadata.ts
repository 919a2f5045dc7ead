import type { Rule } from "./rule";
import { groupPath, writtenGroups } from "./written-groups";

const LABELS = "https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set";
const RESTRICTED =
  "https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction; https://github.com/kubernetes/cloud-provider-aws/issues/242";
const TAINTS = "https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/";

/** A name of Kubernetes: the part of a key behind the slash, and every value that is not empty. */
const NAME = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
/** A DNS name: the part of a key before the slash. */
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** Domains that EKS refuses outright, or whose labels keep a kubelet from joining. */
const REFUSED = ["kubernetes.io", "k8s.io", "eks.amazonaws.com"];
/** Labels that follow from other keys: label → the key. */
const DERIVED: Readonly<Record<string, string>> = {
  "nvidia.com/mig.config": "sharing",
  "nvidia.com/device-plugin.config": "sharing",
};

/** Labels and taints of nodes. */
export const NODE_METADATA_RULES: readonly Rule[] = [
  {
    id: "nodes/label-syntax",
    title: "Labels are legal in Kubernetes.",
    severity: "error",
    why: "EKS refuses the node group.",
    source: LABELS,
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const [label, value] of Object.entries(written.labels)) {
          const path = groupPath(group, "labels", label);
          if (!isKey(label)) {
            yield { path, message: `${JSON.stringify(label)} is no legal label`, fix: KEY_FORM };
          } else if (!isValue(value)) {
            const message = `${JSON.stringify(value)} is no legal value of the label ${label}`;
            yield { path, message, fix: VALUE_FORM };
          }
        }
      }
    },
  },
  {
    id: "nodes/reserved-labels",
    title: "Labels are not in a domain of Kubernetes or EKS.",
    severity: "error",
    why: "EKS refuses such labels, and a kubelet that sets them for itself does not join.",
    source: RESTRICTED,
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const label of Object.keys(written.labels)) {
          const domain = domainOf(label);
          const refused = REFUSED.find((d) => domain === d || domain.endsWith(`.${d}`));
          if (refused === undefined) continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `the label ${label} is in the domain ${refused}, which Kubernetes and EKS keep for themselves`,
            fix: `a domain of your own, such as example.com/${nameOf(label)}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/derived-labels",
    title: "Labels do not override those that follow from other keys.",
    severity: "error",
    why: "Schedulers and charts find nodes by these labels: with another value, Slurm's pods or GPU daemons miss them.",
    source: "config/resolve/node-groups.ts",
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const label of Object.keys(written.labels)) {
          const key = DERIVED[label];
          if (key === undefined && domainOf(label) !== "railyard.dev") continue;
          yield {
            path: groupPath(group, "labels", label),
            message: `Railyard sets the label ${label} itself${key ? `, from the key ${key}` : ""}`,
            fix: key ? `remove the label and use ${key}` : `a domain of your own, such as example.com/${nameOf(label)}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/taint-syntax",
    title: "Taints are legal in Kubernetes.",
    severity: "error",
    why: "EKS refuses the node group.",
    source: LABELS,
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        for (const [index, taint] of written.taints.entries()) {
          if (!isKey(taint.key)) {
            const message = `${JSON.stringify(taint.key)} is no legal key of a taint`;
            yield { path: groupPath(group, "taints", index, "key"), message, fix: KEY_FORM };
          } else if (!isValue(taint.value ?? "")) {
            const message = `${JSON.stringify(taint.value)} is no legal value of the taint ${taint.key}`;
            yield { path: groupPath(group, "taints", index, "value"), message, fix: VALUE_FORM };
          }
        }
      }
    },
  },
  {
    id: "nodes/taint-duplicates",
    title: "A group has no two taints with one key and effect.",
    severity: "error",
    why: "Kubernetes refuses a node with two taints of one key and effect: it would not join.",
    source: TAINTS,
    *check(input) {
      for (const { written, group } of writtenGroups(input)) {
        const own = group.taints.slice(0, group.taints.length - written.taints.length);
        const seen = new Set(own.map(identity));
        for (const [index, taint] of written.taints.entries()) {
          const id = identity(taint);
          if (seen.has(id)) {
            const whose = own.some((t) => identity(t) === id) ? "Railyard gives every GPU group" : "the group has already";
            yield {
              path: groupPath(group, "taints", index),
              message: `${whose} a taint ${id}`,
              fix: `remove it`,
            };
          }
          seen.add(id);
        }
      }
    },
  },
];

const KEY_FORM =
  "up to 63 letters, digits, - _ and ., with a letter or digit at both ends; before it, if you like, a domain and a slash: example.com/project";
const VALUE_FORM = "up to 63 letters, digits, - _ and ., with a letter or digit at both ends; or an empty value";

function isKey(key: string): boolean {
  const parts = key.split("/");
  const name = parts.pop() ?? "";
  return NAME.test(name) && parts.length < 2 && parts.every((domain) => DOMAIN.test(domain));
}

const isValue = (value: string) => value === "" || NAME.test(value);

const domainOf = (label: string) => (label.includes("/") ? (label.split("/")[0] ?? "") : "");

const nameOf = (label: string) => label.split("/").at(-1) ?? label;

const identity = (taint: { readonly key: string; readonly effect: string }) => `${taint.key}:${taint.effect}`;
