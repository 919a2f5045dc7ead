import { isDeepStrictEqual } from "node:util";
import { readText } from "../files/read-json";
import { parseRecording, type Recorded, type Recording } from "./recording";
import { decode, encode } from "./recorded-value";

/** A recording has no answer to a call. */
export class NotRecordedError extends Error {
  override readonly name = "NotRecordedError";
}

interface CallContext {
  readonly clientName?: string;
  readonly commandName?: string;
}

type Handler = (args: { input: unknown }) => Promise<{ output: object; response: unknown }>;

/** What stands between the SDK and the network. */
export interface Answers {
  /** Nothing reaches AWS. */
  readonly replays: boolean;
  readonly middleware: (region: string) => (next: Handler, context: CallContext) => Handler;
}

/** Everything that AWS answered, in the order in which it was asked. */
export class Recorder implements Answers {
  readonly replays = false;
  readonly #answers: Recorded[] = [];

  middleware(region: string): (next: Handler, context: CallContext) => Handler {
    return (next, context) => async (args) => {
      const call = callOf(region, context, args.input);
      try {
        const result = await next(args);
        this.#answers.push({ ...call, output: encode(withoutMetadata(result.output)) });
        return result;
      } catch (error) {
        const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
        this.#answers.push({ ...call, error: { name, message, status: $metadata?.httpStatusCode ?? null } });
        throw error;
      }
    };
  }

  /** @param takenAt moment of the recording, ISO 8601 */
  recording(takenAt: string): Recording {
    return { format: 1, takenAt, answers: this.#answers };
  }
}

/** Answers from a recording. The same call gets its answers in their order, and the last one again and again. */
export class Replayer implements Answers {
  readonly replays = true;
  readonly #recording: Recording;
  readonly #used = new Set<Recorded>();

  /** @throws DocumentError when the file of `--replay` cannot be read or is no recording */
  static from(file: string): Replayer {
    return new Replayer(readText(file, { name: `--replay: ${file}` }), file);
  }

  /** @throws DocumentError when the text is no recording */
  constructor(text: string, file: string) {
    this.#recording = parseRecording(text, file);
  }

  /** Moment of the recording, ISO 8601. */
  get takenAt(): string {
    return this.#recording.takenAt;
  }

  /** What hosts outside of AWS answered, as it was written. */
  get hosts(): readonly unknown[] | undefined {
    return this.#recording.hosts;
  }

  middleware(region: string): (next: Handler, context: CallContext) => Handler {
    return (_next, context) => async (args) => {
      const recorded = this.#take(callOf(region, context, args.input));
      if (recorded.error) {
        const { name, message, status } = recorded.error;
        throw Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status ?? undefined } });
      }
      const output = decode(recorded.output) as object;
      return { output: { ...output, $metadata: {} }, response: {} };
    };
  }

  #take(call: Omit<Recorded, "output" | "error">): Recorded {
    const same = this.#recording.answers.filter(
      ({ service, operation, region, input }) =>
        service === call.service &&
        operation === call.operation &&
        region === call.region &&
        isDeepStrictEqual(input, call.input),
    );
    const found = same.find((one) => !this.#used.has(one)) ?? same.at(-1);
    if (!found) throw new NotRecordedError(`The recording has no answer to ${wordsOf(call)}.`);
    this.#used.add(found);
    return found;
  }
}

/** Characters of what was asked that a message has. */
const SHOWN = 200;

/** `IAM GetRole in us-east-1 for RoleName: "dev-node"`. */
function wordsOf({ service, operation, region, input }: Omit<Recorded, "output" | "error">): string {
  const asked = Object.entries(input as object).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const text = asked.join(", ");
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `${service} ${operation} in ${region}${shown && ` for ${shown}`}`;
}

function callOf(region: string, { clientName, commandName }: CallContext, input: unknown) {
  return {
    service: (clientName ?? "").replace(/Client$/, ""),
    operation: (commandName ?? "").replace(/Command$/, ""),
    region,
    input: encode(input ?? {}),
  };
}

function withoutMetadata(output: object): object {
  const { $metadata: _, ...rest } = output as { $metadata?: unknown };
  return rest;
}
