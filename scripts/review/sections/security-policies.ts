import { parsePolicy, type Policy } from "../../lib/aws/policies";
import type { ReviewedChange } from "../changes/resource-changes";
import { policyDangers } from "./policy-dangers";
import { grants, type Grants } from "./policy-grants";
import { ownOf } from "./own";
import { tell, type Scene, type Told } from "./scene";
import { capital, listOf, recordOf, thing } from "./words";

/** Policies of one resource, by the attribute that holds them. */
type Policies = ReadonlyMap<string, Policy>;

/** What IAM, key, bucket and trust policies let do that could not be done before. */
export function openedPolicies(scene: Scene): Told[] {
  return scene.changes.flatMap((change) => {
    const [before, after] = [policiesOf(change.before), policiesOf(change.after)];
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return [
      ...names.flatMap((name) => told(change, name, before.get(name) ?? null, after.get(name) ?? null, scene)),
      ...hidden(change, before, after),
    ];
  });
}

function policiesOf(values: ReviewedChange["before"]): Policies {
  const texts = Object.entries(values ?? {}).flatMap(([name, value]): [string, unknown][] =>
    name === "inline_policy"
      ? listOf(value).map((one) => [`inline policy ${String(recordOf(one)["name"])}`, recordOf(one)["policy"]])
      : textsIn(name, value),
  );
  return new Map(
    texts.flatMap(([name, text]) => {
      const policy = parsePolicy(text);
      return policy ? [[name, policy] as const] : [];
    }),
  );
}

/** A policy may stand in a block, too. */
function textsIn(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(`${name}.${key}`, inner));
}

function told(change: ReviewedChange, name: string, before: Policy | null, after: Policy | null, scene: Scene): Told[] {
  // a policy that becomes unknown is told as that
  if (after === null && change.action !== "delete" && recordOf(change.unknown)[name] === true) return [];
  const own = ownOf(scene);
  const known = before ? policyDangers(before, own) : [];
  const dangers = after ? policyDangers(after, own).filter((danger) => !known.includes(danger)) : [];
  const differences = grants(before, after, own);
  if (dangers.length > 0 && isBoundary(change, scene)) return [limits(change, dangers, differences)];
  return [
    ...dangerous(change, dangers, differences),
    ...(dangers.length > 0 ? [] : opened(change, differences, before)),
    ...closed(change, differences, scene),
  ];
}

/** The policy that the roles of a pipeline may give no role more than. */
const isBoundary = ({ type, after }: ReviewedChange, { input }: Scene): boolean =>
  type === "aws_iam_policy" && input.after?.ci != null && after?.["name"] === input.after.ci.boundaryName;

function limits(change: ReviewedChange, dangers: readonly string[], { come }: Grants): Told {
  return tell("security", "warning", change, {
    title: `${capital(thing(change))} is a permissions boundary: it gives nothing, and roles that the pipeline makes may get that much.`,
    details: [...dangers.map((danger) => `Up to: ${danger}.`), ...lines("Now up to", come)],
  });
}

function dangerous(change: ReviewedChange, dangers: readonly string[], { come }: Grants): Told[] {
  if (dangers.length === 0) return [];
  const [first = "", ...more] = dangers;
  const others = more.length > 0 ? `, and ${more.length} more` : "";
  const verb = / may /.test(first) ? "" : "it allows ";
  return [
    tell("security", "danger", change, {
      title: `${capital(thing(change))} opens: ${verb}${first}${others}.`,
      details: [...more.map((danger) => `Also: ${danger}.`), ...lines("May now", come)],
    }),
  ];
}

/** Only what is added to something that is there: whatever is new is made with the rights that it needs. */
function opened(change: ReviewedChange, { come, isWide, loosened, undenied }: Grants, before: Policy | null): Told[] {
  const details = [
    ...lines("Under other conditions than before", loosened),
    ...lines(
      "May now",
      come.filter((one) => !loosened.includes(one)),
    ),
    ...lines("No longer denied", undenied),
  ];
  if (details.length === 0 || change.action === "delete") return [];
  if (change.action === "create" || (before === null && change.action !== "update")) {
    return isWide
      ? [tell("security", "warning", change, { title: `${capital(thing(change))} allows much.`, details })]
      : [];
  }
  const severity = isWide || loosened.length + undenied.length > 0 ? "danger" : "info";
  return [tell("security", severity, change, { title: `${capital(thing(change))} allows more than before.`, details })];
}

/** What a key no longer lets read, and what is no longer denied when a policy goes. */
function closed(change: ReviewedChange, { come, gone, undenied }: Grants, { where }: Scene): Told[] {
  if (change.action === "delete") {
    const owner = change.before?.["bucket"];
    const goes = where("aws_s3_bucket", "bucket", owner).some(({ action }) => action === "delete");
    if (undenied.length === 0 || goes) return [];
    return [
      tell("security", "danger", change, {
        title: `${capital(thing(change))} goes, and with it what it denies.`,
        details: lines("No longer denied", undenied),
      }),
    ];
  }
  if (gone.length === 0 || change.action === "create") return [];
  const isKey = /^aws_kms_/.test(change.type);
  const title = isKey
    ? `${capital(thing(change))} lets do less than before: who loses it can no longer read what the key has encrypted.`
    : `${capital(thing(change))} allows less than before.`;
  return [
    tell("security", isKey && come.length === 0 ? "warning" : "info", change, {
      title,
      details: lines("May no longer", gone),
    }),
  ];
}

function hidden(change: ReviewedChange, before: Policies, after: Policies): Told[] {
  if (change.action === "create" || change.action === "delete") return [];
  const names = [...before].flatMap(([name, policy]) =>
    after.has(name) || recordOf(change.unknown)[name] !== true || allowsAll(policy) ? [] : [name],
  );
  return names.map((name) =>
    tell("security", "danger", change, {
      title: `${capital(thing(change))} changes, and what it allows is known after apply only (${name}).`,
    }),
  );
}

/**
 * Everybody may do everything, and nothing is denied: whatever comes after, nothing is opened. So is the policy that AWS
 * gives a VPC endpoint which has none of its own, and whose successor has one only after apply.
 */
const allowsAll = ({ statements }: Policy): boolean =>
  statements.every(({ effect }) => effect === "Allow") &&
  statements.some(
    ({ actions, principals, resources, conditions }) =>
      [actions, principals, resources].every((all) => all.includes("*")) && Object.keys(conditions).length === 0,
  );

const MOST_LINES = 10;

function lines(label: string, texts: readonly string[]): string[] {
  const told = texts.slice(0, MOST_LINES).map((text) => `${label}: ${text}.`);
  return texts.length > MOST_LINES ? [...told, `… and ${texts.length - MOST_LINES} more`] : told;
}
