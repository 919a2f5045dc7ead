import { z } from "zod";
import { ExpectedError } from "../errors/expected-error";
import { isRecording } from "../files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../files/output";

const recordedSchema = z.strictObject({
  service: z.string().min(1),
  operation: z.string().min(1),
  region: z.string().min(1),
  input: z.unknown(),
  output: z.unknown().optional(),
  error: z.strictObject({ name: z.string(), message: z.string(), status: z.number().nullable() }).optional(),
});

const recordingSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  answers: z.array(recordedSchema),
});

/** One call and what came of it: `output` or `error`. */
export type Recorded = z.output<typeof recordedSchema>;

/** Answers of AWS at a moment. It has names, ids and addresses of the account, and never credentials. */
export type Recording = z.output<typeof recordingSchema>;

/** @throws ExpectedError when the text is not a recording */
export function parseRecording(text: string, file: string): Recording {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ExpectedError(`${file} is not JSON: ${(error as Error).message}. Record it anew with --record.`);
  }
  const parsed = recordingSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ExpectedError(
    `${file} is not a recording of AWS's answers: ${issue?.path.join(".") || "the whole"}: ${issue?.message}. Record it anew with --record.`,
  );
}

/** The file of `--record`, looked at before AWS is asked; a recording that is there is replaced. */
export const recordingFile = (path: string, force: boolean | undefined): Output =>
  outputFile({ option: "--record", path, isOurs: isRecording, force });

/** @throws ExpectedError when the file cannot be written */
export function writeRecording(output: Output, recording: Recording): void {
  writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
}
