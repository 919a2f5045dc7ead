import { S3_LIMITS } from "../../../../config/facts/s3";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, entriesOf, isOn, numberOf, textOf } from "../../attribute-values";
import { LIFECYCLE_SOURCES } from "./s3-lifecycle-sources";

/** What S3 refuses of the filter of a lifecycle rule, and of actions that do not go with it. */
export function filterRefusals(rule: Attributes): Refusal[] {
  const name = `rule "${textOf(rule, "id")}"`;
  const filter = blockOf(rule, "filter");
  return [
    ...(filter ? onePredicate(name, filter) : []),
    ...(filter ? sizes(name, filter) : []),
    ...(filter && hasTags(filter) ? actionsWithoutTags(name, rule) : []),
    ...versionsToKeep(name, rule),
  ];
}

function onePredicate(name: string, filter: Attributes): Refusal[] {
  const given = [
    ...(textOf(filter, "prefix") ? ["prefix"] : []),
    ...["object_size_greater_than", "object_size_less_than"].filter((each) => numberOf(filter, each) !== null),
    ...["and", "tag"].filter((each) => blocksOf(filter, each).length > 0),
  ];
  if (given.length <= 1) return [];
  const message = `${name}: the filter has ${given.join(" and ")}; more than one goes into "and"`;
  return [{ code: "MalformedXML", message, source: LIFECYCLE_SOURCES.filter }];
}

function sizes(name: string, filter: Attributes): Refusal[] {
  const and = blockOf(filter, "and");
  const [over, under] = [numberOf(and, "object_size_greater_than"), numberOf(and, "object_size_less_than")];
  // the provider does not send 0
  if (!over || !under || over < under) return [];
  return [
    {
      code: "InvalidRequest",
      message: `${name}: object_size_greater_than ${over} is not less than object_size_less_than ${under}`,
      source: LIFECYCLE_SOURCES.elements,
    },
  ];
}

function hasTags(filter: Attributes): boolean {
  return blockOf(filter, "tag") !== null || entriesOf(blockOf(filter, "and"), "tags").length > 0;
}

function actionsWithoutTags(name: string, rule: Attributes): Refusal[] {
  const actions = [
    ...(blockOf(rule, "abort_incomplete_multipart_upload") ? ["abort_incomplete_multipart_upload"] : []),
    ...(isOn(blockOf(rule, "expiration"), "expired_object_delete_marker") ? ["expired_object_delete_marker"] : []),
  ];
  return actions.map((action) => ({
    code: "InvalidRequest",
    message: `${name}: ${action} cannot be specified with Tags`,
    source: LIFECYCLE_SOURCES.elements,
  }));
}

function versionsToKeep(name: string, rule: Attributes): Refusal[] {
  const { min, max } = S3_LIMITS.noncurrentVersionsKept;
  const actions = ["noncurrent_version_expiration", "noncurrent_version_transition"];
  const kept = actions
    .flatMap((action) => blocksOf(rule, action))
    .map((block) => numberOf(block, "newer_noncurrent_versions"));
  const numbers = kept.filter((each) => each !== null);
  const wrong = numbers
    .filter((each) => each < min || each > max)
    .map((each) => ({
      code: "InvalidArgument",
      message: `${name}: newer_noncurrent_versions is ${each}; it is ${min} to ${max}`,
      source: LIFECYCLE_SOURCES.elements,
    }));
  if (numbers.length === 0 || blockOf(rule, "filter")) return wrong;
  const message = `${name}: newer_noncurrent_versions needs a filter`;
  return [...wrong, { code: "InvalidRequest", message, source: LIFECYCLE_SOURCES.elements }];
}
