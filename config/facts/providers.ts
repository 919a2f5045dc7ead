/** Who may be behind a cluster that exists. */
export const PROVIDERS = ["on-premises", "azure", "oci", "coreweave", "nebius", "gke", "other"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What is known of the fabric at a provider; null: no document that was read says. */
export interface ProviderFacts {
  readonly title: string;
  /** Whether whoever rents or owns the nodes can read the InfiniBand fabric with ibnetdiscover. */
  readonly readsFabric: boolean | null;
  /** Whether they run the subnet manager themselves. */
  readonly runsSubnetManager: boolean | null;
  /** Where it is said. */
  readonly source: string | null;
}

const unknown = (title: string): ProviderFacts => ({
  title,
  readsFabric: null,
  runsSubnetManager: null,
  source: null,
});

/** By provider. Where the fabric is somebody's own, nobody keeps them from it. */
export const PROVIDER_FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  "on-premises": { title: "a site of your own", readsFabric: true, runsSubnetManager: true, source: null },
  azure: {
    title: "Azure",
    readsFabric: false,
    runsSubnetManager: false,
    source: "https://github.com/Azure/ai-infrastructure-on-azure",
  },
  oci: unknown("Oracle Cloud"),
  coreweave: unknown("CoreWeave"),
  nebius: unknown("Nebius"),
  gke: unknown("Google Cloud"),
  other: unknown("another provider"),
};
