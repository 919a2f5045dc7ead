import { isPlain } from "../../../../config/kernel/plain";

export const CONDITION_SOURCE =
  "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html";

const OPERATORS = [
  "StringEquals",
  "StringNotEquals",
  "StringEqualsIgnoreCase",
  "StringNotEqualsIgnoreCase",
  "StringLike",
  "StringNotLike",
  "NumericEquals",
  "NumericNotEquals",
  "NumericLessThan",
  "NumericLessThanEquals",
  "NumericGreaterThan",
  "NumericGreaterThanEquals",
  "DateEquals",
  "DateNotEquals",
  "DateLessThan",
  "DateLessThanEquals",
  "DateGreaterThan",
  "DateGreaterThanEquals",
  "Bool",
  "BinaryEquals",
  "IpAddress",
  "NotIpAddress",
  "ArnEquals",
  "ArnNotEquals",
  "ArnLike",
  "ArnNotLike",
  "Null",
];

/** What IAM refuses of the conditions of a statement. */
export function conditionProblems(conditions: unknown): string[] {
  if (conditions === undefined) return [];
  if (!isPlain(conditions)) return ["Condition is no object"];
  return Object.entries(conditions).flatMap(([operator, keys]) => [
    ...(isOperator(operator) ? [] : [`Condition has no operator "${operator}"`]),
    ...(isPlain(keys)
      ? Object.entries(keys).flatMap(([key, values]) => keyProblems(operator, key, values))
      : [`what Condition has in ${operator} is no object`]),
  ]);
}

function isOperator(name: string): boolean {
  const [, base = "", ifExists] = /^(?:(?:ForAllValues|ForAnyValue):)?([A-Za-z]+?)(IfExists)?$/.exec(name) ?? [];
  return OPERATORS.includes(base) && !(base === "Null" && ifExists);
}

function keyProblems(operator: string, key: string, values: unknown): string[] {
  const all: unknown[] = Array.isArray(values) ? values : [values];
  const simple = all.length > 0 && all.every((value) => ["string", "number", "boolean"].includes(typeof value));
  return [
    ...(key.includes(":") ? [] : [`condition key "${key}" has no prefix of a service, as in "aws:SourceArn"`]),
    ...(simple ? [] : [`${operator} has no texts, numbers or switches for ${key}, or something else`]),
  ];
}
