import { changedItems } from "./lines";
import { maskValue } from "./mask-value";
import type { Found, Place } from "./place";
import { meaning, samePolicy, type Policy, type Statement } from "../../lib/aws/policies";
import { change, type Side } from "./values";

/** Differences of two policies statement by statement; none where they mean the same. */
export function comparePolicies(place: Place, before: Policy, after: Policy): Found[] {
  if (samePolicy(before, after)) return [];
  const same = new Set(
    before.statements.map(meaning).filter((one) => after.statements.some((s) => meaning(s) === one)),
  );
  const left = (all: readonly Statement[]) => all.filter((one) => !same.has(meaning(one)));
  const [old, now] = [left(before.statements), left(after.statements)];
  const paired = old.flatMap((was) => {
    const is = now.find(({ sid }) => sid !== null && sid === was.sid);
    return is ? [{ was, is }] : [];
  });
  const alone = (all: readonly Statement[]) =>
    all.filter((one) => !paired.some(({ was, is }) => one === was || one === is));
  const version =
    before.version === after.version ? [] : [differenceAt(place, "Version", before.version, after.version)];
  return [
    ...version,
    ...paired.flatMap(({ was, is }) => statements(place, was, is)),
    ...alone(old).map((one) => differenceAt(place, name(one), plain(one), undefined)),
    ...alone(now).map((one) => differenceAt(place, name(one), undefined, plain(one))),
  ];
}

/** Parts of a statement by their names in a policy. */
const PARTS = [
  ["Effect", "effect"],
  ["Principal", "principals"],
  ["NotPrincipal", "notPrincipals"],
  ["Action", "actions"],
  ["NotAction", "notActions"],
  ["Resource", "resources"],
  ["NotResource", "notResources"],
  ["Condition", "conditions"],
] as const;

function statements(place: Place, before: Statement, after: Statement): Found[] {
  return PARTS.flatMap(([label, part]) => {
    const [was, is] = [before[part], after[part]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [differenceAt(place, `${name(after)}.${label}`, was, is)];
  });
}

/** Without what it does not have. */
function plain(statement: Statement): Record<string, unknown> {
  const entries = PARTS.map(([label, part]) => [label, statement[part]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string" || Object.keys(value).length > 0));
}

const name = ({ sid }: Statement): string => (sid === null ? "Statement" : `Statement[${sid}]`);

function differenceAt({ text, steps, type }: Place, path: string, before: unknown, after: unknown): Found {
  const side = (raw: unknown): Side => ({ raw, shown: maskValue(raw) });
  const [was, is] = [side(before), side(after)];
  const lines =
    Array.isArray(was.shown) && Array.isArray(is.shown)
      ? changedItems(was.shown.map(String), is.shown.map(String))
      : [];
  return { steps, type, change: change(`${text} ${path}`, was, is, lines) };
}
