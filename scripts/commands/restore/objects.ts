import { CHARTS } from "../../../config/facts/versions";
import { parseJson } from "../../lib/files/read-json";
import type { Kubectl, KubernetesObject } from "../../lib/kubernetes/kubectl";

export type Cluster = Pick<Kubectl, "run">;

export const SLURM = CHARTS.slurm.namespace;

/** The one object of a name, if it is there: no error where it is not. */
export const named = (name: string): string => `--field-selector=metadata.name=${name}`;

/** Objects of one kind in a namespace; null: of the cluster. @throws KubectlError */
export async function objects(
  kubectl: Cluster,
  kind: string,
  namespace: string | null,
  ...more: string[]
): Promise<KubernetesObject[]> {
  const where = namespace === null ? [] : ["--namespace", namespace];
  const text = await kubectl.run("get", kind, ...where, ...more, "--output=json");
  return (parseJson(text, { name: `The answer to kubectl get ${kind}` }) as { items?: KubernetesObject[] }).items ?? [];
}
