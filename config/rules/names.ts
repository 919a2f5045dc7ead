import { CHARTS } from "../facts/versions";
import type { Rule } from "./rule";

/** Names that stand for something else among the node groups of a cluster. */
const TAKEN: Readonly<Record<string, string>> = {
  system: "the node group for controllers (cluster.systemNodes)",
};
/** Namespaces of Kubernetes and of charts: a team there would meet quotas and policies of others. */
const NAMESPACES = new Set([
  "default",
  "kube-system",
  "kube-public",
  "kube-node-lease",
  ...Object.values(CHARTS).map((c) => c.namespace),
]);

/** Names that AWS, Kubernetes or Railyard keep for themselves, or refuse. */
export const NAMES_RULES: readonly Rule[] = [
  {
    id: "names/reserved-node-group",
    title: "No node group has a name that Railyard uses itself.",
    severity: "error",
    why: "Two node groups of a cluster cannot have one name.",
    source: "stacks/cluster-stack.ts",
    *check({ config }) {
      for (const name of Object.keys(config.nodeGroups)) {
        const taken = Object.hasOwn(TAKEN, name) ? TAKEN[name] : undefined;
        if (taken)
          yield { path: ["nodeGroups", name], message: `"${name}" is ${taken}`, fix: `call it "${name}-nodes"` };
      }
    },
  },
  {
    id: "names/reserved-team",
    title: "No team has the name of a namespace or account that is there already.",
    severity: "error",
    why: "A team is a namespace and a Slurm account: its quota and rights would fall on controllers, or on Slurm's root account.",
    source: "https://slurm.schedmd.com/accounting.html; config/facts/charts.json",
    *check({ config }) {
      for (const name of Object.keys(config.teams)) {
        const account = name === "root";
        if (!account && !NAMESPACES.has(name) && !name.startsWith("kube-")) continue;
        const message = `"${name}" is ${account ? "the root account of Slurm" : "a namespace of Kubernetes or of a chart"}`;
        yield { path: ["teams", name], message, fix: `call it otherwise, such as "${name}-team"` };
      }
    },
  },
];
