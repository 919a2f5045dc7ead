import { UPSTREAMS, type UpstreamName } from "../../../facts/pull-through-cache";
import { awsDomain } from "../../../facts/regions";
import type { AwsConfig } from "../schema";

/** A registry that ECR caches. */
export interface CachedRegistry {
  /** As images name it. */
  readonly registry: UpstreamName;
  /** Host that ECR asks. */
  readonly upstreamUrl: string;
  /** First part of the names of its repositories, without a slash: other environments of the account have others. */
  readonly prefix: string;
  readonly secretArn: string | null;
  /** Host and path from which nodes pull. */
  readonly mirror: string;
}

export const resolveImageCache = ({ name, account, region, platform }: AwsConfig): readonly CachedRegistry[] =>
  (Object.keys(platform.images.pullThroughCache) as UpstreamName[]).map((registry) => {
    const { url, word } = UPSTREAMS[registry];
    const prefix = `${name}-${word}`;
    return {
      registry,
      upstreamUrl: url,
      prefix,
      secretArn: platform.images.pullThroughCache[registry]?.secretArn ?? null,
      mirror: `${account}.dkr.ecr.${region}.${awsDomain(region)}/${prefix}`,
    };
  });

/** Mirrors that config names win: they are refused beside a cache of the same registry. */
export const mirrorsOf = (
  { platform }: AwsConfig,
  cache: readonly CachedRegistry[],
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(cache.map(({ registry, mirror }) => [registry, mirror])),
  ...platform.images.mirrors,
});
