import type { Refusal } from "../cloud/resource-kind";
import type { Attributes } from "../value";
import { knownKinds } from "../known-kinds";
import { mapBlocks } from "../map-blocks";
import { domainOf } from "./api-ids";
import { textOf } from "../attribute-values";
import { managedKeyArn } from "./aws-managed-key";

const CREATE = "https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreateRepository.html";

const CREATE_RULE = "https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreatePullThroughCacheRule.html";

export const ECR_REPOSITORY_KINDS = knownKinds({
  aws_ecr_repository: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/ecr/repository.go",
      CREATE,
    ],
    defaults: { image_tag_mutability: "MUTABLE", "encryption_configuration.encryption_type": "AES256" },
    unique: [{ by: ["name"], code: "RepositoryAlreadyExistsException", source: CREATE }],
    create: (object, api) => {
      const name = textOf(object, "name");
      return {
        id: name,
        arn: api.arn("ecr", `repository/${name}`),
        registry_id: api.account,
        repository_url: `${api.account}.dkr.ecr.${api.region}.${domainOf(api.partition)}/${name}`,
        encryption_configuration: mapBlocks(object, "encryption_configuration", (block) => ({
          ...block,
          // only what is encrypted with KMS has a key: that of AWS, where no other is given
          kms_key: textOf(block, "encryption_type") === "AES256" ? "" : managedKeyArn("aws/ecr", api),
        })),
      };
    },
  },
  aws_ecr_pull_through_cache_rule: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/ecr/pull_through_cache_rule.go",
      CREATE_RULE,
    ],
    unique: [
      { by: ["ecr_repository_prefix"], code: "PullThroughCacheRuleAlreadyExistsException", source: CREATE_RULE },
    ],
    refuse: refuseRule,
    create: (object, api) => ({ id: textOf(object, "ecr_repository_prefix"), registry_id: api.account }),
  },
});

/** Registries that ECR asks by a user and a token of a secret. */
const WITH_SECRET = ["registry-1.docker.io", "ghcr.io", "registry.gitlab.com"];

function refuseRule(object: Attributes): Refusal[] {
  const [prefix, upstream, secret] = ["ecr_repository_prefix", "upstream_registry_url", "credential_arn"].map((name) =>
    textOf(object, name),
  );
  const reasons: string[] = [];
  if (prefix && (prefix.length < 2 || prefix.length > 30 || !/^[a-z0-9]+([._-][a-z0-9]+)*$/.test(prefix)))
    reasons.push(`prefix "${prefix}"; it has 2 to 30 lower-case letters, digits and single ._- between them`);
  if (upstream && WITH_SECRET.includes(upstream) && !secret) reasons.push(`${upstream} is asked with a secret alone`);
  if (secret && !/:secret:ecr-pullthroughcache\//.test(secret))
    reasons.push(`the secret ${secret}; its name begins with ecr-pullthroughcache/`);
  return reasons.map((message) => ({ code: "InvalidParameterException", message, source: CREATE_RULE }));
}
