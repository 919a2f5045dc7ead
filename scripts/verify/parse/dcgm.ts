import { z } from "zod";
import { jsonOf } from "./json-output";
import { UnreadableOutputError } from "./unreadable";

const PROGRAM = "dcgmi diag";

/** One test of the diagnostics on one entity. */
export interface DiagResult {
  readonly category: string;
  readonly test: string;
  /** `GPU 3`; `the node` where the test is of no single entity. */
  readonly entity: string;
  readonly status: "Pass" | "Fail" | "Warn" | "Skip" | "Not Run";
  readonly warnings: readonly string[];
}

const warning = z.union([z.string(), z.looseObject({ warning: z.string(), error_id: z.number().optional() })]);
const status = z.enum(["Pass", "PASS", "Fail", "FAIL", "Warn", "WARN", "Skip", "SKIP", "Not Run", "NOT RUN"]);
const diagnostic = z.looseObject({
  "DCGM Diagnostic": z.looseObject({
    runtime_error: z.string().optional(),
    test_categories: z
      .array(
        z.looseObject({
          category: z.string(),
          tests: z.array(
            z.looseObject({
              name: z.string(),
              results: z.array(
                z.looseObject({
                  status,
                  gpu_id: z.union([z.string(), z.number()]).optional(),
                  entity_group: z.string().optional(),
                  entity_id: z.number().optional(),
                  warnings: z.union([z.array(warning), z.string()]).optional(),
                }),
              ),
            }),
          ),
        }),
      )
      .optional(),
  }),
});

const STATUSES: Readonly<Record<string, DiagResult["status"]>> = {
  pass: "Pass",
  fail: "Fail",
  warn: "Warn",
  skip: "Skip",
  "not run": "Not Run",
};

/**
 * What `dcgmi diag -j` prints, of DCGM 3 (`gpu_id`) and 4 (`entity_group`).
 * @throws {UnreadableOutputError}
 * @see https://github.com/NVIDIA/DCGM/blob/master/nvvs/include/NvvsJsonStrings.h
 */
export function parseDcgm(text: string): DiagResult[] {
  const body = jsonOf(PROGRAM, text, diagnostic)["DCGM Diagnostic"];
  if (body.runtime_error) throw new UnreadableOutputError(PROGRAM, `says: ${body.runtime_error}`);
  const results = (body.test_categories ?? []).flatMap(({ category, tests }) =>
    tests.flatMap(({ name, results }) =>
      results.map(({ status, gpu_id, entity_group, entity_id, warnings = [] }) => ({
        category,
        test: name,
        entity: entity(gpu_id, entity_group, entity_id),
        status: STATUSES[status.toLowerCase()]!,
        warnings: [warnings].flat().map((one) => (typeof one === "string" ? one : one.warning)),
      })),
    ),
  );
  if (results.length === 0) throw new UnreadableOutputError(PROGRAM, "has no result of a test");
  return results;
}

function entity(gpu: string | number | undefined, group: string | undefined, id: number | undefined): string {
  if (gpu !== undefined) return `GPU ${gpu}`;
  return group !== undefined && id !== undefined ? `${group} ${id}` : "the node";
}
