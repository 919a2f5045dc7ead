import { PULL_THROUGH_SOURCE, UPSTREAMS } from "../../../facts/pull-through-cache";
import type { AwsRule } from "../rule";

const at = (registry: string, ...keys: string[]) => ["platform", "images", "pullThroughCache", registry, ...keys];

/** Registries that ECR caches. */
export const IMAGE_CACHE_RULES: readonly AwsRule[] = [
  {
    id: "platform/cache-secret",
    title: "A cache of a registry that asks who one is has a secret, and others have none.",
    severity: "error",
    why: "ECR refuses the rule without one, and reads none for a registry that gives images to anybody.",
    source: PULL_THROUGH_SOURCE.url,
    *check({ env }) {
      for (const { registry, secretArn } of env.imageCache) {
        const { needsSecret } = UPSTREAMS[registry];
        if (needsSecret === (secretArn !== null)) continue;
        yield needsSecret
          ? {
              path: at(registry),
              message: `ECR fetches nothing of ${registry} without a user and a token`,
              fix: "make a secret named ecr-pullthroughcache/… with the keys username and accessToken, and write its ARN as secretArn",
            }
          : {
              path: at(registry, "secretArn"),
              message: `${registry} asks nobody who they are, and ECR takes no secret for it`,
              fix: "take secretArn out",
            };
      }
    },
  },
  {
    id: "platform/cache-secret-place",
    title: "The secret of a cache is in the account and the Region of the environment.",
    severity: "error",
    why: "ECR reads it by its service-linked role, which reaches no other account and no other Region.",
    source: PULL_THROUGH_SOURCE.url,
    *check({ env }) {
      for (const { registry, secretArn } of env.imageCache) {
        if (secretArn === null) continue;
        const [, partition, , region, account] = secretArn.split(":");
        if (partition === env.partition && region === env.region && account === env.account) continue;
        yield {
          path: at(registry, "secretArn"),
          message: `the secret is in ${account}, ${region}, and the environment in ${env.account}, ${env.region}`,
          fix: "make one there",
        };
      }
    },
  },
  {
    id: "platform/cache-and-mirror",
    title: "A registry has a cache or a mirror.",
    severity: "error",
    why: "The mirror wins, and nobody asks the cache.",
    source:
      "https://docs.aws.amazon.com/AmazonECR/latest/userguide/pull-through-cache.html; Railyard's own design: an image has one name",
    *check({ env, config }) {
      for (const { registry } of env.imageCache) {
        if (config.platform.images.mirrors[registry] === undefined) continue;
        yield {
          path: at(registry),
          message: `platform.images.mirrors has ${registry} as well`,
          fix: "take one of them out",
        };
      }
    },
  },
  {
    id: "platform/cache-behind-mirror",
    title: "Nodes ask the registry of the account itself for what it caches.",
    severity: "error",
    why: "containerd asks a mirror alone, without the password that nodes get for ECR: nobody would ask the cache, and what the mirror lacks is not pulled.",
    source: "https://github.com/containerd/containerd/blob/main/docs/hosts.md",
    *check({ env }) {
      const [first] = env.imageCache;
      if (first === undefined) return;
      const [host = ""] = first.mirror.split("/");
      if (env.outbound.registryMirrors[host] === undefined) return;
      yield {
        path: ["outbound", "registryMirrors", host],
        message: `${host} has the caches of ${env.imageCache.map(({ registry }) => registry).join(", ")}, and a mirror stands before it`,
        fix: 'take the row out; a network without a way out reaches ECR by network.endpoints: "all"',
      };
    },
  },
];
