import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bindingPackage, providersIn, type BindingKind } from "../../../../scripts/rehearsal/schema/binding-packages";
import { readType } from "../../../../scripts/rehearsal/schema/load-schema";
import type { AttributeSchema, BlockSchema, CtyType } from "../../../../scripts/rehearsal/schema/types";

const ROOT = join(__dirname, "../../../..");

/** All types of a provider, by what the folders of its bindings are called. */
function typesOf(provider: string): [BindingKind, string][] {
  const { lib } = bindingPackage(ROOT, provider);
  const folders = readdirSync(lib).filter((folder) => existsSync(join(lib, folder, "index.js")));
  const data = `data-${provider}-`;
  return folders.map((folder) => {
    if (folder === "provider") return ["provider", provider];
    const name = `${provider}_${folder.replace(data, "").replaceAll("-", "_")}`;
    return [folder.startsWith(data) ? "data" : "resource", name];
  });
}

/**
 * What Terraform refuses in a schema.
 * @see https://github.com/hashicorp/terraform/blob/v1.11.4/internal/configs/configschema/internal_validate.go
 */
function problemsOf({ attributes, blocks }: BlockSchema, path: string): string[] {
  return [
    ...Object.entries(attributes).flatMap(([name, schema]) => problemsOfAttribute(schema, `${path}.${name}`)),
    ...Object.entries(blocks).flatMap(([name, { nesting, minItems, maxItems, block }]) => {
      const at = `${path}.${name}`;
      const wrong = [
        name in attributes && "both an attribute and a block",
        !/^[a-z0-9_]+$/.test(name) && "a name that Terraform does not take",
        (minItems < 0 || maxItems < 0) && "a negative limit",
        maxItems !== 0 && minItems > maxItems && "asks for more than it takes",
        nesting === "single" && minItems !== maxItems && "a single block with a limit",
        nesting === "map" && minItems + maxItems > 0 && "a map with a limit",
        nesting === "set" && hasDynamic(block) && "a set with values of any type",
        nesting === "set" && hasWriteOnly(block) && "a set with write-only values",
      ];
      return [
        ...wrong.filter((problem) => problem !== false).map((problem) => `${at}: ${problem}`),
        ...problemsOf(block, at),
      ];
    }),
  ];
}

function problemsOfAttribute({ required, optional, computed, type, nested }: AttributeSchema, at: string): string[] {
  const inside: BlockSchema = { attributes: nested?.attributes ?? {}, blocks: {} };
  const wrong = [
    !required && !optional && !computed && "none of required, optional and computed",
    required && (optional || computed) && "required and more",
    (type === undefined) === (nested === undefined) && "not exactly one of type and attributes",
    nested?.nesting === "set" && (hasDynamic(inside) || hasWriteOnly(inside)) && "a set that Terraform cannot make",
  ];
  return [
    ...wrong.filter((problem) => problem !== false).map((problem) => `${at}: ${problem}`),
    ...problemsOf(inside, at),
  ];
}

function some({ attributes, blocks }: BlockSchema, test: (schema: AttributeSchema) => boolean): boolean {
  const inside = (schema: AttributeSchema) => some({ attributes: schema.nested?.attributes ?? {}, blocks: {} }, test);
  return (
    Object.values(attributes).some((schema) => test(schema) || inside(schema)) ||
    Object.values(blocks).some(({ block }) => some(block, test))
  );
}

const hasWriteOnly = (block: BlockSchema) => some(block, ({ writeOnly }) => writeOnly);
const hasDynamic = (block: BlockSchema) => some(block, ({ type }) => type !== undefined && isDynamic(type));

function isDynamic(type: CtyType): boolean {
  if (typeof type === "string") return type === "dynamic";
  return type[0] === "object" ? Object.values(type[1]).some(isDynamic) : isDynamic(type[1]);
}

const read = providersIn(ROOT).flatMap((provider) => {
  const bindings = bindingPackage(ROOT, provider);
  return typesOf(provider).map(([kind, type]) => ({ name: `${kind} ${type}`, ...readType(bindings, kind, type) }));
});

