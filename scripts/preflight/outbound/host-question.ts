import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** Whether somebody answers as a registry does: HTTPS at `/v2/`. */
export interface HostQuestion {
  /** Name or address with the port, such as `harbor.example.com:443`. */
  readonly host: string;
  /** The proxy on the way. @default - the network alone */
  readonly proxy?: string;
}

const replySchema = z.discriminatedUnion("kind", [
  /** The host said something. */
  z.strictObject({ kind: z.literal("answered"), status: z.int() }),
  /** The proxy let nobody through. */
  z.strictObject({ kind: z.literal("refused-by-proxy"), status: z.int() }),
  /** There was an answer, with a certificate that is not trusted. */
  z.strictObject({ kind: z.literal("not-trusted"), code: z.string() }),
  /** There was none; of the proxy where `atProxy`. */
  z.strictObject({ kind: z.literal("silent"), code: z.string(), atProxy: z.boolean() }),
]);

export type HostReply = z.output<typeof replySchema>;

/** A question of this machine to a host. It never throws but when it was interrupted. */
export type AskHost = (question: HostQuestion) => Promise<HostReply | null>;

/** What hosts answered, as recordings hold it. */
export const recordedHostsSchema = z.array(
  z.strictObject({
    asked: z.strictObject({ host: z.string(), proxy: z.string().optional() }),
    reply: replySchema,
  }),
);

export type RecordedHosts = z.output<typeof recordedHostsSchema>;

/** Asks as before, and keeps every answer in the list. */
export const recordedHosts =
  (ask: AskHost, answers: RecordedHosts): AskHost =>
  async (question) => {
    const reply = await ask(question);
    if (reply) answers.push({ asked: { ...question }, reply });
    return reply;
  };

/** Answers from a recording; null: it has none. */
export const replayedHosts =
  (answers: RecordedHosts | undefined): AskHost =>
  (question) =>
    Promise.resolve(answers?.find(({ asked }) => isDeepStrictEqual(asked, { ...question }))?.reply ?? null);
