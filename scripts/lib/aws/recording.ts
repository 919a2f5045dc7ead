import { z } from "zod";
import { checkedForm } from "../files/checked-form";
import { isRecording } from "../files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../files/output";
import { parseJson } from "../files/read-json";

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
  /** What hosts outside of AWS answered this machine, read by whoever asked them. */
  hosts: z.array(z.unknown()).optional(),
});

/** One call and what came of it: `output` or `error`. */
export type Recorded = z.output<typeof recordedSchema>;

/** Answers of AWS at a moment. It has names, ids and addresses of the account, and never credentials. */
export type Recording = z.output<typeof recordingSchema>;

/** @throws DocumentError when the text is not a recording */
export function parseRecording(text: string, file: string): Recording {
  const document = { name: file, fix: "Record it anew with --record." };
  return checkedForm(recordingSchema, parseJson(text, document), { ...document, what: "a recording of AWS's answers" });
}

/** The file of `--record`, looked at before AWS is asked; a recording that is there is replaced. */
export const recordingFile = (path: string, force: boolean | undefined): Output =>
  outputFile({ option: "--record", path, isGenerated: isRecording, force });

/** @throws ExpectedError when the file cannot be written */
export function writeRecording(output: Output, recording: Recording): void {
  writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
}
