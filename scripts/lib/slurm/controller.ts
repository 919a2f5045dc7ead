import type { Kubectl } from "../kubernetes/kubectl";

/** As the chart and the operator call them. @see https://github.com/SlinkyProject/slurm-operator */
const CONTROLLER = "slurm-controller";
const CONTAINER = "slurmctld";

/** States of jobs that have nodes, as squeue takes them; those that wait have none. */
export const ON_NODES = "RUNNING,COMPLETING,CONFIGURING,SUSPENDED,STOPPED,SIGNALING,STAGE_OUT";

/** Runs one of Slurm's programs beside slurmctld. @returns what it printed */
export type SlurmProgram = (...args: readonly string[]) => Promise<string>;

/**
 * Slurm of a cluster; null: it has no controller, so there are no jobs.
 * @param waits whether its programs may take as long as jobs do; else an answer is expected within 30 s
 */
export async function slurmController(
  kubectl: Kubectl,
  namespace: string,
  waits = false,
): Promise<SlurmProgram | null> {
  const sets = await kubectl.list("statefulset", namespace);
  if (!sets.some(({ metadata }) => metadata.name === CONTROLLER)) return null;
  // kubectl takes the last one of two
  const limit = waits ? ["--request-timeout=0"] : [];
  return (...args) =>
    kubectl.run(
      "exec",
      ...limit,
      "--namespace",
      namespace,
      `statefulset/${CONTROLLER}`,
      "--container",
      CONTAINER,
      "--",
      ...args,
    );
}

/** Lines that are not empty, each once. */
export const lines = (text: string): string[] =>
  [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);

/** So many names at a time: a command line, and an address of the API, end somewhere. */
const AT_ONCE = 50;

/** Asks for many nodes, some of them at a time. */
export async function inParts(names: readonly string[], ask: (part: string) => Promise<string>): Promise<string[]> {
  const answers: string[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE)
    answers.push(await ask(names.slice(start, start + AT_ONCE).join(",")));
  return answers;
}
