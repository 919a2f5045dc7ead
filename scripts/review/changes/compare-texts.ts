import type { AttributeChange } from "../model";
import { comparePolicies } from "./compare-policies";
import { parseDocument } from "../../lib/files/documents";
import { changedLines } from "./lines";
import { maskText } from "../../../config/kernel/secret-text";
import { maskValue } from "./mask-value";
import { found, type Found, type Place } from "./place";
import { parsePolicy } from "../../lib/aws/policies";
import { isUserData, userDataParts, type UserDataPart } from "./user-data";
import { change, type Side } from "./values";

/** Two texts that are structured values, to be compared as such. */
export interface Documents {
  readonly place: Place;
  readonly documents: readonly [before: Side, after: Side];
}

/** Differences of two texts by what they are: a policy, JSON, YAML, user data, lines, or a plain word. */
export function compareTexts(place: Place, before: Side, after: Side): Found[] | Documents {
  const [was, is] = [String(before.raw), String(after.raw)];
  if (isUserData(String(place.steps.at(-1)))) return userData(place, was, is);
  const [oldPolicy, newPolicy] = [parsePolicy(was), parsePolicy(is)];
  if (oldPolicy && newPolicy) return comparePolicies(place, oldPolicy, newPolicy);
  const [oldDocument, newDocument] = [parseDocument(was), parseDocument(is)];
  if (oldDocument && newDocument) {
    const inDocument = { ...place, text: `${place.text} `, type: null, inDocument: true };
    return { place: inDocument, documents: [masked(oldDocument.value), masked(newDocument.value)] };
  }
  if (!was.includes("\n") && !is.includes("\n")) return [found(place, change(place.text, before, after))];
  return [found(place, change(place.text, before, after, changedLines(maskText(was), maskText(is))))];
}

const masked = (raw: unknown): Side => ({ raw, shown: maskValue(raw) });

/** Part by part, so that a script that moves is not told as two. */
function userData(place: Place, before: string, after: string): Found[] {
  const [was, is] = [userDataParts(before), userDataParts(after)];
  const names = [...new Set([...was, ...is].map(({ name }) => name))];
  return names.flatMap((name) => {
    const path = name === "" ? place.text : `${place.text} ${name}`;
    return partChange(path, textOf(was, name), textOf(is, name)).map((one) => found(place, one));
  });
}

function partChange(path: string, before: string | undefined, after: string | undefined): AttributeChange[] {
  if (before === after) return [];
  const side = (raw: string | undefined): Side => ({ raw, shown: raw === undefined ? raw : maskText(raw) });
  const [was, is] = [side(before), side(after)];
  const lines = before === undefined || after === undefined ? [] : changedLines(String(was.shown), String(is.shown));
  return [change(path, was, is, lines)];
}

const textOf = (parts: readonly UserDataPart[], wanted: string): string | undefined =>
  parts.find(({ name }) => name === wanted)?.text;
