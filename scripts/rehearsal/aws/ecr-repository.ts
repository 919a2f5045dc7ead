import { knownKinds } from "../known-kinds";
import { mapBlocks } from "../map-blocks";
import { domainOf } from "./api-ids";
import { textOf } from "../attribute-values";
import { managedKeyArn } from "./aws-managed-key";

const CREATE = "https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreateRepository.html";

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
});
