import { z } from "zod";
import { RecordingFile } from "../../lib/files/recording";

const text = z.string();

const none = z.strictObject({ kind: z.literal("none"), why: text });

const asked = z.discriminatedUnion("kind", [none, z.strictObject({ kind: z.literal("asked"), answer: text })]);

const recordingSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  environment: text.min(1),
  period: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
  slurm: z.discriminatedUnion("kind", [
    none,
    z.strictObject({
      kind: z.literal("asked"),
      answers: z.strictObject({ separator: text.min(1), jobs: text, events: text, nodes: text, queue: text }),
    }),
  ]),
  /** Pools of the nodes that Kubernetes has, by the names of the nodes. */
  nodes: z.record(text, text),
  prometheus: asked,
  /** Older recordings have none. */
  kueue: asked.default({ kind: "none", why: "it was not asked when this was recorded" }),
});

/** What a cluster said of its usage. It has names of people and what they wrote of their jobs, and never credentials. */
export type UsageRecording = z.output<typeof recordingSchema>;

export const USAGE_RECORDING = new RecordingFile({
  what: "usage",
  schema: recordingSchema,
  keys: ["slurm", "prometheus"],
});
