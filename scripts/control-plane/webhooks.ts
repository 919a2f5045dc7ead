import { definitionVersions, DEFINITIONS, type ConversionTaken } from "./conversions";
import type { Api, ApiObject } from "./api";

const LISTS = ["validatingwebhookconfigurations", "mutatingwebhookconfigurations"].map(
  (name) => `/apis/admissionregistration.k8s.io/v1/${name}`,
);

/** Webhooks that nobody answers: pods run nowhere, and the next release with such an object would be refused. */
export class UnansweredWebhooks {
  /** Configurations that were taken away. */
  readonly configurations = new Set<string>();
  readonly #conversions = new Map<string, ConversionTaken>();
  /** Generation of each definition of a kind that was looked at. */
  readonly #looked = new Map<string, unknown>();

  constructor(readonly api: Api) {}

  /** Kinds whose versions are no longer converted. */
  get conversions(): ConversionTaken[] {
    return [...this.#conversions.values()];
  }

  /** @param answered whether something answers those of a configuration, or of a definition of a kind */
  async takeAway(answered: (name: string) => boolean = () => false): Promise<void> {
    for (const list of LISTS)
      for (const { metadata } of await this.api.list(list)) {
        if (answered(metadata.name)) continue;
        await this.api.remove(`${list}/${metadata.name}`);
        this.configurations.add(metadata.name);
      }
    for (const { metadata } of await this.api.names(DEFINITIONS)) {
      const { generation } = metadata as { generation?: number };
      if (answered(metadata.name)) this.#conversions.delete(metadata.name);
      else if (this.#looked.get(metadata.name) !== generation) await this.#takeConversion(metadata.name);
    }
  }

  async #takeConversion(name: string): Promise<void> {
    const path = `${DEFINITIONS}/${name}`;
    const { status, body } = await this.api.ask("GET", path);
    if (status !== 200) return;
    const definition = body as ApiObject;
    this.#looked.set(name, (definition.metadata as { generation?: number }).generation);
    if (definition.spec?.conversion?.strategy !== "Webhook") return;
    await this.api.patch(path, { spec: { conversion: { strategy: "None", webhook: null } } });
    this.#conversions.set(name, { name, ...definitionVersions(definition) });
  }
}
