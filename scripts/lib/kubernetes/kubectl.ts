import { ExpectedError } from "../errors/expected-error";
import { runChild } from "../process/child";
import { parseJson } from "../files/read-json";

export interface KubectlProps {
  /** File that names one cluster and no other: whatever context a person has chosen is not asked. */
  readonly kubeconfig: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Kubernetes refused, or was not reached; the message has its last words. */
export class KubectlError extends ExpectedError {}

/** What is read of any object. */
export interface KubernetesObject {
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly { readonly kind: string }[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/**
 * Defaults that a person has for kubectl, such as to ask before each deletion, are not for us.
 * @see https://kubernetes.io/docs/reference/kubectl/kuberc/
 */
const OWN = { KUBERC: "off", KUBECTL_KUBERC: "false" };

/** The `kubectl` of the machine, on one cluster. */
export class Kubectl {
  readonly #props: KubectlProps;

  constructor(props: KubectlProps) {
    this.#props = props;
  }

  /** @returns what it printed @throws KubectlError */
  async run(...args: string[]): Promise<string> {
    const { kubeconfig, folder, env, signal } = this.#props;
    const all = ["--kubeconfig", kubeconfig, "--request-timeout=30s", ...args];
    const result = await runChild({ program: "kubectl", args: all, folder, env: { ...env, ...OWN }, signal }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        throw new KubectlError(
          'There is no program "kubectl": install it from https://kubernetes.io/docs/tasks/tools/.',
        );
      },
    );
    if (result.code === 0) return result.stdout;
    const words = (result.stderr.trim() || result.stdout.trim()).split("\n").slice(-5).join("\n");
    throw new KubectlError(`kubectl ${args.slice(0, 4).join(" ")} failed: ${words}`);
  }

  /** Objects of one kind in all namespaces, or in one. */
  async list(kind: string, namespace?: string): Promise<KubernetesObject[]> {
    const scope = namespace === undefined ? ["--all-namespaces"] : ["--namespace", namespace];
    const text = await this.run("get", kind, ...scope, "--output=json");
    return (
      (parseJson(text, { name: `The answer to kubectl get ${kind}` }) as { items?: KubernetesObject[] }).items ?? []
    );
  }

  /** Whether there is a kind of objects in the cluster. */
  async hasKind(resource: string): Promise<boolean> {
    const found = await this.run("get", "customresourcedefinition", resource, "--ignore-not-found", "--output=name");
    return found.trim() !== "";
  }
}
