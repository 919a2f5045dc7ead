import { keyLines } from "./key-lines";
import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "serve.py";

/** Requests of so many clients at one time. */
export interface ServedLoad {
  readonly clients: number;
  readonly requests: number;
  /** Requests without a whole answer. */
  readonly failed: number;
  /** Whole answers with another number of tokens than was asked for. */
  readonly short: number;
  /** Until the first token, ms: the median, and the longest; null: no request was answered. */
  readonly firstMs: number | null;
  readonly worstMs: number | null;
  /** Tokens a second of all clients together; null: as above. */
  readonly rate: number | null;
}

export interface Serving {
  /** Until the server answered, s; null: it never did. */
  readonly startSeconds: number | null;
  /** What the server, or the first request without an answer, said. */
  readonly words: string | null;
  /** The first is the one that warms up. */
  readonly loads: readonly ServedLoad[];
}

/** @throws UnreadableOutputError */
export function parseServing(text: string): Serving {
  const server = onlyMatch(PROGRAM, text, /^server=(\w+)(?: gpus=\d+ seconds=(\S+))?$/gm, "the state of the server");
  const words = /^(?:server|fault): (.*)$/m.exec(text)?.[1] ?? null;
  if (server[1] !== "well") return { startSeconds: null, words, loads: [] };
  if (!/^end=yes$/m.test(text)) throw new UnreadableOutputError(PROGRAM, "has no end: it is cut");
  const maybe = (line: Record<string, string>, key: string) =>
    line[key] === undefined ? null : numberIn(PROGRAM, line[key], key);
  const loads = keyLines(text, "clients").map((line) => ({
    clients: numberIn(PROGRAM, line["clients"], "clients"),
    requests: numberIn(PROGRAM, line["requests"], "requests"),
    failed: numberIn(PROGRAM, line["failed"], "failed"),
    short: numberIn(PROGRAM, line["short"], "short"),
    firstMs: maybe(line, "firstMs"),
    worstMs: maybe(line, "worstMs"),
    rate: maybe(line, "rate"),
  }));
  if (loads.length < 2) throw new UnreadableOutputError(PROGRAM, "has no line of clients");
  return { startSeconds: numberIn(PROGRAM, server[2], "seconds"), words, loads };
}
