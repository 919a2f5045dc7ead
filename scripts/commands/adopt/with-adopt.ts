import type { ObjectLiteralExpression, SourceFile } from "typescript";
import { ExpectedError } from "../../lib/errors/expected-error";
import { literal } from "../../lib/environments/literal";
import { environmentPath } from "../../lib/environments/environment-path";

const HEAD = "  adopt: ";

/**
 * The text of an environment's file with the key `adopt`: in the place where it is, or after the last key.
 * @throws ExpectedError when the file is written in a way that no key can be added to
 */
export function withAdopt(text: string, adopt: object, name: string): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiler takes a quarter of a second
  const ts = require("typescript") as TypeScript;
  const source = ts.createSourceFile(`${name}.ts`, text, ts.ScriptTarget.ES2022, true);
  const object = exported(ts, source);
  const written = `${HEAD.trimStart()}${literal(adopt, 2, HEAD.length, 1)}`;
  if (!object)
    throw new ExpectedError(
      `${environmentPath(name)} has no \`export default defineEnvironment({ … })\` that a key can be added to. Write by hand:\n  ${written},`,
    );
  const there = object.properties.find((property) => property.name?.getText(source).replace(/["']/g, "") === "adopt");
  if (there) return `${text.slice(0, there.getStart(source))}${written}${text.slice(there.getEnd())}`;
  const last = object.properties.at(-1);
  const end = last ? last.getEnd() : object.getStart(source) + 1;
  const close = object.getEnd() - 1;
  // a comment behind the last key stays beside it
  const rest = text.slice(end, close).replace(/^\s*,/, "").trimEnd();
  return `${text.slice(0, end)}${last ? "," : ""}${rest}\n  ${written},\n${text.slice(close)}`;
}

type TypeScript = typeof import("typescript");

function exported(ts: TypeScript, source: SourceFile): ObjectLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!ts.isExportAssignment(statement) || !ts.isCallExpression(statement.expression)) continue;
    const [argument] = statement.expression.arguments;
    if (argument && ts.isObjectLiteralExpression(argument)) return argument;
  }
  return undefined;
}
