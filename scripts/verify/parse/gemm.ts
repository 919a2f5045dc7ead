import { keyLines } from "./key-lines";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "gemm.py";

/** Products of one GPU. */
export interface GemmRun {
  readonly gpu: number;
  readonly kind: "cuda" | "cpu";
  readonly tflops: number;
  /** In the first third of its time, and in the last one. */
  readonly first: number;
  readonly last: number;
  /** Whether the last product is the first one, bit by bit. */
  readonly same: boolean;
}

/** @throws UnreadableOutputError */
export function parseGemm(text: string): GemmRun[] {
  const lines = keyLines(text, "gpu");
  if (lines.length === 0) {
    const error = /^(?:\w+\.)*\w*Error\b.*$/m.exec(text)?.[0];
    throw new UnreadableOutputError(PROGRAM, error ? `says: ${error}` : "has no line of a GPU");
  }
  const number = (line: Record<string, string>, key: string) => numberIn(PROGRAM, line[key], key);
  const runs = lines.map((line) => ({
    gpu: number(line, "gpu"),
    kind: line["kind"] === "cuda" ? ("cuda" as const) : ("cpu" as const),
    tflops: number(line, "tflops"),
    first: number(line, "first"),
    last: number(line, "last"),
    same: line["same"] === "yes",
  }));
  if (new Set(runs.map(({ gpu }) => gpu)).size < runs.length)
    throw new UnreadableOutputError(PROGRAM, "has a GPU twice: those of several nodes are mixed");
  return runs;
}
