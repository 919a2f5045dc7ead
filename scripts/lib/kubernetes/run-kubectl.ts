import { ExpectedError } from "../errors/expected-error";
import { runChild, type ChildProps, type ChildResult } from "../process/child";

/** Where kubectl runs, and with what. */
export interface KubectlRun {
  /** A folder of our own, for as long as it takes: files with addresses and credentials are written there. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** @see ChildProps.endsWithUs */
  readonly endsWithUs?: boolean | undefined;
}

/** Kubernetes refused, or was not reached; the message has its last words. */
export class KubectlError extends ExpectedError {}

/**
 * Defaults that a person has for kubectl, such as to ask before each deletion, are not for us.
 * @see https://kubernetes.io/docs/reference/kubectl/kuberc/
 */
const OWN = { KUBERC: "off", KUBECTL_KUBERC: "false" };

/** Runs the `kubectl` of the machine. @throws KubectlError where there is none */
export function runKubectl(
  { folder, env, signal, endsWithUs }: KubectlRun,
  args: readonly string[],
  onLine?: ChildProps["onLine"],
): Promise<ChildResult> {
  return runChild({ program: "kubectl", args, folder, env: { ...env, ...OWN }, signal, onLine, endsWithUs }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new KubectlError('There is no program "kubectl": install it from https://kubernetes.io/docs/tasks/tools/.');
    },
  );
}
