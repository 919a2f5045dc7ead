import { didYouMean } from "../../config/nearest";
import { STACKS } from "../../config/resolve/names";
import type { Acknowledgement, Finding, ReviewInput } from "./model";

export interface Acknowledged {
  readonly findings: readonly Finding[];
  /** What is wrong with acknowledgements that are for this environment. */
  readonly problems: readonly string[];
}

/**
 * Findings with who has acknowledged them.
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
  const ours = acknowledgements.filter((one) =>
    isFor(
      one,
      environment,
      stacks.map(({ stack }) => stack),
    ),
  );
  const today = now.toISOString().slice(0, 10);
  const valid = new Map<string, Acknowledgement>();
  const problems: string[] = [];
  for (const one of ours) {
    const { address, from, expires } = one;
    const other = valid.get(address);
    if (expires < today)
      problems.push(
        `${from}: the acknowledgement of ${address} has expired on ${expires}: remove it, or say a later day.`,
      );
    else if (!happening.has(address))
      problems.push(`${from}: nothing happens to ${address}: remove the acknowledgement.${hint(address, findings)}`);
    else if (other) problems.push(`${from}: ${address} is acknowledged in ${other.from} already: remove one of them.`);
    else valid.set(address, one);
  }
  return { problems, findings: findings.map((finding) => withAcknowledgement(finding, valid)) };
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

/** Acknowledgements of other environments lie in the same folder. */
function isFor({ address }: Acknowledgement, environment: string, stacks: readonly string[]): boolean {
  const stack = address.split(".", 1)[0] ?? "";
  if (stacks.includes(stack)) return true;
  const role = STACKS.find((name) => stack.endsWith(`-${name}`));
  // a stack that no environment can have is somebody's mistake, and everybody is told
  return role === undefined || stack === `${environment}-${role}`;
}
