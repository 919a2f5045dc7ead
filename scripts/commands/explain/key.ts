import { orList } from "../../../config/kernel/nearest";
import type { ConfigPath } from "../../../config/kernel/issues";
import { POLICIES, whenText } from "../../lib/environments/config-schema";
import { holds, kindsOf, schemasAlong, type SchemaNode } from "../../lib/environments/schema-path";
import { allowedOf } from "./allowed";
import { elsewhere, keysIn, schemasOfKey, throughLists } from "../../lib/environments/find-key";
import { keyText } from "../../lib/environments/key-path";
import { valueAndOrigin, type Known, type Origin } from "./origin";

/** All that is known of a config key, in an environment or of any. */
export interface KeyExplanation {
  readonly kind: "key";
  /** Null: of any environment; then there is neither a value nor an origin. */
  readonly environment: string | null;
  readonly key: string;
  /** Null: there is none. */
  readonly value: unknown;
  readonly origin: Origin | null;
  readonly description: string | null;
  readonly unit: string | null;
  readonly allowed: string | null;
  /** Every legal value, where they can be counted. */
  readonly allowedValues: readonly unknown[] | null;
  /** What is used when the key is left out; `value` where it is one value, `note` where it depends. */
  readonly default: { readonly value: unknown; readonly note: string | null } | null;
  /** What changing it does; several where the kinds of what is around it differ. */
  readonly updates: readonly Update[];
  readonly example: unknown;
  readonly source: string | null;
  readonly children: readonly ChildKey[];
  /** What the rules find at the key, or in it. */
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly ignored: boolean }[];
}

export interface Update {
  readonly policy: string;
  readonly meaning: string;
  readonly note: string | null;
  /** Which changes it is for; null: all others. */
  readonly when: string | null;
  /** Key that says so: the key itself, or the nearest one around it. */
  readonly key: string;
}

export interface ChildKey {
  readonly key: string;
  readonly value: unknown;
  readonly description: string | null;
}

/** @throws ExpectedError when there is no such key */
export function explainKey(written: ConfigPath, known?: Known): KeyExplanation {
  const path = throughLists(written);
  const config = known?.loaded.config;
  const other = known ? elsewhere(path, config) : null;
  if (known && other !== null) {
    const why = `it is for ${other}`;
    return { ...explainKey(path), environment: known.loaded.resolved.name, origin: { kind: "none", why } };
  }
  const nodes = schemasOfKey(path, config);
  const found = known && valueAndOrigin(known, path);
  const meta = metaOf(nodes);
  const allowed = allowedOf(nodes);
  return {
    kind: "key",
    environment: known?.loaded.resolved.name ?? null,
    key: keyText(path),
    value: found?.value ?? null,
    origin: path.length > 0 && found ? found.origin : null,
    description: descriptionOf(nodes, path, config),
    unit: meta["x-unit"] ?? null,
    allowed: path.length > 0 ? allowed.text : null,
    allowedValues: allowed.values,
    default: defaultOf(nodes),
    updates: updatesOf(path, config),
    example: meta.examples?.[0] ?? null,
    source: meta["x-source"] ?? null,
    children: childrenOf(path, known),
    findings: known ? findingsAt(known, path) : [],
  };
}

/** Of several kinds, the first that says something: a key means the same in all of them. */
const metaOf = (nodes: readonly SchemaNode[]): SchemaNode =>
  nodes.find(({ description }) => description !== undefined) ?? nodes[0] ?? {};

/** What a key is. Where kinds around it say different things of it, each with its name; where they have none, the first that says something. */
function descriptionOf(nodes: readonly SchemaNode[], path: ConfigPath, config: unknown): string | null {
  const texts = [...new Set(nodes.flatMap(({ description }) => description ?? []))];
  const key = path.at(-1);
  if (texts.length < 2 || key === undefined) return texts[0] ?? null;
  const kinds = schemasOfKey(path.slice(0, -1), config).flatMap((node) => kindsOf(node));
  const named = texts.map((text) => ({
    text,
    names: kinds.flatMap(({ properties = {} }) =>
      properties[key]?.description === text && typeof properties["kind"]?.const === "string"
        ? [properties["kind"].const]
        : [],
    ),
  }));
  if (named.some(({ names }) => names.length === 0)) return texts[0] ?? null;
  return named.map(({ text, names }) => `Of kind ${orList([...new Set(names)])}: ${text}`).join(" ");
}

function defaultOf(nodes: readonly SchemaNode[]): KeyExplanation["default"] {
  const all = nodes.filter((each) => each.default !== undefined || each["x-default"] !== undefined);
  const [node] = all;
  if (!node) return null;
  const texts = [...new Set(all.map((each) => String(each.default ?? each["x-default"])))];
  if (texts.length > 1) return { value: null, note: `${orList(texts)}, by what is around it` };
  return { value: node.default ?? null, note: node["x-default"] ?? null };
}

function updatesOf(path: ConfigPath, config: unknown): Update[] {
  const along = schemasAlong(path, config);
  const at = along.findLastIndex((nodes) => nodes.some((node) => node["x-update"] !== undefined));
  const updates = (along[at] ?? []).flatMap((node): Update[] => {
    const policy = node["x-update"];
    if (policy === undefined) return [];
    const own = path.slice(0, at + 1);
    const key = keyText(own);
    const updateOf = (each: string, note: string | undefined, when: string | null): Update => ({
      policy: each,
      meaning: POLICIES[each] ?? each,
      note: note ?? null,
      when,
      key,
    });
    const others = node["x-update-when"] ?? [];
    // what stands beside the key is known of an environment
    const decided = others.find((when) => "key" in when && holds(when, own, { before: config, after: config }));
    if (config !== undefined && decided) return [updateOf(decided.update, decided.note, null)];
    const open = others.filter((when) => config === undefined || !("key" in when));
    return [
      updateOf(policy, node["x-update-note"], null),
      ...open.map((when) => updateOf(when.update, when.note, whenText(when))),
    ];
  });
  const texts = updates.map((update) => JSON.stringify(update));
  return updates.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}

function childrenOf(path: ConfigPath, known: Known | undefined): ChildKey[] {
  const config = known?.loaded.config;
  return keysIn(path, config).map((key) => {
    const at = [...path, key];
    const value = known ? valueAndOrigin(known, at).value : null;
    return { key: String(key), value: value ?? null, description: descriptionOf(schemasOfKey(at, config), at, config) };
  });
}

function findingsAt({ loaded: { findings } }: Known, path: ConfigPath): KeyExplanation["findings"] {
  const inside = (at: ConfigPath) => path.every((step, index) => at[index] === step);
  return [
    ...findings.active.filter((f) => inside(f.path)).map((f) => ({ rule: f.rule, message: f.message, ignored: false })),
    ...findings.ignored.filter((f) => inside(f.path)).map((f) => ({ rule: f.rule, message: f.message, ignored: true })),
  ];
}