test("every installed binding is read, and Terraform would take its schema", () => {
  expect(read.length).toBeGreaterThan(2000);
  expect(read.flatMap(({ name, block }) => problemsOf(block, name))).toEqual([]);
});

test("no type is without arguments and results", () => {
  const empty = read.filter(({ block }) => Object.keys({ ...block.attributes, ...block.blocks }).length === 0);
  expect(empty.map(({ name }) => name)).toEqual([]);
});

test("what single bindings do not tell is this", () => {
  const gaps = read.flatMap(({ name, gaps }) => gaps.map(({ path, lost }) => `${name} ${path}: ${lost}`));
  const any = "its type: any value is taken";
  const unsure = "whether its elements are lists or sets: taken for";
  const out = "everything: left out, since a set cannot hold a value of any type";
  expect(gaps.sort()).toEqual([
    `data aws_networkmanager_core_network_policy_document segment_actions.via.with_edge_override.edge_sets: ${unsure} sets`,
    `data aws_quicksight_analysis definition: ${any}`,
    `resource aws_customerprofiles_domain matching.auto_merging.consolidation.matching_attributes_list: ${unsure} lists`,
    `resource aws_quicksight_analysis definition: ${any}`,
    `resource aws_quicksight_dashboard definition: ${any}`,
    `resource aws_quicksight_template definition: ${any}`,
    `resource aws_wafv2_rule_group rule.statement: ${out}`,
    `resource aws_wafv2_web_acl rule.statement: ${out}`,
  ]);
});

describe("the rules of Terraform are checked", () => {
  const flags = { required: false, optional: true, computed: false, sensitive: false, writeOnly: false };
  const plain: AttributeSchema = { type: "string", ...flags };
  const inner: BlockSchema = { attributes: { a: plain }, blocks: {} };
  const nest = (more: object) => ({ nesting: "list" as const, minItems: 0, maxItems: 0, block: inner, ...more });
  const attribute = (more: object): BlockSchema => ({ attributes: { x: { ...plain, ...more } }, blocks: {} });
  const block = (more: object): BlockSchema => ({ attributes: {}, blocks: { x: nest(more) } });
  const set = (more: object) => ({ nesting: "set", attributes: { a: { ...plain, ...more } } });

  test.each<[string, BlockSchema]>([
    ["x: none of required, optional and computed", attribute({ optional: false })],
    ["x: required and more", attribute({ required: true })],
    ["x: not exactly one of type and attributes", attribute({ type: undefined })],
    ["x: not exactly one of type and attributes", attribute({ nested: set({}) })],
    ["x: a set that Terraform cannot make", attribute({ type: undefined, nested: set({ type: ["list", "dynamic"] }) })],
    ["x: a set that Terraform cannot make", attribute({ type: undefined, nested: set({ writeOnly: true }) })],
    ["x.a: required and more", attribute({ type: undefined, nested: set({ required: true }) })],
    ["x: both an attribute and a block", { ...block({}), attributes: { x: plain } }],
    ["X-y: a name that Terraform does not take", { attributes: {}, blocks: { "X-y": nest({}) } }],
    ["x: a negative limit", block({ minItems: -1 })],
    ["x: asks for more than it takes", block({ minItems: 2, maxItems: 1 })],
    ["x: a single block with a limit", block({ nesting: "single", maxItems: 1 })],
    ["x: a map with a limit", block({ nesting: "map", maxItems: 1 })],
    [
      "x: a set with values of any type",
      block({ nesting: "set", block: attribute({ type: ["object", { a: "dynamic" }] }) }),
    ],
    [
      "x: a set with write-only values",
      block({ nesting: "set", block: block({ block: attribute({ writeOnly: true }) }) }),
    ],
    ["x.x: required and more", block({ block: attribute({ required: true }) })],
  ])("fails: %s", (problem, schema) => {
    expect(problemsOf(schema, "t")).toEqual([`t.${problem}`]);
  });
});
