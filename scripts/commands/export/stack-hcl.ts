import { ExpectedError } from "../../lib/errors/expected-error";
import type { BlockSchema, ProviderSchema } from "../../rehearsal/schema/types";
import { providerOf } from "../../rehearsal/schema/binding-packages";
import { block, contents, wrapped, type Lines } from "./body";
import { assignment, expression, literal, type Json, type JsonObject } from "./expression";
import { conditionLines, META_NAMES, metaLine, metaLines } from "./meta-arguments";
import { isPlain } from "../../../config/kernel/plain";

/** Files of a stack by name. */
export type StackFiles = Readonly<Record<string, string>>;

/** File of each kind of block. */
const FILES: Readonly<Record<string, string>> = {
  terraform: "terraform.tf",
  provider: "terraform.tf",
  data: "data.tf",
  locals: "data.tf",
  resource: "main.tf",
  moved: "main.tf",
  removed: "main.tf",
  output: "outputs.tf",
};

/** What Terraform itself serves. */
const BUILT_IN: Readonly<Record<string, BlockSchema>> = {
  terraform_remote_state: builtIn("backend", "config", "defaults", "workspace"),
  terraform_data: builtIn("input", "triggers_replace"),
};

/**
 * A stack of Terraform's JSON syntax in HCL: the same blocks with the same addresses.
 * @param schemas of every provider and type that the stack uses
 * @throws ExpectedError for what cannot be said exactly
 */
export function stackHcl(stack: string, json: JsonObject, schemas: readonly ProviderSchema[]): StackFiles {
  const files = new Map<string, string[]>();
  const add = (kind: string, lines: Lines) => {
    const file = FILES[kind]!;
    files.set(file, [...(files.get(file) ?? []), lines.join("\n")]);
  };
  for (const kind of Object.keys(json))
    if (kind !== "//" && !Object.hasOwn(FILES, kind))
      throw new ExpectedError(`${stack}: blocks of "${kind}" cannot be exported: ${Object.keys(FILES).join(", ")} can`);
  for (const kind of Object.keys(FILES)) {
    const value = json[kind];
    if (value === undefined) continue;
    for (const lines of blocksOf(kind, value, { stack, schemas })) add(kind, lines);
  }
  return Object.fromEntries([...files].map(([file, blocks]) => [file, `${blocks.join("\n\n")}\n`]));
}

interface Place {
  readonly stack: string;
  readonly schemas: readonly ProviderSchema[];
}

function blocksOf(kind: string, value: Json, place: Place): Lines[] {
  const where = `${place.stack}: ${kind}`;
  switch (kind) {
    case "terraform":
      return contents(value, where).map((one) => terraformBlock(one, where));
    case "provider":
      return named(value, where).flatMap(([name, one]) =>
        contents(one, `${where}.${name}`).map((each) => providerBlock(name, each, place)),
      );
    case "locals":
      return contents(value, where).map((one) => wrapped("locals", assignments(one, expression)));
    case "output":
      return named(value, where).map(([name, one]) => outputBlock(name, object(one, `${where}.${name}`), where));
    case "moved":
      return contents(value, where).map((one) =>
        wrapped(
          "moved",
          Object.entries(one).flatMap(([name, each]) => metaLine(name, each, where, "  ")),
        ),
      );
    case "removed":
      return contents(value, where).map(({ from = "", ...meta }) =>
        wrapped("removed", [...metaLine("from", from, where, "  "), ...metaLines(meta, where, "  ")]),
      );
    default:
      return named(value, where).flatMap(([type, byName]) =>
        named(byName, `${where}.${type}`).map(([name, one]) =>
          typedBlock(kind as "data" | "resource", { type, name }, object(one, `${where}.${type}.${name}`), place),
        ),
      );
  }
}

/** Terraform reads its own settings before it knows of any value. */
function terraformBlock(json: JsonObject, where: string): Lines {
  const lines = Object.entries(json).flatMap(([name, value]): Lines => {
    if (name === "//") return [];
    if (name === "backend")
      return named(value, `${where}.backend`).flatMap(([type, settings]) =>
        wrapped(`backend "${type}"`, assignments(object(settings, `${where}.backend.${type}`), literal, "    "), "  "),
      );
    if (name === "required_providers")
      return contents(value, `${where}.${name}`).flatMap((one) =>
        wrapped(name, assignments(one, literal, "    "), "  "),
      );
    if (name === "required_version") return [`  ${assignment(name, literal(value, "  "))}`];
    throw new ExpectedError(
      `${where}.${name} cannot be exported: backend, required_providers and required_version can`,
    );
  });
  return wrapped("terraform", lines);
}

function providerBlock(name: string, json: JsonObject, { stack, schemas }: Place): Lines {
  const schema = schemas.find(({ provider }) => provider === name)?.configuration;
  const where = `${stack}: provider.${name}`;
  if (!schema) throw new ExpectedError(`${where}: there are no bindings of this provider`);
  return block(
    `provider "${name}"`,
    { json, schema, where, indent: "", except: ["alias"] },
    metaLine("alias", json["alias"], where, "  "),
  );
}

function typedBlock(
  kind: "data" | "resource",
  { type, name }: { readonly type: string; readonly name: string },
  json: JsonObject,
  { stack, schemas }: Place,
): Lines {
  const where = `${stack}: ${kind === "data" ? "data." : ""}${type}.${name}`;
  const provider = schemas.find((one) => one.provider === providerOf(type));
  const schema = BUILT_IN[type] ?? provider?.[kind === "data" ? "dataSources" : "resources"][type];
  if (!schema) throw new ExpectedError(`${where}: there are no bindings of ${type}`);
  const props = { json, schema, where, indent: "", except: META_NAMES };
  return block(`${kind} "${type}" "${name}"`, props, metaLines(json, where, "  "));
}

function outputBlock(name: string, json: JsonObject, where: string): Lines {
  const lines = Object.entries(json).flatMap(([key, value]): Lines => {
    if (key === "//") return [];
    if (key === "precondition") return contents(value, where).flatMap((one) => conditionLines(key, one, "  "));
    if (key === "description") return [`  ${assignment(key, literal(value))}`];
    return metaLine(key, value, where, "  ");
  });
  return wrapped(`output "${name}"`, lines);
}

function assignments(json: JsonObject, text: (value: Json, indent: string) => string, indent = "  "): Lines {
  return Object.entries(json)
    .filter(([name]) => name !== "//")
    .map(([name, value]) => `${indent}${assignment(name, text(value, indent))}`);
}

/** Blocks by their label. */
function named(value: Json, where: string): [string, Json][] {
  return Object.entries(object(value, where)).filter(([name]) => name !== "//");
}

function object(value: Json, where: string): JsonObject {
  if (isPlain(value)) return value;
  throw new ExpectedError(`${where} is not what synth writes: ${JSON.stringify(value).slice(0, 100)}`);
}

function builtIn(...names: string[]): BlockSchema {
  const attribute = { type: "dynamic", required: false, optional: true, computed: false } as const;
  const attributes = names.map((name) => [name, { ...attribute, sensitive: false, writeOnly: false }]);
  return { attributes: Object.fromEntries(attributes), blocks: {} };
}
