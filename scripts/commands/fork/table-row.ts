import type { ObjectLiteralExpression, SourceFile } from "typescript";
import { ExpectedError } from "../../lib/errors/expected-error";
import { environmentPath } from "../../lib/environments/environment-path";

/**
 * The text of the table of environments with one row more, after the last one. All else stays as it is.
 * @throws ExpectedError when the table is written in a way that no row can be added to
 */
export function withRow(text: string, name: string): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiler takes a quarter of a second
  const ts = require("typescript") as typeof import("typescript");
  const source = ts.createSourceFile("index.ts", text, ts.ScriptTarget.ES2022, true);
  const row = `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: () => require("./${name}").default`;
  const rows = tableLiteral(ts, source);
  const last = rows?.properties.at(-1);
  if (!rows || !last)
    throw new ExpectedError(
      `${environmentPath("index")} has no \`ENVIRONMENTS = { … }\` with rows, so none can be added to it. Write \`${row},\` into it, and the file by hand.`,
    );
  const indent = /^[ \t]*/.exec(lineAt(text, last.getStart(source)))?.[0] ?? "";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const end = last.getEnd();
  const close = rows.getEnd() - 1;
  const rest = text.slice(end, close);
  // one line: `{ a: …, b: … }`
  if (!rest.includes("\n")) return `${text.slice(0, end)}, ${row}${rest.replace(/^\s*,/, "")}${text.slice(close)}`;
  const comma = rows.properties.hasTrailingComma ? "" : ",";
  // what is told beside or below the last row stays there
  const kept = `${comma}${rest.slice(0, rest.lastIndexOf("\n")).trimEnd()}`;
  return `${text.slice(0, end)}${kept}${newline}${indent}${row},${newline}${lineStart(rest)}${text.slice(close)}`;
}

type TypeScript = typeof import("typescript");

function tableLiteral(ts: TypeScript, source: SourceFile): ObjectLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      let value = initializer;
      while (value && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value))) value = value.expression;
      if (name.getText(source) === "ENVIRONMENTS" && value && ts.isObjectLiteralExpression(value)) return value;
    }
  }
  return undefined;
}

const lineAt = (text: string, position: number): string => text.slice(text.lastIndexOf("\n", position - 1) + 1);

/** What stands before the closing brace on its line. */
const lineStart = (rest: string): string => rest.slice(rest.lastIndexOf("\n") + 1);
