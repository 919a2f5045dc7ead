/** Where both tables were read, and when. */
export const PULL_THROUGH_SOURCE = {
  url: "https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html",
  asOf: "2026-11-23",
} as const;

/** A registry that ECR fetches images of. */
export interface Upstream {
  /** As the API wants it. */
  readonly url: string;
  /** Whether ECR asks it with a user and a token of a secret. */
  readonly needsSecret: boolean;
  /** Ours: the last word of the prefix of its repositories. Frozen: images would be fetched anew below another. */
  readonly word: string;
}

/** By the host that images name. Registries of one's own in Azure and ECR have other hosts, and are not in it. */
export const UPSTREAMS = {
  "docker.io": { url: "registry-1.docker.io", needsSecret: true, word: "hub" },
  "ghcr.io": { url: "ghcr.io", needsSecret: true, word: "ghcr" },
  "public.ecr.aws": { url: "public.ecr.aws", needsSecret: false, word: "public" },
  "quay.io": { url: "quay.io", needsSecret: false, word: "quay" },
  "registry.gitlab.com": { url: "registry.gitlab.com", needsSecret: true, word: "gitlab" },
  "registry.k8s.io": { url: "registry.k8s.io", needsSecret: false, word: "k8s" },
} as const satisfies Readonly<Record<string, Upstream>>;

export type UpstreamName = keyof typeof UPSTREAMS;

/** Names of secrets that ECR reads begin so. */
export const CACHE_SECRET_PREFIX = "ecr-pullthroughcache/";
