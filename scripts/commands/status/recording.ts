import { z } from "zod";
import { checkedForm } from "../../lib/files/checked-form";
import { outputFile, writeOutputs, type Output } from "../../lib/files/output";
import { isJsonWith } from "../../lib/files/output-kinds";
import { parseJson } from "../../lib/files/read-json";

const text = z.string();

const recordingSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  environment: text.min(1),
  /** By part: what was answered, or why nothing was. */
  parts: z.record(
    text,
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("asked"), answer: text }),
      z.strictObject({ kind: z.literal("none"), why: text }),
    ]),
  ),
});

/** What was answered at a moment. It has names of nodes, alerts and who drained nodes, and never credentials. */
export type StatusRecording = z.output<typeof recordingSchema>;

/** @throws DocumentError when the text is no such recording */
export function parseStatusRecording(content: string, file: string): StatusRecording {
  const document = { name: file, fix: "Record it anew with --record." };
  return checkedForm(recordingSchema, parseJson(content, document), { ...document, what: "a recording of status" });
}

/** The file of `--record`, looked at before anybody is asked. */
export const statusRecordingFile = (path: string, force: boolean | undefined): Output =>
  outputFile({ option: "--record", path, isGenerated: isJsonWith("format", "takenAt", "parts"), force });

/** @throws ExpectedError when the file cannot be written */
export function writeStatusRecording(output: Output, recording: StatusRecording): void {
  writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
}
