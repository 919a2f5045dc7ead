import type { Api } from "./api";

const LISTS = ["validatingwebhookconfigurations", "mutatingwebhookconfigurations"].map(
  (name) => `/apis/admissionregistration.k8s.io/v1/${name}`,
);

/**
 * Takes away webhooks that nobody answers: pods run nowhere, and the next release with such an object would be refused.
 * @param answered whether something answers those of a configuration
 * @returns their names
 */
export async function removeWebhooks(api: Api, answered: (name: string) => boolean = () => false): Promise<string[]> {
  const removed: string[] = [];
  for (const list of LISTS)
    for (const { metadata } of await api.list(list)) {
      if (answered(metadata.name)) continue;
      await api.remove(`${list}/${metadata.name}`);
      removed.push(metadata.name);
    }
  return removed;
}
