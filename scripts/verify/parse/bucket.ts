import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "the AWS CLI";

/** An object that was written in parts, and read. */
export interface BucketRun {
  readonly bytes: number;
  readonly parts: number;
  readonly writeSeconds: number;
  readonly readSeconds: number;
  /** Whether what was read is what was written. */
  readonly same: boolean;
}

/** @throws UnreadableOutputError */
export function parseBucket(text: string): BucketRun {
  const refused = /^error=(.*)$/m.exec(text)?.[1];
  if (refused !== undefined) throw new UnreadableOutputError(PROGRAM, `says: ${refused}`);
  const values = new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!.trim()]));
  if (!values.has("same")) throw new UnreadableOutputError(PROGRAM, "is cut");
  const number = (key: string) => numberIn(PROGRAM, values.get(key), key);
  return {
    bytes: number("bytes"),
    parts: number("parts"),
    writeSeconds: number("writeNanoseconds") / 1e9,
    readSeconds: number("readNanoseconds") / 1e9,
    same: values.get("same") === "yes",
  };
}
