import { knownKinds } from "../known-kinds";
import { textOf } from "../attribute-values";
import { nameAndPrefix } from "./ec2/ec2-ids";

const CREATE = "https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html";

export const SECRETSMANAGER_SECRET_KINDS = knownKinds({
  aws_secretsmanager_secret: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/secretsmanager/secret.go",
      CREATE,
    ],
    defaults: { force_overwrite_replica_secret: false, recovery_window_in_days: 30 },
    json: ["policy"],
    unique: [{ by: ["name"], code: "ResourceExistsException", source: CREATE }],
    create: (object, api) => {
      const names = nameAndPrefix({ name: textOf(object, "name"), prefix: textOf(object, "name_prefix") }, api);
      // Secrets Manager adds six characters, so that no new secret has the ARN of a deleted one
      const arn = api.arn("secretsmanager", `secret:${names.name}-${api.hex(6, "suffix")}`);
      return { ...names, id: arn, arn, policy: "" };
    },
  },
});
