import { isDeepStrictEqual } from "node:util";
import { awsAccess, type AwsAccess } from "../../scripts/lib/aws/access";
import type { Answers, Recorder } from "../../scripts/lib/aws/answers";

/** What the account answers to a call: its output, or an error of {@link awsError}. */
export type Answer = object | ((input: never, region: string) => object);

/** By service and operation: `IAM.GetRole`. `*` answers whatever else is asked. */
export type PretendedAnswers = Readonly<Record<string, Answer>>;

/** An error as the SDK throws it. */
export function awsError(name: string, status = 400, message = name): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
}

export interface Call {
  readonly call: string;
  readonly region: string;
  readonly input: unknown;
}

export interface PretendedAws extends AwsAccess {
  /** Every call, in its order. */
  readonly calls: readonly Call[];
}

/** Access to an account that answers from a table; a call that is not in it fails the test. */
export function pretendedAws(answers: PretendedAnswers, region = "us-east-1", recorder?: Recorder): PretendedAws {
  const calls: Call[] = [];
  const table: Answers = {
    replays: true,
    middleware: (at) => (_next, context) => async (args) => {
      const call = `${context.clientName?.replace(/Client$/, "")}.${context.commandName?.replace(/Command$/, "")}`;
      // pages of a paginator share one input, which it changes
      calls.push({ call, region: at, input: structuredClone(args.input) });
      const answer = answers[call] ?? answers["*"];
      if (answer === undefined) throw new TypeError(`${call} is not pretended`);
      const output = typeof answer === "function" ? answer(args.input as never, at) : answer;
      if (output instanceof Error) throw output;
      return { output: { ...output, $metadata: {} }, response: {} };
    },
  };
  const recorded: Answers = {
    replays: true,
    middleware: (at) => (next, context) => recorder!.middleware(at)(table.middleware(at)(next, context), context),
  };
  const access = awsAccess({ region, answers: recorder ? recorded : table, env: {} });
  return { ...access, calls };
}

/** A store of states whose lock holds: it refuses the second write of an object. */
export function lockingStore(): PretendedAnswers {
  const written = new Set<string>();
  return {
    "S3.PutObject": ({ Key }: { readonly Key: string }) => {
      if (written.has(Key)) return awsError("PreconditionFailed", 412);
      written.add(Key);
      return {};
    },
    "S3.DeleteObject": {},
  };
}

/** Inputs of the calls of an operation, each once. */
export function inputsOf({ calls }: PretendedAws, operation: string): unknown[] {
  const inputs = calls.filter(({ call }) => call === operation).map(({ input }) => input);
  return inputs.filter((input, index) => inputs.findIndex((one) => isDeepStrictEqual(one, input)) === index);
}
