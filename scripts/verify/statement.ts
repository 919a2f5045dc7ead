import type { Evidence } from "./evidence";

/** @see https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
export const PREDICATE = "https://in-toto.io/attestation/test-result/v0.1";

/** What has neither passed nor failed proves nothing: whoever asks for a pass does not get it. */
const RESULTS: Readonly<Record<Evidence["outcome"], "PASSED" | "WARNED" | "FAILED">> = {
  passed: "PASSED",
  measured: "WARNED",
  failed: "FAILED",
  incomplete: "FAILED",
};

/** A file that the statement is about. */
export interface Subject {
  readonly name: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Evidence as a statement of in-toto: these files are what a run of a suite on an environment found.
 * @see https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
 */
export function statementOf(evidence: Evidence, subjects: readonly Subject[]): Readonly<Record<string, unknown>> {
  const { environment, suite, part, configHash, program, pools } = evidence;
  const notProved = pools.flatMap(({ unseen, unrun }) => [...unseen, ...unrun]);
  const named = (...statuses: readonly string[]) =>
    pools.flatMap(({ runs }) =>
      runs.flatMap(({ check, nodes, status }) =>
        statuses.includes(status) ? [`${check}${nodes.length > 0 ? ` ${nodes.join(",")}` : ""}`] : [],
      ),
    );
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: PREDICATE,
    predicate: {
      result: RESULTS[evidence.outcome],
      configuration: [
        {
          name: environment,
          uri: `urn:railyard:config:${configHash}`,
          annotations: {
            // whoever asks for a suite does not get a part of it
            suite: part ? `part of ${suite}` : suite,
            ...(part && { part }),
            program,
            outcome: evidence.outcome,
            ...(notProved.length > 0 && { notProved }),
            finishedAt: evidence.finishedAt,
          },
        },
      ],
      passedTests: named("passed"),
      warnedTests: named("measured"),
      failedTests: named("failed", "unreadable", "not-run"),
    },
  };
}
