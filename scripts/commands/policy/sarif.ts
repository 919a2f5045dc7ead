import { CHECKOV_VERSION } from "./checkov";
import type { JudgedFailure } from "./exceptions";

/** Where a failure is, from the repository root. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Failures as SARIF 2.1.0; one that has a reason is suppressed with it.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarif(failures: readonly JudgedFailure[], placeOf: (failure: JudgedFailure) => Place): object {
  const titles = new Map(failures.map(({ check, title }) => [check, title]));
  const ids = [...titles.keys()];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Checkov",
            semanticVersion: CHECKOV_VERSION,
            informationUri: "https://www.checkov.io",
            rules: [...titles].map(([id, title]) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: title },
              defaultConfiguration: { level: "error" },
            })),
          },
        },
        results: failures.map((failure) => ({
          ruleId: failure.check,
          ruleIndex: ids.indexOf(failure.check),
          level: "error",
          message: { text: `${failure.stack}.${failure.address}: ${failure.title}` },
          locations: [location(failure, placeOf(failure))],
          // lines move whenever a stack changes; the address stays
          partialFingerprints: { "railyard/v1": `${failure.check}:${failure.stack}.${failure.address}` },
          ...(failure.exception && {
            suppressions: [{ kind: "external", status: "accepted", justification: failure.exception.reason }],
          }),
        })),
      },
    ],
  };
}

function location({ stack, address }: JudgedFailure, { file, line }: Place): object {
  return {
    physicalLocation: { artifactLocation: { uri: file, uriBaseId: "%SRCROOT%" }, region: { startLine: line } },
    logicalLocations: [{ fullyQualifiedName: `${stack}.${address}`, kind: "resource" }],
  };
}
