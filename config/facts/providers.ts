import type { TOPOGRAPH_PROVIDERS } from "./topograph";

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
  /** API of its own from which topograph learns where nodes stand; null: topograph knows none. */
  readonly topograph: Exclude<keyof typeof TOPOGRAPH_PROVIDERS, "infiniband"> | null;
  /** Where it is said. */
  readonly source: string | null;
}

const unknown = (title: string, topograph: ProviderFacts["topograph"] = null): ProviderFacts => ({
  title,
  readsFabric: null,
  runsSubnetManager: null,
  topograph,
  source: null,
});

/** By provider. Where the fabric is somebody's own, nobody keeps them from it. */
export const PROVIDER_FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  "on-premises": {
    title: "a site of your own",
    readsFabric: true,
    runsSubnetManager: true,
    topograph: null,
    source: null,
  },
  azure: {
    title: "Azure",
    readsFabric: false,
    runsSubnetManager: false,
    topograph: null,
    source: "https://github.com/Azure/ai-infrastructure-on-azure",
  },
  oci: unknown("Oracle Cloud", "oci"),
  coreweave: unknown("CoreWeave"),
  nebius: unknown("Nebius", "nebius"),
  gke: unknown("Google Cloud", "gcp"),
  other: unknown("another provider"),
};
