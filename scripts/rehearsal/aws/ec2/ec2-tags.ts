import { isAttributes, type Value } from "../../value";
import type { Refusal } from "../../cloud/resource-kind";
import { EC2_ERRORS, ec2Guide } from "./ec2-sources";

const RESTRICTIONS = `${ec2Guide("Using_Tags")}#tag-restrictions`;

/** What EC2 refuses of the tags of one resource; of `tags_all`, where the provider's own are in. */
export function refuseTags(tags: Value | undefined): readonly Refusal[] {
  if (!isAttributes(tags)) return [];
  const keys = Object.keys(tags);
  const refusals: Refusal[] = keys.flatMap((key) => refuseTag(key, tags[key] ?? null));
  if (keys.length > 50)
    refusals.push({
      code: "TagLimitExceeded",
      message: `${keys.length} tags; a resource takes 50`,
      source: RESTRICTIONS,
    });
  return refusals;
}

function refuseTag(key: string, value: Value): Refusal[] {
  const refusals: Refusal[] = [];
  if (key === "" || key.startsWith("aws:"))
    refusals.push({
      code: "InvalidTagKey.Malformed",
      message: `tag key ${JSON.stringify(key)}; keys cannot be empty, and cannot start with aws:`,
      source: EC2_ERRORS,
    });
  // by characters, not by UTF-16 units
  const lengths = [
    { what: `tag key ${JSON.stringify(key)}`, length: [...key].length, most: 128 },
    {
      what: `value of tag ${JSON.stringify(key)}`,
      length: typeof value === "string" ? [...value].length : 0,
      most: 256,
    },
  ];
  for (const { what, length, most } of lengths)
    if (length > most)
      refusals.push({
        code: "InvalidParameterValue",
        message: `${what} has ${length} characters; ${most} are allowed`,
        source: RESTRICTIONS,
      });
  return refusals;
}
