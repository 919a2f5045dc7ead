import type { LoadedEnvironment } from "../../../config";
import { ConfigError } from "../../../config/kernel/issues";
import { loadWritten } from "./environment-table";
import { problemReport } from "./report-problems";

/**
 * What each command does where an environment breaks a rule together with another one, as where a colleague's new file claims the same
 * reservation. Whoever looks at a cluster that runs, or puts it right, is not kept waiting for the mend of that file; what changes the
 * cluster, writes config or judges it is refused. `none`: it loads no environment by this table.
 */
export const ON_SHARED_MISTAKE = {
  fork: "refuses",
  upstream: "refuses",
  unfork: "refuses",
  explain: "goes on",
  describe: "goes on",
  size: "goes on",
  rules: "none",
  inspect: "none",
  synth: "refuses",
  rehearse: "refuses",
  review: "refuses",
  diff: "goes on",
  policy: "refuses",
  charts: "refuses",
  "slurm-check": "refuses",
  doctor: "goes on",
  preflight: "refuses",
  bootstrap: "refuses",
  deploy: "refuses",
  "fabric-job": "goes on",
  examples: "goes on",
  pin: "goes on",
  nodeadm: "goes on",
  "node-files": "goes on",
  "host-check": "goes on",
  image: "goes on",
  topology: "goes on",
  roce: "none",
  adopt: "refuses",
  upgrade: "refuses",
  verify: "goes on",
  usage: "goes on",
  status: "goes on",
  nodes: "goes on",
  rollout: "refuses",
  restore: "goes on",
  destroy: "refuses",
  orphans: "goes on",
  "orphans --delete": "refuses",
  export: "refuses",
  cdktn: "refuses",
  facts: "none",
  schema: "none",
  ci: "refuses",
  completion: "goes on",
} as const satisfies Readonly<Record<string, "goes on" | "refuses" | "none">>;

/** A command, or what it does with an option that changes something. */
export type Loading = keyof typeof ON_SHARED_MISTAKE;

interface LoadingContext {
  readonly root: string;
  readonly clock: () => Date;
  readonly printError: (text: string) => void;
}

/**
 * Loads environments for a command. What it goes on in spite of is told on its errors, as a warning.
 * @throws ConfigError with everything that is wrong with them
 */
export function loadFor(
  command: Loading,
  names: readonly string[],
  { root, clock, printError }: LoadingContext,
): LoadedEnvironment[] {
  const goesOn = ON_SHARED_MISTAKE[command] === "goes on";
  const loaded = loadWritten(names, clock(), goesOn ? "told" : "refused");
  const broken = loaded.flatMap(({ across }) => across ?? []);
  if (broken.length > 0)
    printError(
      `warning: rules between environments do not hold. ${command} goes on; synth, review and deploy refuse until that is mended.\n${problemReport(new ConfigError(broken), root)}\n`,
    );
  return loaded;
}
