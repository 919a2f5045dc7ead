/** Characters that keys and tokens are made of. */
export const ALPHABETS = {
  hex: "0123456789abcdef",
  HEX: "0123456789ABCDEF",
  digits: "0123456789",
  small: "abcdefghijklmnopqrstuvwxyz0123456789",
  capitals: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  base62: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
} as const;

export type Draw = (alphabet: keyof typeof ALPHABETS, length: number) => string;

/**
 * Draws texts as generators of keys do, the same for the same seed. Made at run time, so that no file has anything in it that
 * a scanner of secrets would find.
 */
export function drawer(seed: number): Draw {
  let state = seed >>> 0 || 1;
  const next = () => {
    // xorshift
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return (alphabet, length) =>
    Array.from({ length }, () => ALPHABETS[alphabet][Math.floor(next() * ALPHABETS[alphabet].length)]).join("");
}

/** A text with a secret in it. */
export interface Planted {
  readonly name: string;
  readonly text: string;
  /** What nobody may read. */
  readonly secret: string;
}

export const base64 = (text: string, encoding: BufferEncoding = "utf8"): string =>
  Buffer.from(text, encoding).toString("base64");
