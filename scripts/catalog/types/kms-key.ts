import { SETTING, TAGS, data, partOf, type CatalogRows } from "../catalog-type";

export const KMS_KEY: CatalogRows = {
  aws_kms_key: {
    noun: "KMS key",
    loss: data("what was encrypted with it can never be read again"),
    first:
      "First: find what is encrypted with it (file systems, buckets, volumes, secrets) and encrypt it anew. A deletion that is scheduled can be taken back: aws kms cancel-key-deletion.",
    standsAlone: true,
    read: /^(?:policy|is_enabled|enable_key_rotation|rotation_period_in_days|deletion_window_in_days)\b/,
    replacedBy: ["custom_key_store_id", "customer_master_key_spec", "key_usage", "multi_region", "xks_key_id"],
    orphan: TAGS,
  },
  aws_kms_alias: {
    noun: "KMS alias",
    loss: SETTING,
    read: /^target_key_(?:id|arn)\b/,
    replacedBy: ["name", "name_prefix"],
    orphan: partOf("aws_kms_key"),
  },
  aws_kms_external_key: {
    noun: null,
    loss: data("what was encrypted with it can never be read again"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_kms_replica_key: {
    noun: null,
    loss: data("what was encrypted with it in its Region can no longer be read there"),
    replacedBy: null,
    orphan: TAGS,
  },
};
