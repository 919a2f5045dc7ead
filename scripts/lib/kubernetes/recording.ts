import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { checkedForm } from "../files/checked-form";
import { writeOutputs, type Output } from "../files/output";
import { parseJson } from "../files/read-json";
import { ClusterCallError } from "./cluster-failure";
import type { AskCluster, ClusterQuestion } from "./question";

const recordedSchema = z.strictObject({
  method: z.enum(["GET", "POST", "DELETE"]),
  path: z.string().startsWith("/"),
  metadataOnly: z.boolean().optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  status: z.int().nullable(),
  reply: z.unknown(),
});

const recordingSchema = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  cluster: z.string().min(1),
  /** What hosts outside of the cluster answered this machine, read by whoever asked them. */
  hosts: z.array(z.unknown()).optional(),
  answers: z.array(recordedSchema),
});

type Recorded = z.output<typeof recordedSchema>;

/** Answers of a cluster at a moment. It has names, labels and versions of what is in the cluster, and never credentials. */
export type ClusterRecording = z.output<typeof recordingSchema>;

/** @throws DocumentError when the text is not a recording of a cluster */
export function parseClusterRecording(text: string, file: string): ClusterRecording {
  const document = { name: file, fix: "Record it anew with --record." };
  return checkedForm(recordingSchema, parseJson(text, document), {
    ...document,
    what: "a recording of a cluster's answers",
  });
}

/** Each answer is one line. @throws ExpectedError when the file cannot be written */
export function writeClusterRecording(output: Output, { answers, ...head }: ClusterRecording): void {
  const lines = answers.map((one) => `  ${JSON.stringify(one)}`).join(",\n");
  writeOutputs([
    { ...output, text: `${JSON.stringify(head, null, 1).slice(0, -2)},\n "answers": [\n${lines}\n ]\n}\n` },
  ]);
}

/** Asks as before, and keeps every answer in the list. */
export function recorded(ask: AskCluster, answers: Recorded[]): AskCluster {
  return async (question) => {
    const { status, body } = await ask(question);
    answers.push({ ...plain(question), status, reply: body ?? null });
    return { status, body };
  };
}

/** The last answer to each question: what was asked until it came about is one question of a recording. */
export function lastAnswers(answers: readonly Recorded[]): Recorded[] {
  const byQuestion = new Map<string, Recorded>();
  for (const one of answers) byQuestion.set(JSON.stringify([one.method, one.path, one.metadataOnly, one.body]), one);
  return [...byQuestion.values()];
}

/** Answers from a recording: the same question gets its answers in their order, and the last one again and again. */
export function replayed({ answers }: ClusterRecording): AskCluster {
  const used = new Set<Recorded>();
  return (question) => {
    const same = answers.filter(({ status: _, reply: __, ...asked }) => isDeepStrictEqual(asked, plain(question)));
    const found = same.find((one) => !used.has(one)) ?? same.at(-1);
    if (!found)
      throw new ClusterCallError({
        kind: "not-recorded",
        text: `The recording has no answer to ${question.method} ${question.path}.`,
        fix: "Record again with --record: the config has changed since, or the recording is of another environment.",
      });
    used.add(found);
    return Promise.resolve({ status: found.status, body: found.reply });
  };
}

/** A question as a recording holds it. */
const plain = (question: ClusterQuestion): Omit<Recorded, "status" | "reply"> =>
  JSON.parse(JSON.stringify(question)) as Omit<Recorded, "status" | "reply">;
