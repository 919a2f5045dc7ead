import { z } from "zod";
import { checkedForm } from "../../lib/files/checked-form";
import { isJsonWith } from "../../lib/files/output-kinds";
import { outputFile, writeOutputs, type Output } from "../../lib/files/output";
import { parseJson } from "../../lib/files/read-json";

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

/** @throws DocumentError when the text is no such recording */
export function parseUsageRecording(content: string, file: string): UsageRecording {
  const document = { name: file, fix: "Record it anew with --record." };
  return checkedForm(recordingSchema, parseJson(content, document), { ...document, what: "a recording of usage" });
}

/** The file of `--record`, looked at before anybody is asked. */
export const usageRecordingFile = (path: string, force: boolean | undefined): Output =>
  outputFile({ option: "--record", path, isGenerated: isJsonWith("format", "takenAt", "slurm", "prometheus"), force });

/** @throws ExpectedError when the file cannot be written */
export function writeUsageRecording(output: Output, recording: UsageRecording): void {
  writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
}
