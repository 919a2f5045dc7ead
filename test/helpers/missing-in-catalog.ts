import { deployActions } from "../../config/facts/iam/actions";
import { catalogType } from "../../scripts/catalog/catalog";

/** What the catalogue does not say of a type that a stack has. */
export function missingInCatalog(type: string): string[] {
  const row = catalogType(type);
  if (row === null) return [`${type}: it has no file in scripts/catalog/types`];
  return [
    ...(row.replacedBy === null ? [`${type}.replacedBy`] : []),
    ...(type.startsWith("aws_") && deployActions(type) === null ? [`${type}: it has no IAM actions`] : []),
  ];
}
