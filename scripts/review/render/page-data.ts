import type { AttributeChange, ResourceChange, Review } from "../model";
import { changedLines, cut, cutBoth, shownText } from "./values";
import { ACTIONS } from "./words";

/** Longer values and texts go on in the plan itself. */
const VALUE_CHARACTERS = 2000;
const LINES = 400;
/** Of a resource that comes or goes, so much of each value, and of all of them together in one page. */
const OWN_CHARACTERS = 300;
const ALL_OWN_CHARACTERS = 4_000_000;

/** An attribute as the page shows it; `lines` instead of the values where a text differs. */
export interface AttributeData {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Whether the values are known and may be seen. */
  readonly visible: readonly [before: boolean, after: boolean];
  readonly lines: readonly string[];
  /** Whether the resource is replaced for its sake. */
  readonly forces: boolean;
}

/** A change as the page's script reads it. */
export interface ChangeData {
  readonly stack: string;
  readonly address: string;
  readonly action: ResourceChange["action"];
  readonly word: string;
  readonly attributes: readonly AttributeData[];
}

/** What the script shows only when somebody opens it: every change once, and which of them a group has. */
export interface ReviewData {
  readonly changes: readonly ChangeData[];
  readonly groups: readonly (readonly number[])[];
}

/** Changes of a review as the page reads them, each once. */
export function reviewData({ changes, rest }: Pick<Review, "changes" | "rest">): ReviewData {
  const all = [...new Set([...changes, ...rest.flatMap((group) => group.changes)])];
  const places = new Map(all.map((change, index) => [change, index]));
  const placeOf = (change: ResourceChange) => places.get(change) ?? 0;
  const own = ownAttributes();
  return {
    changes: all.map((change) => changeData(change, own(change))),
    groups: [...rest.map((group) => group.changes.map(placeOf)), all.map(placeOf)],
  };
}

function changeData(change: ResourceChange, own: readonly AttributeData[]): ChangeData {
  const { stack, address, action } = change;
  const attributes = attributesOf(change);
  return { stack, address, action, word: ACTIONS[action].word, attributes: attributes.length ? attributes : own };
}

type Differing = Pick<ResourceChange, "reasons" | "attributes">;

/** What was made already: a change stands in the findings about it, and among all of them. */
const made = new WeakMap<Differing, readonly AttributeData[]>();

/** Attributes that differ: those that force a replacement come first. */
export function attributesOf(change: Differing): readonly AttributeData[] {
  const known = made.get(change) ?? attributesAnew(change);
  made.set(change, known);
  return known;
}

function attributesAnew({ reasons, attributes }: Differing): AttributeData[] {
  const forcing = new Set(reasons.map(({ path }) => path));
  return [
    ...reasons.map((attribute) => attributeData(attribute, true)),
    ...attributes.filter(({ path }) => !forcing.has(path)).map((attribute) => attributeData(attribute, false)),
  ];
}

/** What a resource is that comes or goes, as long as the page has room for it. */
function ownAttributes(): (change: ResourceChange) => AttributeData[] {
  let room = ALL_OWN_CHARACTERS;
  return ({ action, before, after }) => {
    if (room <= 0 || (action !== "create" && action !== "delete")) return [];
    const values = Object.entries((action === "create" ? after : before) ?? {});
    const shown = values.filter(([name, value]) => name !== "tags_all" && !isEmpty(value));
    return shown.map(([path, value]) => {
      const text = cut(shownText({ kind: "value", value }), OWN_CHARACTERS);
      room -= path.length + text.length;
      return ownAttribute(path, text, action);
    });
  };
}

const NONE = shownText({ kind: "absent" });

function ownAttribute(path: string, text: string, action: "create" | "delete"): AttributeData {
  return action === "create"
    ? { path, before: NONE, after: text, visible: [false, true], lines: [], forces: false }
    : { path, before: text, after: NONE, visible: [true, false], lines: [], forces: false };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function attributeData(attribute: AttributeChange, forces: boolean): AttributeData {
  const { path, before, after } = attribute;
  const [was, is] = cutBoth(shownText(before), shownText(after), VALUE_CHARACTERS);
  const lines = changedLines(attribute);
  const more = lines.length - LINES;
  return {
    path,
    before: was,
    after: is,
    visible: [before.kind === "value", after.kind === "value"],
    lines: [
      ...lines.slice(0, LINES).map((line) => cut(line, VALUE_CHARACTERS)),
      ...(more > 0 ? [` … ${more} more lines`] : []),
    ],
    forces,
  };
}
