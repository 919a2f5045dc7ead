import { isDeepStrictEqual } from "node:util";
import { maskValue } from "../changes/mask-value";
import { type Values } from "../changes/values";
import { findingOn, type SectionFinding } from "./change-set";
import { listOf, exactText } from "./words";
import { isPlain } from "../../../config/kernel/plain";

/** What a resource says to Terraform and not to AWS; all else of it is in the plan, and so is what its number does. */
const META = ["lifecycle", "provisioner", "connection", "provider"];

/** Differences of resources that no plan shows. @param was resources by type and name */
export function resourceCode(stack: string, was: unknown, is: unknown): SectionFinding[] {
  return entries(is).flatMap(([type, byName]) =>
    entries(byName).flatMap(([name, now]) => {
      const before = inside(inside(was, type), name);
      const one: Resource = { at: `${stack}.${type}.${name}`, name: `${type}.${name}`, before, after: now };
      return [...provisioners(one), ...(before === undefined ? [] : [...lifecycle(one), ...others(one)])];
    }),
  );
}

interface Resource {
  /** What an acknowledgement names. */
  readonly at: string;
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

const entries = (value: unknown): [string, unknown][] => (isPlain(value) ? Object.entries(value) : []);
const inside = (value: unknown, key: string): unknown => (isPlain(value) ? value[key] : undefined);

const text = (value: unknown): string => (value === undefined ? "nothing" : exactText(maskValue(value)));
const change = (was: unknown, is: unknown): string => `${text(was)} → ${text(is)}`;

/** Of something new too: a program runs when it is made. */
function provisioners({ at, name, before, after }: Resource): SectionFinding[] {
  const [was, is] = [inside(before, "provisioner"), inside(after, "provisioner")];
  if (is === undefined || isDeepStrictEqual(was, is)) return [];
  return [
    findingOn("security", "danger", at, {
      title: `${name} runs programs where it is applied, with the credentials of who applies.`,
      details: [change(was, is)],
    }),
  ];
}

function lifecycle({ at, name, before, after }: Resource): SectionFinding[] {
  const [was, is]: Values[] = [before, after].map((value) => {
    const found = inside(value, "lifecycle");
    return isPlain(found) ? found : {};
  });
  const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return keys.flatMap((key) => {
    const [old, now] = [was?.[key], is?.[key]];
    if (isDeepStrictEqual(old, now) || isStricter(key, old, now)) return [];
    const { section, title } = LIFECYCLE[key] ?? { section: "rest", title: `has another ${key}` };
    return [
      findingOn(section, "danger", at, {
        title: `${name} ${title}.`,
        details: [`lifecycle.${key}: ${change(old, now)}`],
      }),
    ];
  });
}

const LIFECYCLE: Readonly<Record<string, Pick<SectionFinding, "section" | "title">>> = {
  prevent_destroy: { section: "lost", title: "loses its protection: from then on a plan may destroy it" },
  ignore_changes: {
    section: "rest",
    title: "is no longer kept as the code says: changes by others are not seen, nor taken back",
  },
  create_before_destroy: { section: "stops", title: "is replaced in another order from then on" },
  replace_triggered_by: { section: "stops", title: "is replaced for other reasons than before" },
  precondition: { section: "rest", title: "is no longer checked as before it was applied" },
  postcondition: { section: "rest", title: "is no longer checked as after it was applied" },
};

/** What only makes Terraform more careful, or what the plan shows the whole effect of. */
function isStricter(key: string, was: unknown, is: unknown): boolean {
  const isIn = (inner: unknown, outer: unknown) =>
    listOf(inner).every((one) => listOf(outer).some((other) => isDeepStrictEqual(one, other)));
  switch (key) {
    case "prevent_destroy":
    case "create_before_destroy":
      return is === true || (was !== true && is !== true);
    case "ignore_changes":
      return is === undefined || (Array.isArray(is) && (was === "all" || isIn(is, was)));
    case "precondition":
    case "postcondition":
      return was === undefined || isIn(was, is);
    default:
      return false;
  }
}

function others({ at, name, before, after }: Resource): SectionFinding[] {
  return META.filter((key) => key !== "lifecycle" && key !== "provisioner").flatMap((key) => {
    const [was, is] = [inside(before, key), inside(after, key)];
    if (isDeepStrictEqual(was, is)) return [];
    return [
      findingOn("rest", "danger", at, {
        title: `${name} has another ${key}.`,
        details: [`${key}: ${change(was, is)}`],
      }),
    ];
  });
}
