const CALL = /^\$\{base64encode\(join\("", \[(.*)\]\)\)\}$/;
const PIECE = /base64decode\("([A-Za-z0-9+/=]*)"\)|((?:data\.|var\.)?[A-Za-z_][\w.[\]-]*)(?=, |$)/g;

/**
 * What Terraform makes of `${base64encode(join("", [base64decode("…"), reference, …]))}`, decoded again; `values` are
 * those of the references. Anything else in the expression is an error.
 */
export function evaluateBase64(expression: string, values: Readonly<Record<string, string>>): string {
  const list = CALL.exec(expression)?.[1];
  if (list === undefined) throw new Error(`not the expected expression: ${expression}`);
  let read = 0;
  const pieces = [...list.matchAll(PIECE)].map((match) => {
    if (match.index !== read) throw new Error(`cannot read: ${list.slice(read, match.index)}`);
    read = match.index + match[0].length + ", ".length;
    if (match[1] !== undefined) return Buffer.from(match[1], "base64").toString("utf8");
    const value = values[match[2]!];
    if (value === undefined) throw new Error(`no value for ${match[2]}`);
    return value;
  });
  if (read !== list.length + ", ".length) throw new Error(`cannot read: ${list.slice(read)}`);
  return pieces.join("");
}
