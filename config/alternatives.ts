import type { Issue } from "./kernel/issues";

/** Something that people know, and look for under some name, and that Railyard does not have. */
interface Alternative {
  /** Names under which it is written, without case, dashes and underscores. */
  readonly names: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** @see https://github.com/SlinkyProject/slurm-bridge */
const SLURM_BRIDGE: Alternative = {
  names: ["slurmbridge", "slinkybridge", "bridge"],
  message:
    "slurm-bridge, which lets one scheduler place jobs of Slurm and of Kubernetes, is an alternative that Railyard does not install",
  hint: "it needs Kubernetes 1.35 and Slurm 25.11, gives a pod whole nodes, and knows no dynamic allocation of GPUs; here both stand side by side, each with nodes of its own: slurm.partitions and kueue.nodeGroups (docs/kueue.md)",
};

/** Which schedulers there are follows from which of the two keys is there. */
const SCHEDULING: Alternative = {
  names: ["scheduling", "scheduler", "schedulers"],
  message: "which schedulers there are has no key of its own",
  hint: "write slurm, kueue, or both at the top of the environment, and no node group in both: slurm.partitions and kueue.nodeGroups",
};

/** Names of keys under `slurm` and `kueue`, and at the top of an environment. */
const ALTERNATIVES: readonly Alternative[] = [SLURM_BRIDGE, SCHEDULING];

/** An unknown key that stands for something else is told with what that needs, and with what there is in its place. */
export function withAlternative(issue: Issue): Issue {
  const name = String(issue.path.at(-1));
  const isPlace = issue.path.length === 1 || (issue.path.length === 2 && /^(slurm|kueue)$/.test(String(issue.path[0])));
  if (!isPlace || !issue.message.startsWith("unknown key")) return issue;
  const plain = name.toLowerCase().replace(/[-_]/g, "");
  const found = ALTERNATIVES.find(({ names }) => names.includes(plain));
  return found ? { ...issue, message: `${issue.message}: ${found.message}`, hint: found.hint } : issue;
}
