import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { DataKind } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { domainOf, iamId } from "../api-ids";
import { isOn, textOf } from "../../attribute-values";
import { keyOf } from "../kms";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service";
const api = "https://docs.aws.amazon.com";

/** Who deploys: the role of the pipeline. */
const CALLER = "railyard-rehearsal";

export const IDENTITY_DATA: Readonly<Record<string, DataKind>> = {
  aws_caller_identity: {
    source: [`${provider}/sts/caller_identity_data_source.go`],
    read: (_, cloud) => ({
      id: cloud.account,
      account_id: cloud.account,
      arn: `arn:${cloud.partition}:sts::${cloud.account}:assumed-role/${CALLER}/${CALLER}`,
      user_id: `${iamId(cloud, "AROA")}:${CALLER}`,
    }),
  },
  aws_partition: {
    source: [`${provider}/meta/partition_data_source.go`],
    read: (_, { partition }) => ({
      id: partition,
      partition,
      dns_suffix: domainOf(partition),
      reverse_dns_prefix: domainOf(partition).split(".").reverse().join("."),
    }),
  },
  aws_region: {
    source: [`${provider}/meta/region_data_source.go`],
    read: (config, cloud) => {
      const region = textOf(config, "region") ?? textOf(config, "name") ?? cloud.region;
      return {
        id: region,
        region,
        name: region,
        endpoint: `ec2.${region}.${domainOf(cloud.partition)}`,
        description: `Region ${region}`,
      };
    },
  },
  aws_iam_role: {
    source: [`${provider}/iam/role_data_source.go`, `${api}/IAM/latest/APIReference/API_GetRole.html`],
    read: (config, cloud) => {
      const name = textOf(config, "name") ?? "";
      const role = cloud.all("aws_iam_role").find(({ attributes }) => attributes["name"] === name);
      return role
        ? roleData(role)
        : {
            code: "NoSuchEntity",
            message: `The role with name ${name} cannot be found`,
            source: `${api}/IAM/latest/APIReference/API_GetRole.html`,
          };
    },
  },
  aws_kms_key: {
    source: [`${provider}/kms/key_data_source.go`, `${api}/kms/latest/APIReference/API_DescribeKey.html`],
    read: (config, cloud) => {
      const asked = textOf(config, "key_id") ?? "";
      const key = keyOf(targetOf(asked, cloud), cloud);
      return key
        ? keyData(key, cloud)
        : {
            code: "NotFoundException",
            message: `key_id: there is no key ${asked}`,
            source: `${api}/kms/latest/APIReference/API_DescribeKey.html`,
          };
    },
  },
};

function roleData({ attributes: role }: CloudObject): Attributes {
  const copied = [
    "arn",
    "assume_role_policy",
    "create_date",
    "description",
    "max_session_duration",
    "path",
    "permissions_boundary",
    "tags",
    "unique_id",
  ];
  return {
    ...Object.fromEntries(copied.map((name) => [name, role[name] ?? (name === "tags" ? {} : "")])),
    id: textOf(role, "name"),
    role_last_used: [],
  };
}

/** What an alias, its ARN or a key is about. */
function targetOf(asked: string, cloud: CloudApi): string {
  const alias = cloud
    .all("aws_kms_alias")
    .find(({ attributes }) => attributes["name"] === asked || attributes["arn"] === asked);
  return textOf(alias?.attributes ?? null, "target_key_id") ?? asked;
}

function keyData({ id, attributes: key }: CloudObject, cloud: CloudApi): Attributes {
  const spec = textOf(key, "customer_master_key_spec") ?? "SYMMETRIC_DEFAULT";
  const enabled = key["is_enabled"] !== false;
  return {
    id,
    arn: textOf(key, "arn"),
    aws_account_id: cloud.account,
    creation_date: cloud.now,
    customer_master_key_spec: spec,
    description: textOf(key, "description") ?? "",
    enabled,
    key_manager: "CUSTOMER",
    key_spec: spec,
    key_state: enabled ? "Enabled" : "Disabled",
    key_usage: textOf(key, "key_usage") ?? "ENCRYPT_DECRYPT",
    multi_region: isOn(key, "multi_region"),
    multi_region_configuration: [],
    origin: "AWS_KMS",
    xks_key_configuration: [],
  };
}
