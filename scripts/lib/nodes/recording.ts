import { z } from "zod";
import { checkedForm } from "../files/checked-form";
import { isJsonWith } from "../files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../files/output";
import { parseJson } from "../files/read-json";

const text = z.string();
const none = z.strictObject({ kind: z.literal("none"), why: text });
const map = z.record(text, text);

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
  repair: z.discriminatedUnion("kind", [
    none,
    z.strictObject({ kind: z.literal("asked"), memory: text, journal: text }),
  ]),
});

/** What a cluster said of its nodes. It has their names and labels, and who drained them, and never credentials. */
export type NodesRecording = z.output<typeof recordingSchema>;

/** @throws DocumentError when the text is no such recording */
export function parseNodesRecording(content: string, file: string): NodesRecording {
  const document = { name: file, fix: "Record it anew with --record." };
  return checkedForm(recordingSchema, parseJson(content, document), { ...document, what: "a recording of nodes" });
}

/** The file of `--record`, looked at before anybody is asked. */
export const nodesRecordingFile = (path: string, force: boolean | undefined): Output =>
  outputFile({ option: "--record", path, isGenerated: isJsonWith("format", "takenAt", "slurm", "hosts"), force });

/** @throws ExpectedError when the file cannot be written */
export function writeNodesRecording(output: Output, recording: NodesRecording): void {
  writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
}
