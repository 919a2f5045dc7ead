import { ExpectedError } from "../../lib/errors/expected-error";
import { runToEnd } from "../../lib/process/run-to-end";

/** What the check runs, and the Debian package that has it. */
const TOOLS = {
  slurmctld: "slurm-wlm",
  slurmd: "slurm-wlm",
  scontrol: "slurm-wlm",
  slurmdbd: "slurmdbd",
  munged: "munge",
} as const;

const HOST_TOOLS = {
  unshare: "util-linux",
  setpriv: "util-linux",
  ip: "iproute2",
  mariadbd: "mariadb-server",
} as const;

/** Thrown when the check cannot run; the message says what to do. */
export class MissingToolsError extends ExpectedError {}

/** Refuses to begin without the tools, or without root. */
export function assertTools(root: string): void {
  if (process.getuid?.() !== 0) {
    throw new MissingToolsError("slurm:check starts daemons in namespaces of their own: run it as root");
  }
  // the database is the host's, whatever the root
  const missing = [
    ...Object.entries(TOOLS).filter(([tool]) => !has(tool, root)),
    ...Object.entries(HOST_TOOLS).filter(([tool]) => !has(tool, "/")),
  ];
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, name]) => name))].join(" ");
  const where = root === "/" ? "" : ` in ${root}`;
  throw new MissingToolsError(
    `slurm:check needs ${missing.map(([tool]) => tool).join(", ")}${where}: apt-get install --no-install-recommends ${packages}`,
  );
}

function has(tool: string, root: string): boolean {
  const path = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin";
  return runToEnd("chroot", [root, "sh", "-c", `PATH=${path} command -v ${tool}`]).ok;
}
