import type { Expression, ObjectLiteralExpression, SourceFile } from "typescript";
import { ExpectedError } from "../../lib/errors/expected-error";
import { literal } from "../../lib/environments/literal";
import { bare, constant, edited, loadTypeScript, property, type Edit, type TypeScript } from "./edits";

/** A key of an environment, and what it becomes. */
export interface KeyEdit {
  readonly path: readonly [string, ...string[]];
  readonly value: string;
}

/** Columns of a line, as .oxfmtrc.json has it. */
const WIDTH = 120;

/**
 * The text of an environment file with another value for a key, which is added where the file does not have it.
 * @param file how it is called in messages
 * @throws ExpectedError when the key is not written in a way that can be edited
 */
export function withKey(text: string, { path, value }: KeyEdit, file: string): string {
  const ts = loadTypeScript();
  const source = ts.createSourceFile("environment.ts", text, ts.ScriptTarget.ES2022, true);
  const otherwise = new ExpectedError(
    `${file}: ${path.join(".")} cannot be edited there. By hand: write ${path.join(".")}: ${JSON.stringify(value)}`,
  );
  let object = environmentOf(ts, source);
  if (!object) throw otherwise;
  for (const [at, key] of path.entries()) {
    const found = property(ts, source, object, key);
    if (!found) {
      if (object.properties.some((each) => ts.isSpreadAssignment(each) || each.name?.getText(source) === key))
        throw otherwise;
      const rest = path.slice(at + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return edited(text, [added(source, object, key, rest)]);
    }
    const inner = followed(ts, source, found.initializer);
    if (at === path.length - 1) {
      if (!inner || !ts.isStringLiteralLike(inner)) throw otherwise;
      return edited(text, [{ start: inner.getStart(source), end: inner.getEnd(), text: JSON.stringify(value) }]);
    }
    if (!inner || !ts.isObjectLiteralExpression(inner)) throw otherwise;
    object = inner;
  }
  throw otherwise;
}

/** What a name stands for in the same file. */
function followed(ts: TypeScript, source: SourceFile, value: Expression): Expression | undefined {
  const own = bare(ts, value);
  return own && ts.isIdentifier(own) ? constant(ts, source, own.text) : own;
}

/** The argument of `defineEnvironment`. */
function environmentOf(ts: TypeScript, source: SourceFile): ObjectLiteralExpression | undefined {
  let found: ObjectLiteralExpression | undefined;
  ts.forEachChild(source, function visit(node) {
    if (!found && ts.isCallExpression(node) && node.expression.getText(source) === "defineEnvironment") {
      const [argument] = node.arguments;
      if (argument && ts.isObjectLiteralExpression(argument)) found = argument;
    }
    if (!found) ts.forEachChild(node, visit);
  });
  return found;
}

/** A key more, after the last one, formatted as `npm run format` leaves it. */
function added(source: SourceFile, object: ObjectLiteralExpression, key: string, value: unknown): Edit {
  const text = source.text;
  const [start, end] = [object.getStart(source), object.getEnd()];
  const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", start - 1) + 1))![0];
  const last = object.properties.at(-1);
  const own = text.slice(start, end);
  if (!own.includes("\n") || !last) {
    const parts = [...object.properties.map((each) => each.getText(source)), `${name}: ${literal(value)}`];
    const flat = `{ ${parts.join(", ")} }`;
    const line =
      text.slice(text.lastIndexOf("\n", start - 1) + 1, start) + flat + (text.slice(end).split("\n")[0] ?? "");
    if (line.length <= WIDTH) return { start, end, text: flat };
    const pad = `${indent}  `;
    return { start, end, text: ["{", ...parts.map((part) => `${pad}${part},`), `${indent}}`].join("\n") };
  }
  const pad = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", last.getStart(source) - 1) + 1))![0];
  const head = `${pad}${name}: `;
  const comma = object.properties.hasTrailingComma ? "" : ",";
  const row = `${comma}\n${head}${literal(value, pad.length, head.length, 1)},`;
  // after the comma of the last key, and what is told beside it
  const after = object.properties.hasTrailingComma ? text.indexOf(",", last.getEnd()) + 1 : last.getEnd();
  const comment = /^[ \t]*\/\/[^\n]*/.exec(text.slice(after))?.[0].length ?? 0;
  return comma === ""
    ? { start: after + comment, end: after + comment, text: row }
    : { start: after, end: after, text: row.slice(0, -1) };
}
