import { S3_LIMITS } from "../../../../config/facts/s3";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, textOf } from "../../attribute-values";
import { filterRefusals } from "./s3-lifecycle-filter";
import { scheduleRefusals } from "./s3-lifecycle-schedule";
import { LIFECYCLE_SOURCES } from "./s3-lifecycle-sources";
import { BUCKET_REFERENCE, settingId } from "./s3-settings";

/** Length of the id of a rule. */
const LONGEST_ID = 255;

export const S3_LIFECYCLE_KINDS = knownKinds({
  aws_s3_bucket_lifecycle_configuration: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3/bucket_lifecycle_configuration.go",
      ...Object.values(LIFECYCLE_SOURCES),
    ],
    defaults: {
      transition_default_minimum_object_size: "all_storage_classes_128K",
      "rule.prefix": "",
      "rule.expiration.days": 0,
      "rule.expiration.expired_object_delete_marker": false,
      "rule.filter.object_size_greater_than": null,
      "rule.filter.object_size_less_than": null,
      "rule.filter.and.object_size_greater_than": 0,
      "rule.filter.and.object_size_less_than": 0,
      "rule.filter.and.prefix": "",
    },
    unknownWhenLeftOut: [
      "rule.prefix",
      "rule.expiration.days",
      "rule.expiration.expired_object_delete_marker",
      "rule.filter.object_size_greater_than",
      "rule.filter.object_size_less_than",
      "rule.filter.prefix",
      "rule.filter.and.object_size_greater_than",
      "rule.filter.and.object_size_less_than",
      "rule.filter.and.prefix",
    ],
    references: [BUCKET_REFERENCE],
    refuse: (object) => {
      const rules = blocksOf(object, "rule");
      return [...listRefusals(rules), ...rules.flatMap(ruleRefusals)];
    },
    create: (object) => ({
      id: settingId(object),
      expected_bucket_owner: "",
      rule: mapBlocks(object, "rule", completeRule),
    }),
  },
});

function completeRule(rule: Attributes): Attributes {
  return {
    ...rule,
    prefix: rule["prefix"] ?? "",
    expiration: mapBlocks(rule, "expiration", (expiration) => ({
      ...expiration,
      days: expiration["days"] ?? 0,
      expired_object_delete_marker: expiration["expired_object_delete_marker"] ?? false,
    })),
    filter: mapBlocks(rule, "filter", (filter) => ({
      ...filter,
      prefix: textOf(filter, "prefix") ?? emptyPrefix(filter),
      and: mapBlocks(filter, "and", (and) => ({
        ...and,
        object_size_greater_than: and["object_size_greater_than"] ?? 0,
        object_size_less_than: and["object_size_less_than"] ?? 0,
        prefix: and["prefix"] ?? "",
      })),
    })),
    transition: mapBlocks(rule, "transition", (transition) => ({
      ...transition,
      days: transition["days"] ?? (textOf(transition, "date") === null ? 0 : null),
    })),
  };
}

/** A filter that asks for nothing is kept as one for every key. */
function emptyPrefix(filter: Attributes): string | null {
  const others = ["object_size_greater_than", "object_size_less_than"].some((name) => (filter[name] ?? null) !== null);
  return others || blockOf(filter, "and") || blockOf(filter, "tag") ? null : "";
}

function listRefusals(rules: readonly Attributes[]): Refusal[] {
  const refusals: Refusal[] = [];
  const ids = rules.map((rule) => textOf(rule, "id") ?? "");
  if (rules.length > S3_LIMITS.lifecycleRules)
    refusals.push({
      code: "MalformedXML",
      message: `${rules.length} lifecycle rules; a bucket takes ${S3_LIMITS.lifecycleRules}`,
      source: LIFECYCLE_SOURCES.elements,
    });
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    refusals.push({
      code: "InvalidArgument",
      message: `Rule ID must be unique. Found same ID for more than one rule: "${id}"`,
      source: LIFECYCLE_SOURCES.elements,
    });
  for (const id of ids.filter((each) => each.length > LONGEST_ID))
    refusals.push({
      code: "InvalidArgument",
      message: `the id of a lifecycle rule has ${id.length} characters; up to ${LONGEST_ID} are allowed: "${id}"`,
      source: LIFECYCLE_SOURCES.elements,
    });
  return refusals;
}

function ruleRefusals(rule: Attributes): Refusal[] {
  const refusals = [...filterRefusals(rule), ...scheduleRefusals(rule)];
  if (ACTIONS.some((name) => blocksOf(rule, name).length > 0)) return refusals;
  const message = `rule "${textOf(rule, "id")}": At least one action needs to be specified in a rule`;
  return [...refusals, { code: "InvalidRequest", message, source: LIFECYCLE_SOURCES.rule }];
}

const ACTIONS = [
  "abort_incomplete_multipart_upload",
  "expiration",
  "transition",
  "noncurrent_version_expiration",
  "noncurrent_version_transition",
];
