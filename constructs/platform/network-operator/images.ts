/** Registry of everything that the operator runs on nodes. */
const REPOSITORY = "nvcr.io/nvidia/mellanox";

/** Helm does not change versions in a policy that is there: they are ours, and follow the chart. */
const VERSION = "network-operator-v26.4.1";

/**
 * Images by their names in the release that belongs to the chart.
 * @see https://github.com/Mellanox/network-operator/blob/v26.4.1/hack/release.yaml
 */
export const operatorImage = (image: string) => ({ image, repository: REPOSITORY, version: VERSION });

/** Drivers of network cards. */
export const DOCA_DRIVER = {
  image: "doca-driver",
  repository: REPOSITORY,
  version: "doca3.4.1-26.04-1.1.0.0-1",
} as const;
