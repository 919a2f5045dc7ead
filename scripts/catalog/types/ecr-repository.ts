import { notFound, SETTING, TAGS, data, type CatalogRows } from "../catalog-type";

export const ECR_REPOSITORY: CatalogRows = {
  aws_ecr_repository: {
    noun: "image repository",
    loss: data("its images are deleted"),
    isFilled: true,
    replacedBy: ["name", "encryption_configuration"],
    orphan: TAGS,
  },
  aws_ecr_pull_through_cache_rule: {
    noun: "pull-through cache",
    // repositories that it has filled stay, and pods go on
    loss: SETTING,
    about: ["platform.images.pullThroughCache"],
    replacedBy: ["ecr_repository_prefix", "upstream_registry_url", "upstream_repository_prefix"],
    orphan: notFound("a rule has no tags; one costs nothing, and its prefix has the name of the environment"),
  },
};
