import { z } from "zod";
import { RecordingFile } from "../files/recording";

/** Why nothing is remembered of repairs of nodes that no partition has. */
export const NO_LOOP = "the environment repairs no nodes of Kubernetes alone";

const text = z.string();
const none = z.strictObject({ kind: z.literal("none"), why: text });
const map = z.record(text, text);

const memory = z.discriminatedUnion("kind", [
  none,
  z.strictObject({ kind: z.literal("asked"), memory: text, journal: text }),
]);

const recordingSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  environment: text.min(1),
  /** What sinfo printed. */
  slurm: z.discriminatedUnion("kind", [none, z.strictObject({ kind: z.literal("asked"), answer: text })]),
  hosts: z.array(
    z.strictObject({
      name: text,
      uid: text,
      bootId: text,
      ready: text.nullable(),
      readySince: text.nullable(),
      cordoned: z.boolean(),
      providerId: text,
      labels: map,
      annotations: map,
    }),
  ),
  pods: z.array(z.strictObject({ name: text, uid: text, host: text, hostname: text, ready: z.boolean() })),
  /** What repair remembers, as it writes it. */
  repair: memory,
  /** The same of nodes that no partition has. */
  health: memory.default({ kind: "none", why: NO_LOOP }),
});

/** What a cluster said of its nodes. It has their names and labels, and who drained them, and never credentials. */
export type NodesRecording = z.output<typeof recordingSchema>;

export const NODES_RECORDING = new RecordingFile({
  what: "nodes",
  schema: recordingSchema,
  keys: ["slurm", "hosts"],
});
