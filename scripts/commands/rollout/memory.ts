import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { checkedForm } from "../../lib/files/checked-form";
import { parseJson } from "../../lib/files/read-json";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import { KubectlError } from "../../lib/kubernetes/run-kubectl";
import { rolloutSchema, type RolloutState } from "../../lib/slurm/rollout-state";

/** Somebody else has written meanwhile. */
export class RolloutElsewhere extends ExpectedError {}

/** What is remembered of the rollout of a pool: a ConfigMap beside Slurm. Two that write at one time are told apart by its version. */
export class RolloutMemory {
  readonly #name: string;
  #version: string | null = null;

  constructor(
    private readonly kubectl: Pick<Kubectl, "run">,
    private readonly namespace: string,
    private readonly pool: string,
    /** For what kubectl reads. */
    private readonly folder: string,
  ) {
    this.#name = `railyard-rollout-${pool}`;
  }

  /** @returns null where there was none */
  async read(): Promise<RolloutState | null> {
    const text = await this.kubectl.run(
      "get",
      "configmap",
      this.#name,
      "--namespace",
      this.namespace,
      "--ignore-not-found",
      "--output=json",
    );
    if (text.trim() === "") return null;
    const document = {
      name: `ConfigMap ${this.#name}`,
      fix: `Delete it: kubectl delete configmap -n ${this.namespace} ${this.#name}`,
    };
    const { metadata, data } = parseJson(text, document) as Stored;
    this.#version = metadata.resourceVersion;
    return checkedForm(rolloutSchema, parseJson(data?.["state"] ?? "", document), { ...document, what: "a rollout" });
  }

  /** @throws RolloutElsewhere, or KubectlError */
  async write(state: RolloutState): Promise<void> {
    const file = join(this.folder, "rollout.json");
    const metadata = {
      name: this.#name,
      namespace: this.namespace,
      labels: { "app.kubernetes.io/name": "railyard-rollout" },
      ...(this.#version !== null && { resourceVersion: this.#version }),
    };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { state: JSON.stringify(state) } };
    writeFileSync(file, JSON.stringify(object), { mode: 0o600 });
    try {
      const verb = this.#version === null ? "create" : "replace";
      const text = await this.kubectl.run(verb, "--filename", file, "--output=json");
      this.#version = (parseJson(text, { name: "The answer of kubectl" }) as Stored).metadata.resourceVersion;
    } catch (error) {
      if (
        error instanceof KubectlError &&
        /AlreadyExists|Conflict|has been modified|already exists/.test(error.message)
      )
        throw new RolloutElsewhere(`Another rollout of ${this.pool} runs: it has written meanwhile. This one ends.`);
      throw error;
    }
  }
}

interface Stored {
  readonly metadata: { readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
}
