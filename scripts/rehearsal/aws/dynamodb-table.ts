import { knownKinds } from "../known-kinds";
import { isOn, textOf } from "../attribute-values";

const api = "https://docs.aws.amazon.com/amazondynamodb/latest";

export const DYNAMODB_TABLE_KINDS = knownKinds({
  aws_dynamodb_table: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/dynamodb/table.go",
      `${api}/APIReference/API_CreateTable.html`,
    ],
    defaults: { billing_mode: "PROVISIONED", "ttl.enabled": false },
    unique: [{ by: ["name"], code: "ResourceInUseException", source: `${api}/APIReference/API_CreateTable.html` }],
    refuseDelete: (object) =>
      isOn(object, "deletion_protection_enabled")
        ? [
            {
              code: "ValidationException",
              message: `deletion_protection_enabled of table ${textOf(object, "name")} is on; switch it off first`,
              source: `${api}/developerguide/WorkingWithTables.Basics.html`,
            },
          ]
        : [],
    create: (object, cloud) => {
      const name = textOf(object, "name");
      const arn = cloud.arn("dynamodb", `table/${name}`);
      const label = isOn(object, "stream_enabled") ? cloud.now.replace("Z", ".000") : "";
      return {
        id: name,
        arn,
        read_capacity: 0,
        write_capacity: 0,
        stream_arn: label === "" ? "" : `${arn}/stream/${label}`,
        stream_label: label,
        stream_view_type: "",
      };
    },
  },
});
