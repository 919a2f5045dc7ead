import { Fn } from "cdktf";

/** How cdktf marks a token inside a string. */
const TOKEN_MARKER = /(\$\{TfToken\[[^\]]+\]\})/;

export const hasToken = (text: string): boolean => TOKEN_MARKER.test(text);

/**
 * `text` in base64, for attributes such as user data.
 *
 * Text without tokens is encoded here. Text with tokens can only be encoded by Terraform, after it knows the values; the
 * literal pieces still travel as base64, so that no `${…}`, `%{…}`, quote or backslash of a shell script is ever read
 * as Terraform syntax.
 */
export function base64Text(text: string): string {
  if (!hasToken(text)) return encode(text);
  const pieces = text
    .split(TOKEN_MARKER)
    .filter((piece) => piece !== "")
    .map((piece) => (hasToken(piece) ? piece : Fn.base64decode(encode(piece))));
  return Fn.base64encode(Fn.join("", pieces));
}

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64");
