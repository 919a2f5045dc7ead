import type { Answers } from "../../../../scripts/lib/aws/answers";

/** Answers by operation, such as `ListAddons`: an output, or an error by its name. */
export type Canned = Readonly<Record<string, object | ((input: never) => object)>>;

/** Answers what the server does not know, or does not tell; everything else goes to the server. */
export function canned(answers: Canned, asked: string[] = []): Answers {
  return {
    replays: false,
    middleware: () => (next, context) => async (args) => {
      const operation = (context.commandName ?? "").replace(/Command$/, "");
      asked.push(operation);
      const answer = answers[operation];
      if (answer === undefined) return next(args);
      const output = typeof answer === "function" ? (answer as (input: unknown) => object)(args.input) : answer;
      if (output instanceof Error) throw output;
      return { output: { ...output, $metadata: {} }, response: {} };
    },
  };
}

/** An error as the SDK throws it. */
export const awsError = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });
