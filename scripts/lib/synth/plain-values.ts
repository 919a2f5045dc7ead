import { Tokenization } from "cdktf";

type Resolve = typeof Tokenization.resolve;

/**
 * Runs something with cdktf resolving only what holds tokens. It resolves every value of a stack three times, and makes three
 * objects and runs four patterns for each key and each string of them, though few hold a token: a third of a synth. What may
 * hold one goes to cdktf as it is, and so does all of a value that cdktf refuses.
 */
export function withPlainValues<T>(run: () => T): T {
  const { resolve } = Tokenization;
  Tokenization.resolve = plainFirst(resolve);
  try {
    return run();
  } finally {
    Tokenization.resolve = resolve;
  }
}

/** Resolves as `resolve` does. */
export function plainFirst(resolve: Resolve): Resolve {
  return (value, options) => {
    try {
      return copied(value, (one) => resolve(one, options));
    } catch {
      // its errors name the place in the whole of the value
      return resolve(value, options);
    }
  };
}

function copied(value: unknown, resolve: (value: unknown) => unknown): unknown {
  if (typeof value !== "object") return isPlain(value) ? value : resolve(value);
  if (value === null || value instanceof Date) return value;
  if (Array.isArray(value))
    // a list of one token is that token
    return value.every((one) => typeof one === "object" || isPlain(one))
      ? value.map((one) => copied(one, resolve)).filter((one) => one !== undefined)
      : resolve(value);
  if (isMade(value)) return resolve(value);
  const keys = Object.keys(value);
  if (!keys.every(isPlainText)) return resolve(value);
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const one = copied((value as Record<string, unknown>)[key], resolve);
    if (one !== undefined) result[key] = one;
  }
  return result;
}

/** A token is an object that resolves itself; a construct has no value. */
const isMade = (value: object): boolean =>
  ("resolve" in value && typeof value.resolve === "function") || ("_children" in value && "_metadata" in value);

/** Numbers that stand for tokens, and for what is in maps of tokens, are negative. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string") return isPlainText(value);
  if (typeof value === "number") return value >= 0;
  return value === undefined || typeof value === "boolean";
}

/** Tokens in a text are `${TfToken[…]}` and the like, or a number of hundreds of digits; maps of tokens have texts of their own. */
const isPlainText = (text: string): boolean =>
  !text.includes("TfToken[") && !text.includes("e+") && !text.includes("Map Token Value");
