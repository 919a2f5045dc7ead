import { ExpectedError } from "../../lib/errors/expected-error";
import type { BlockSchema } from "../../rehearsal/schema/types";
import { assignment, expression, type Json, type JsonObject } from "./expression";
import { isPlain } from "../../../config/kernel/plain";

/** Lines of a body, in which some may be several: heredocs keep their own line breaks. */
export type Lines = readonly string[];

/** Arguments that Terraform has in every resource and data source; the schema does not know them. */
export interface MetaArguments {
  /** Lines at the end of the body. */
  readonly lines: Lines;
  readonly names: readonly string[];
}

export interface BodyProps {
  readonly json: JsonObject;
  readonly schema: BlockSchema;
  /** As in `research-nodes: aws_eks_node_group.h100`, for messages. */
  readonly where: string;
  readonly indent: string;
  /** Names that are not the schema's. @default - none */
  readonly except?: readonly string[];
}

/**
 * The inside of a block. JSON does not tell arguments from blocks: the schema of the provider does.
 * @throws ExpectedError for what the schema does not have
 */
export function bodyLines({ json, schema, where, indent, except = [] }: BodyProps): Lines {
  const given = Object.entries(json).filter(([name]) => name !== "//" && !except.includes(name));
  const those = (is: (name: string) => boolean) => given.filter(([name]) => is(name));
  const isBlock = (name: string) => Object.hasOwn(schema.blocks, name);
  const isAttribute = (name: string) => Object.hasOwn(schema.attributes, name);
  const [unknown] = those((name) => !isBlock(name) && !isAttribute(name));
  if (unknown)
    throw new ExpectedError(
      `${where}: nothing is known of "${unknown[0]}". The bindings of the provider have no such argument, so it cannot be ` +
        "told whether HCL writes it as an argument or as a block.",
    );
  return [
    ...those(isAttribute).map(([name, value]) => `${indent}${assignment(name, expression(value, indent))}`),
    ...those(isBlock).flatMap(([name, value]) =>
      contents(value, `${where}.${name}`).flatMap((content) =>
        block(name, { json: content, schema: schema.blocks[name]!.block, where: `${where}.${name}`, indent }),
      ),
    ),
  ];
}

/** A block with a body of the schema. @param head `resource "aws_vpc" "vpc"` */
export function block(head: string, props: BodyProps, more: Lines = []): Lines {
  const { indent } = props;
  return wrapped(head, [...bodyLines({ ...props, indent: `${indent}  ` }), ...more], indent);
}

/** A block around lines. */
export function wrapped(head: string, lines: Lines, indent = ""): Lines {
  return lines.length === 0 ? [`${indent}${head} {}`] : [`${indent}${head} {`, ...lines, `${indent}}`];
}

/** JSON has one block as an object, several as a list. */
export function contents(value: Json, where: string): JsonObject[] {
  if (value === null) return [];
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return all.map((one) => {
    if (isPlain(one)) return one;
    throw new ExpectedError(`${where}: a block has arguments, and this one is ${JSON.stringify(one)}`);
  });
}
