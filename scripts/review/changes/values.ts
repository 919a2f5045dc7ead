import { isDeepStrictEqual } from "node:util";
import type { AttributeChange, Shown } from "../model";
import { MASK } from "../../../config/kernel/secret-text";
import { isPlain } from "../../../config/kernel/plain";

export type Values = Readonly<Record<string, unknown>>;

/** One side of a change: the value, and what a reviewer may see of it. Both have the same form. */
export interface Side {
  readonly raw: unknown;
  readonly shown: unknown;
  /** There is nothing: it is taken for something empty, so that the other side can be gone through by its parts. */
  readonly isNothing?: true;
}

/** What is at a step of a value; undefined where there is nothing. */
export function at(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)] as unknown;
  return isPlain(value) ? value[step] : undefined;
}

/** Both forms of a value at a step: as it is, and as it may be shown. */
export function insideOf({ raw, shown }: Side, step: string | number): Side {
  return { raw: at(raw, step), shown: at(shown, step) };
}

/** All of it is secret: what is inside is not looked at. */
export const isHidden = ({ raw, shown }: Side): boolean => shown === MASK && raw !== MASK;

export const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/** What may be shown of a value. */
export function shownOf(side: Side): Shown {
  if (isAbsent(side.raw) || side.isNothing) return { kind: "absent" };
  // a place that a mask has changed the form of
  if (isAbsent(side.shown) || isHidden(side)) return { kind: "secret" };
  return { kind: "value", value: side.shown };
}

/** A change of one value. Where only what is secret in it differs, both sides are secret. */
export function change(path: string, before: Side, after: Side, lines?: readonly string[]): AttributeChange {
  const [was, is] = [shownOf(before), shownOf(after)];
  const same = was.kind === "value" && is.kind === "value" && isDeepStrictEqual(was.value, is.value);
  if (same) return { path, before: { kind: "secret" }, after: { kind: "secret" } };
  return { path, before: was, after: is, ...(lines && lines.length > 0 && { lines }) };
}

/** A value as text, for lists of what goes and comes. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Whether a switch is on; Terraform and Helm write some of them as text. */
export const isTrue = (value: unknown): boolean => value === true || value === "true";
