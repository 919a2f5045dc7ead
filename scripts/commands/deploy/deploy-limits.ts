import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkedForm } from "../../lib/files/checked-form";
import { parseJson } from "../../lib/files/read-json";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import type { KeptLimits } from "../../lib/slurm/send-away";

const NAME = "railyard-deploy-limits";
const limitsSchema = z.record(z.string().regex(/^\d+$/), z.string().regex(/^(?:UNLIMITED|(?:\d+-)?[\d:]+)$/));
type Limits = z.infer<typeof limitsSchema>;

/** Time limits that a deployment has shortened: a ConfigMap beside Slurm, which is there as long as there are any. */
export class DeployLimits implements KeptLimits {
  #limits: Limits;
  #isThere: boolean;

  private constructor(
    private readonly kubectl: Pick<Kubectl, "run">,
    private readonly namespace: string,
    /** For what kubectl reads. */
    private readonly folder: string,
    limits: Limits | null,
  ) {
    [this.#limits, this.#isThere] = [limits ?? {}, limits !== null];
  }

  /** What one before has left, who was killed. @throws KubectlError; ExpectedError where somebody has written something else there */
  static async read(kubectl: Pick<Kubectl, "run">, namespace: string, folder: string): Promise<DeployLimits> {
    const place = ["configmap", NAME, "--namespace", namespace, "--ignore-not-found"];
    const text = (await kubectl.run("get", ...place, "--output=json")).trim();
    if (text === "") return new DeployLimits(kubectl, namespace, folder, null);
    const document = {
      name: `ConfigMap ${NAME}`,
      fix: `Delete it: kubectl delete configmap -n ${namespace} ${NAME}`,
    };
    const { data } = parseJson(text, document) as { readonly data?: Readonly<Record<string, string>> };
    const limits = parseJson(data?.["limits"] ?? "", document);
    const what = "time limits of jobs";
    return new DeployLimits(kubectl, namespace, folder, checkedForm(limitsSchema, limits, { ...document, what }));
  }

  get(): Limits {
    return this.#limits;
  }

  async set(limits: Limits): Promise<void> {
    const { kubectl, namespace } = this;
    if (Object.keys(limits).length === 0) {
      await kubectl.run("delete", "configmap", NAME, "--namespace", namespace, "--ignore-not-found");
      [this.#limits, this.#isThere] = [{}, false];
      return;
    }
    const file = join(this.folder, "limits.json");
    const metadata = { name: NAME, namespace, labels: { "app.kubernetes.io/name": "railyard-deploy" } };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { limits: JSON.stringify(limits) } };
    writeFileSync(file, JSON.stringify(object), { mode: 0o600 });
    await kubectl.run(this.#isThere ? "replace" : "create", "--filename", file);
    [this.#limits, this.#isThere] = [limits, true];
  }
}
