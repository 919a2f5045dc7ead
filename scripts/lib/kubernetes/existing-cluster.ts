import { accessSync, constants, rmSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { KubernetesEnvironment } from "../../../config/sites/kubernetes/environment";
import { ExpectedError } from "../errors/expected-error";
import { kubectlFlags } from "./cluster-way";
import { Kubectl } from "./kubectl";
import type { KubectlRun } from "./run-kubectl";
import { temporaryFolder } from "../process/temporary-folder";

/**
 * kubectl on the cluster that config names, and on no other: the person's current context is not asked.
 * @throws ExpectedError where nobody can reach it from this machine
 */
export async function kubectlOf(environment: KubernetesEnvironment, run: KubectlRun): Promise<Kubectl> {
  const { access } = environment.cluster;
  if (access.kind === "endpoint") assertProgram(access.exec.command, run.env);
  return new Kubectl({ ...run, cluster: await kubectlFlags(access, run) });
}

/** Looks whether this machine has what reaches the cluster, which is not asked. @throws ExpectedError where it lacks it */
export async function assertReachable(
  environment: KubernetesEnvironment,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const folder = temporaryFolder("kube");
  try {
    await kubectlOf(environment, { folder, env });
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    throw new ExpectedError(
      `The cluster of ${environment.name} cannot be reached from here, as cluster.access of its config says.\n${error.message}\nNothing was done.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertProgram(command: string, env: KubectlRun["env"]): void {
  const places = command.includes("/")
    ? [command]
    : (env["PATH"] ?? "").split(delimiter).map((at) => join(at, command));
  if (places.some(isExecutable)) return;
  throw new ExpectedError(
    `There is no program "${command}" on the PATH, which cluster.access.exec names: install it, or name another.`,
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isAbsolute(file);
  } catch {
    return false;
  }
}
