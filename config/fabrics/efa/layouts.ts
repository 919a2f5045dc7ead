import type { InstanceType, LayoutName } from "../../facts/instance-types";

/** Layouts as config spells them, and as the facts do. */
const LAYOUTS = {
  "save-ip": "saveIp",
  "primary-efa": "primaryEfa",
  "max-ena": "maxEna",
  "eight-efa": "eightEfa",
} as const satisfies Readonly<Record<string, LayoutName>>;

export type WrittenLayout = keyof typeof LAYOUTS;

/** Layouts that a type offers, as config spells them. */
export function offeredLayouts(facts: InstanceType): WrittenLayout[] {
  return WRITTEN_LAYOUTS.filter((name) => layoutFor(facts, name) !== undefined);
}

const WRITTEN_LAYOUTS = Object.keys(LAYOUTS) as WrittenLayout[];

/** On types with one card, EFA on the primary interface is called `singleEfa` in the facts. */
export function layoutFor(facts: InstanceType, name: WrittenLayout): LayoutName | undefined {
  const layout = LAYOUTS[name];
  if (layout === "primaryEfa" && facts.efa.layouts.singleEfa) return "singleEfa";
  return facts.efa.layouts[layout] ? layout : undefined;
}

/** A layout of the facts, as config spells it. */
export function writtenLayout(layout: LayoutName): WrittenLayout {
  return WRITTEN_LAYOUTS.find((name) => LAYOUTS[name] === layout) ?? "primary-efa";
}
