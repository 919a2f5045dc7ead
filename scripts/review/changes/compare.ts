import { hasTrue } from "../../lib/terraform/mask";
import { isDeepStrictEqual } from "node:util";
import type { TypeNode } from "./attribute-types";
import { compareSets, sameButForOrder, type Item } from "./compare-lists";
import { compareTexts } from "./compare-texts";
import { changedItems } from "./lines";
import { found, inside, type Found, type Place } from "./place";
import { at, change, insideOf, isAbsent, isHidden, shownOf, valueText, type Side } from "./values";
import { isPlain } from "../../../config/kernel/plain";

/** Everything that differs in meaning between two sides of a resource. @param unknown true where a value is known after apply only */
export function compare(before: Side, after: Side, unknown: unknown, type: TypeNode | null): Found[] {
  return walk({ text: "", steps: [], type, inDocument: false }, before, after, unknown);
}

function walk(place: Place, before: Side, after: Side, unknown: unknown): Found[] {
  if (unknown === true)
    return [found(place, { path: place.text, before: shownOf(before), after: { kind: "unknown" } })];
  if (sameMeaning(place, before.raw, after.raw) && !hasTrue(unknown)) return [];
  if (isHidden(before) || isHidden(after)) return [found(place, change(place.text, before, after))];
  const [was, is] = [filled(before, after), filled(after, before)];
  if (Array.isArray(was.raw) && Array.isArray(is.raw)) return lists(place, was, is, unknown);
  if (isPlain(was.raw) && isPlain(is.raw)) return objects(place, was, is, unknown);
  if (typeof before.raw === "string" && typeof after.raw === "string") {
    const compared = compareTexts(place, before, after);
    return "documents" in compared ? walk(compared.place, ...compared.documents, undefined) : compared;
  }
  return [found(place, change(place.text, before, after))];
}

/** Nothing and something with parts are compared part by part. */
function filled(side: Side, other: Side): Side {
  if (!isAbsent(side.raw) || isEmpty(other.raw)) return side;
  if (Array.isArray(other.raw)) return { raw: [], shown: [], isNothing: true };
  return isPlain(other.raw) ? { raw: {}, shown: {}, isNothing: true } : side;
}

function sameMeaning({ inDocument }: Place, before: unknown, after: unknown): boolean {
  if (isDeepStrictEqual(before, after)) return true;
  // providers do not tell what is empty from what is not there
  return !inDocument && isEmpty(before) && isEmpty(after);
}

function isEmpty(value: unknown): boolean {
  if (isAbsent(value) || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlain(value) && Object.values(value).every(isEmpty);
}

function objects(place: Place, before: Side, after: Side, unknown: unknown): Found[] {
  const keys = new Set([before.raw, after.raw, unknown].flatMap((value) => (isPlain(value) ? Object.keys(value) : [])));
  return [...keys].flatMap((key) =>
    walk(inside(place, key), insideOf(before, key), insideOf(after, key), at(unknown, key)),
  );
}

function lists(place: Place, before: Side, after: Side, unknown: unknown): Found[] {
  const [old, now] = [items(before), items(after, unknown)];
  if (place.type?.isSet) return sets(place, before, after, old, now);
  if (place.inDocument && isNamed(old) && isNamed(now) && old.length + now.length > 0)
    return named(place, before, after, old, now);
  if (old.length === now.length || old.length + now.length === 1) {
    return Array.from({ length: Math.max(old.length, now.length) }, (_, index) =>
      walk(inside(place, index), insideOf(before, index), insideOf(after, index), at(unknown, index)),
    ).flat();
  }
  return [found(place, change(place.text, before, after, changedItems(old.map(text), now.map(text))))];
}

function sets(place: Place, before: Side, after: Side, old: readonly Item[], now: readonly Item[]): Found[] {
  const { gone, come } = compareSets(old, now);
  if (gone.length + come.length === 0) return [];
  const [lost, got] = [gone[0], come[0]];
  // one element that is changed
  if (gone.length === 1 && come.length === 1 && lost && got && isPlain(lost.raw) && isPlain(got.raw))
    return walk(inside(place, got.index), lost, got, got.unknown);
  const lines = [...gone.map((item) => `- ${text(item)}`), ...come.map((item) => `+ ${text(item)}`)];
  return [found(place, change(place.text, before, after, lines))];
}

/** Lists of objects with names, as of containers and variables: each is compared with that of its name. */
function named(place: Place, before: Side, after: Side, old: readonly Item[], now: readonly Item[]): Found[] {
  const nameOf = ({ raw }: Item) => String(at(raw, "name"));
  const names = [...new Set([...old, ...now].map(nameOf))];
  const differences = names.flatMap((name) => {
    const of = (all: readonly Item[]): Side =>
      all.find((item) => nameOf(item) === name) ?? { raw: undefined, shown: undefined };
    return walk({ ...place, text: `${place.text}[${name}]`, type: null }, of(old), of(now), undefined);
  });
  if (differences.length > 0 || !sameButForOrder(old, now)) return differences;
  return [found(place, change(place.text, before, after, changedItems(old.map(nameOf), now.map(nameOf))))];
}

function isNamed(all: readonly Item[]): boolean {
  const names = all.map(({ raw }) => at(raw, "name"));
  return names.every((name) => typeof name === "string") && new Set(names).size === names.length;
}

function items({ raw, shown }: Side, unknown?: unknown): Item[] {
  const list = Array.isArray(raw) ? (raw as readonly unknown[]) : [];
  return list.map((value, index) => ({ index, raw: value, shown: at(shown, index), unknown: at(unknown, index) }));
}

const text = ({ shown, unknown }: Item): string => (unknown === true ? "(known after apply)" : valueText(shown));
