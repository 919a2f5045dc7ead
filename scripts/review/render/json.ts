import { EXIT_CODES, type Acknowledgement, type ResourceChange, type Review, type Shown, type Verdict } from "../model";
import { acknowledgementText } from "./acknowledgement-text";
import { blocks, worst } from "./standing";

/**
 * The form of `review.json`. Keys are only ever added to a version: a gate that reads this one keeps working.
 * Values of secrets are not in it, nor the environments or the full attributes of resources.
 */
export interface ReviewJson {
  readonly version: 1;
  /** The gravest of the environments. */
  readonly verdict: Verdict;
  /** 0 safe or acknowledged, 2 needs an acknowledgement, 1 broken. */
  readonly exitCode: number;
  readonly environments: readonly EnvironmentJson[];
}

export interface EnvironmentJson extends Pick<
  Review,
  "environment" | "asked" | "verdict" | "problems" | "counts" | "noise" | "tables" | "config"
> {
  readonly exitCode: number;
  readonly findings: readonly FindingJson[];
  /** Everything that changes and is no noise. */
  readonly changes: readonly ChangeJson[];
}

export interface FindingJson {
  readonly section: Review["findings"][number]["section"];
  readonly severity: Review["findings"][number]["severity"];
  readonly title: string;
  readonly details: readonly string[];
  /** Steps that lose least, in their order; empty where none are known. `command`: null where there is none. */
  readonly safer: readonly { readonly text: string; readonly command: string | null }[];
  /** `<stack>.<address>`; null: the finding is about no single resource. */
  readonly address: string | null;
  /** What an acknowledgement names beside the address; null: it is no danger. */
  readonly danger: string | null;
  /** Null: nobody has acknowledged it. */
  readonly acknowledged: Acknowledgement | null;
  /** Whether it stands in the way. */
  readonly blocks: boolean;
  /** Content of the file that would let it pass; null where nothing is needed. */
  readonly acknowledgeWith: string | null;
}

export interface ChangeJson extends Pick<
  ResourceChange,
  "stack" | "address" | "type" | "action" | "createBeforeDestroy"
> {
  /** Why it is replaced. */
  readonly reasons: readonly { readonly path: string; readonly before: Shown; readonly after: Shown }[];
  /** Paths of all attributes that differ. */
  readonly attributes: readonly string[];
}

/** What a gate reads: written by hand, key by key, so that nothing comes in by accident. */
export function reviewJson(reviews: readonly Review[]): ReviewJson {
  const verdict = worst(reviews);
  return { version: 1, verdict, exitCode: EXIT_CODES[verdict], environments: reviews.map(environmentJson) };
}

function environmentJson(review: Review): EnvironmentJson {
  const { environment, asked, verdict, problems, counts, noise } = review;
  return {
    environment,
    asked,
    verdict,
    exitCode: EXIT_CODES[verdict],
    problems,
    counts: { create: counts.create, update: counts.update, replace: counts.replace, delete: counts.delete },
    noise,
    findings: review.findings.map(findingJson),
    tables: review.tables.map(({ section, title, rows, notes }) => ({
      section,
      title,
      rows: rows.map(({ label, before, after, delta, changed }) => ({
        label,
        before,
        after,
        ...(delta !== undefined && { delta }),
        changed,
      })),
      notes,
    })),
    config: review.config.map(({ path, before, after, policy, note }) => ({
      path,
      before,
      after,
      policy,
      ...(note !== undefined && { note }),
    })),
    changes: review.changes.map(changeJson),
  };
}

function findingJson(finding: Review["findings"][number]): FindingJson {
  const { section, severity, title, details, safer = [], address, acknowledged } = finding;
  const needed = blocks(finding) && address !== undefined;
  return {
    section,
    severity,
    title,
    details,
    safer: safer.map(({ text, command }) => ({ text, command: command ?? null })),
    address: address ?? null,
    danger: finding.danger ?? null,
    acknowledged: acknowledged
      ? {
          from: acknowledged.from,
          by: acknowledged.by,
          address: acknowledged.address,
          danger: acknowledged.danger,
          reason: acknowledged.reason,
          expires: acknowledged.expires,
        }
      : null,
    blocks: blocks(finding),
    acknowledgeWith: needed ? acknowledgementText(finding).yaml : null,
  };
}

function changeJson({
  stack,
  address,
  type,
  action,
  createBeforeDestroy,
  reasons,
  attributes,
}: ResourceChange): ChangeJson {
  return {
    stack,
    address,
    type,
    action,
    createBeforeDestroy,
    reasons: reasons.map(({ path, before, after }) => ({ path, before: shownJson(before), after: shownJson(after) })),
    attributes: attributes.map(({ path }) => path),
  };
}

const shownJson = (shown: Shown): Shown =>
  shown.kind === "value" ? { kind: shown.kind, value: shown.value } : { kind: shown.kind };
