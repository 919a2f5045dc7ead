import { TAGS, data, type CatalogRows } from "../catalog-type";

export const ECR_REPOSITORY: CatalogRows = {
  aws_ecr_repository: {
    noun: "image repository",
    loss: data("its images are deleted"),
    isFilled: true,
    replacedBy: ["name", "encryption_configuration"],
    orphan: TAGS,
  },
};
