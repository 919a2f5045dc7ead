import { z } from "zod";
import { key } from "../kernel/key";

/**
 * AWS takes an empty value, but its provider for Terraform loses changes of default tags to and from one.
 * @see https://github.com/hashicorp/terraform-provider-aws/issues/37297
 * @see https://github.com/hashicorp/terraform-provider-aws/issues/42247
 */
const tagValue = z
  .string()
  .regex(
    /./,
    'must have a value, such as "none": Terraform plans resources wrongly where a tag of all of them is empty',
  )
  .max(256)
  .regex(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u, "may hold letters, digits, spaces and _ . : / = + - @ only");

/** What new tags do: default tags of a provider do not reach instances, so launch templates carry them, too. */
export const TAGS_OF_INSTANCES =
  "Instances carry the tag, too, by a new version of their launch template: nodes are replaced one after another.";

/** Who answers for an environment, and who pays. Becomes tags on every resource. */
export const ownerSchema = z.strictObject({
  team: key(tagValue, {
    description: "Team that owns the environment; tag `railyard:team` on every resource.",
    example: "ml-platform",
    update: "rolling",
    updateNote: TAGS_OF_INSTANCES,
  }),
  costCenter: key(tagValue, {
    description: "Cost centre that pays; tag `railyard:cost-center` on every resource.",
    example: "cc-1042",
    update: "rolling",
    updateNote: TAGS_OF_INSTANCES,
  }),
  run: key(tagValue.optional(), {
    description:
      "Training run or project that the environment exists for; tag `railyard:run` on every resource but the cluster with its system nodes, launch templates and what these start: instances, volumes and interfaces.",
    defaultNote: "the name of the environment",
    example: "llm-70b",
    update: "in-place",
    updateNote:
      "Tags of node groups, file systems, buckets and the rest change; no node is replaced. What nodes cost in a run is their cost by `railyard:environment`, or by another of their tags, in the days of the run.",
  }),
});

/** Tags beside those that Railyard sets. */
export const extraTagsSchema = z.record(
  z
    .string()
    .min(1)
    .max(128)
    .regex(/^(?!aws:|railyard:)/i, 'may not begin with "aws:" or "railyard:"'),
  tagValue,
);
