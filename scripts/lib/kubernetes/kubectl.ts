import { parseJson } from "../files/read-json";
import { KubectlError, runKubectl, type KubectlRun } from "./run-kubectl";

export interface KubectlProps extends KubectlRun {
  /** Options that name one cluster and no other: whatever context a person has chosen is not asked. */
  readonly cluster: readonly string[];
}

/** What is read of any object. */
export interface KubernetesObject {
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
    readonly ownerReferences?: readonly { readonly kind: string }[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** The `kubectl` of the machine, on one cluster. */
export class Kubectl {
  readonly #props: KubectlProps;

  constructor(props: KubectlProps) {
    this.#props = props;
  }

  /** The same for what must be put away when somebody has stopped this run. */
  uninterrupted(): Kubectl {
    return new Kubectl({ ...this.#props, signal: undefined });
  }

  /** Options that name its cluster. */
  get cluster(): readonly string[] {
    return this.#props.cluster;
  }

  /** @returns what it printed @throws KubectlError */
  async run(...args: string[]): Promise<string> {
    const result = await runKubectl(this.#props, [...this.#props.cluster, "--request-timeout=30s", ...args]);
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
