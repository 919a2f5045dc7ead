import { didYouMean } from "../../config/kernel/nearest";
import { namesOf, STACKS } from "../../config/names/resolve";
import type { Acknowledgement, Finding, ReviewInput } from "./model";

export interface Acknowledged {
  readonly findings: readonly Finding[];
  /** What is wrong with acknowledgements that are for this environment. */
  readonly problems: readonly string[];
}

/**
 * Findings with who has acknowledged them.
 * @param findings with the digests of their dangers
 * @param happening addresses of all that changes, dangerous or not: a real plan may tell less than a rehearsal
 */
export function acknowledge(
  findings: readonly Finding[],
  {
    acknowledgements,
    environment,
    stacks,
    now,
  }: Pick<ReviewInput, "acknowledgements" | "environment" | "stacks" | "now">,
  happening: ReadonlySet<string>,
): Acknowledged {
  const planned = stacks.map(({ stack }) => stack);
  const ofEnvironment = acknowledgements.filter((one) => isFor(one, environment, planned));
  const today = now.toISOString().slice(0, 10);
  const dangers = new Map(
    findings.flatMap((one) =>
      one.address !== undefined && one.danger !== undefined ? [[one.address, one] as const] : [],
    ),
  );
  const valid = new Map<string, Acknowledgement>();
  const problems: string[] = [];
  for (const one of ofEnvironment) {
    const { address, from, expires } = one;
    const [other, danger] = [valid.get(address), dangers.get(address)];
    if (expires < today)
      problems.push(
        `${from}: the acknowledgement of ${address} has expired on ${expires}: remove it, or say a later day.`,
      );
    else if (!happening.has(address))
      problems.push(`${from}: nothing happens to ${address}: remove the acknowledgement.${hint(address, findings)}`);
    else if (other) problems.push(`${from}: ${address} is acknowledged in ${other.from} already: remove one of them.`);
    else if (danger && danger.danger !== one.danger) problems.push(anotherDanger(one, danger));
    else valid.set(address, one);
  }
  return { problems, findings: findings.map((finding) => withAcknowledgement(finding, valid)) };
}

function anotherDanger({ from, address, danger }: Acknowledgement, { title, danger: now }: Finding): string {
  return (
    `${from}: what happens to ${address} is not what was acknowledged (danger ${danger}). Now: ${title} ` +
    `If that is meant, write danger ${now}; else remove the acknowledgement.`
  );
}

function withAcknowledgement(finding: Finding, valid: ReadonlyMap<string, Acknowledgement>): Finding {
  const one = finding.severity === "danger" && finding.address !== undefined ? valid.get(finding.address) : undefined;
  return one ? { ...finding, acknowledged: one } : finding;
}

function hint(address: string, findings: readonly Finding[]): string {
  const open = findings.filter(({ severity }) => severity === "danger").flatMap((finding) => finding.address ?? []);
  const meant = didYouMean(address, [...new Set(open)]);
  return meant === undefined ? "" : ` ${meant}`;
}

const stackOf = ({ address }: Pick<Acknowledgement, "address">): string => address.split(".", 1)[0] ?? "";

const stacksOf = (environment: string): string[] => STACKS.map((role) => namesOf(environment).stack(role));

/** Acknowledgements of other environments lie in the same folder. */
function isFor(one: Acknowledgement, environment: string, stacks: readonly string[]): boolean {
  const stack = stackOf(one);
  if (stacks.includes(stack) || stacksOf(environment).includes(stack)) return true;
  // a stack that no environment can have is somebody's mistake, and everybody is told
  return !STACKS.some((role) => stack.endsWith(`-${role}`));
}

/** Acknowledgements that no environment can have, in words: a slip in the name must not go unseen. */
export function strayAcknowledgements(
  acknowledgements: readonly Acknowledgement[],
  environments: readonly string[],
): string[] {
  const all = environments.flatMap(stacksOf);
  return acknowledgements
    .filter((one) => !all.includes(stackOf(one)))
    .map((one) => {
      const meant = didYouMean(stackOf(one), all);
      return `${one.from}: no environment has a stack ${stackOf(one)}: remove the acknowledgement, or mend its address.${meant === undefined ? "" : ` ${meant}`}`;
    });
}
