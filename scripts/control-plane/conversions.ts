import type { ApiObject } from "./api";

export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A kind whose versions a webhook converts that nobody answers: here it has no conversion but of the name of its version. */
export interface ConversionTaken {
  /** `nodesets.slinky.slurm.net`. */
  readonly name: string;
  /** Version in which objects are written. */
  readonly stored: string;
  /** Other versions that are served: an object of one of them is shown in another one with the fields that it happens to have. */
  readonly others: readonly string[];
}

/** The stored version of a definition of a kind, and the others. */
export function definitionVersions({ spec }: Pick<ApiObject, "spec">): Omit<ConversionTaken, "name"> {
  const versions = (spec?.versions ?? []) as readonly { name: string; served: boolean; storage: boolean }[];
  return {
    stored: versions.find(({ storage }) => storage)?.name ?? "",
    others: versions.flatMap(({ name, served, storage }) => (served && !storage ? [name] : [])),
  };
}

/** What the API server says where it asks for a conversion. */
const ASKED = /conversion webhook for .+ failed/;

/** A sentence for words of Helm that come of a conversion which nobody answers; null: they do not. */
export const conversionHint = (reason: string | null): string | null =>
  reason !== null && ASKED.test(reason)
    ? "That is no fault of the release: it changes a kind and its objects at once, and nobody answers conversions here."
    : null;

/** What a person reads of it. */
export const conversionLine = ({ name, stored, others }: ConversionTaken): string =>
  `conversion: ${name} has a webhook that converts ${[...others, stored].join(", ")}, which nobody answers here: ` +
  `${others.length > 0 ? `objects of ${others.join(", ")} cannot be converted to ${stored}` : "objects of earlier versions cannot be converted"}, ` +
  "and whether the webhook can is not tried";
