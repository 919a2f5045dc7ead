import type { AwsRule } from "../sites/aws-eks/rule";
import { CHARTS } from "../facts/versions";
import type { Rule } from "../kernel/rule";

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
  // the Slurm account of the administrators
  "railyard",
  ...Object.values(CHARTS).map((c) => c.namespace),
]);

/** How a name may not begin, since names of resources begin with it, and who refuses that. */
const REFUSED_STARTS: readonly (readonly [start: string, what: string])[] = [
  ["sg-", "EC2 keeps sg- for ids of security groups"],
  ["sthree-", "S3 keeps sthree- for itself"],
  ["amzn-s3-demo-", "S3 keeps amzn-s3-demo- for itself"],
];
/** Words that slurm.conf reads as something else, in any case. */
const SLURM_WORDS = new Set(["all", "default"]);

const environmentStart: AwsRule = {
  id: "names/environment-start",
  title: "The name of the environment begins as names in AWS may.",
  severity: "error",
  why: "Security groups, buckets and others are called <environment>-<part>: AWS refuses them.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html; https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
  *check({ config: { name } }) {
    for (const [start, what] of REFUSED_STARTS) {
      // sg itself is followed by a dash in every name of a resource
      if (!`${name}-`.startsWith(start)) continue;
      const fix = "begin the name with another word; the file and its row have the same name";
      yield { path: ["name"], message: `the name ${JSON.stringify(name)} cannot be: ${what}`, fix };
    }
  },
};

/** Names that mean something to Slurm, or to Railyard in it. */
const TAKEN_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ["root", "the root account of Slurm"],
  ["all", "a word of Slurm: every account"],
  ["none", "a word of Slurm: no account"],
]);

/** Names that Kubernetes or Railyard keep for themselves. */
export const NAMES_RULES: readonly Rule[] = [
  {
    id: "names/slurm-words",
    title: "No node group has a name that slurm.conf reads as another word.",
    severity: "error",
    why: "Every node group is a set of nodes in slurm.conf, which takes ALL for all nodes and DEFAULT for defaults of other lines.",
    source: "https://slurm.schedmd.com/slurm.conf.html",
    *check({ config }) {
      if (!config.slurm) return;
      for (const name of Object.keys(config.nodeGroups))
        if (SLURM_WORDS.has(name))
          yield {
            path: ["nodeGroups", name],
            message: `${JSON.stringify(name)} is a word of slurm.conf`,
            fix: `call it "${name}-nodes", or after what it has, such as "h100"`,
          };
    },
  },
  {
    id: "names/reserved-node-group",
    title: "No node group has a name that Railyard uses itself.",
    severity: "error",
    why: "Two node groups of a cluster cannot have one name.",
    source:
      "https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html; Railyard's own design: system nodes are a group beside those of config",
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
    source:
      "https://slurm.schedmd.com/accounting.html; Railyard's own design: each chart has a namespace, and so has each team",
    *check({ config }) {
      for (const name of Object.keys(config.teams)) {
        const isNamespace = NAMESPACES.has(name) || name.startsWith("kube-");
        const taken = isNamespace ? "a namespace of Kubernetes or of a chart" : TAKEN_ACCOUNTS.get(name);
        if (taken === undefined) continue;
        const message = `"${name}" is ${taken}`;
        yield { path: ["teams", name], message, fix: `call it otherwise, such as "${name}-team"` };
      }
    },
  },
];

/** And those that AWS refuses. */
export const AWS_NAMES_RULES: readonly AwsRule[] = [environmentStart];
