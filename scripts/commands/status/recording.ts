import { z } from "zod";
import { RecordingFile } from "../../lib/files/recording";

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

export const STATUS_RECORDING = new RecordingFile({
  what: "status",
  schema: recordingSchema,
  keys: ["parts"],
});
