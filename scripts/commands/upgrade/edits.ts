import type { Expression, PropertyAssignment, SourceFile } from "typescript";

export type TypeScript = typeof import("typescript");

/** The compiler, loaded when something is edited: it takes a quarter of a second. */
export function loadTypeScript(): TypeScript {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require("typescript") as TypeScript;
}

/** Other text for a place; all else stays as it is, comments and spaces too. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with edits of places that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((whole, { start, end, text: part }) => `${whole.slice(0, start)}${part}${whole.slice(end)}`, text);
}

/** An expression without `as const`, `satisfies …` and parentheses around it. */
export function bare(ts: TypeScript, expression: Expression | undefined): Expression | undefined {
  let value = expression;
  while (value && (ts.isSatisfiesExpression(value) || ts.isAsExpression(value) || ts.isParenthesizedExpression(value)))
    value = value.expression;
  return value;
}

/** What a constant of a file is. */
export function constant(ts: TypeScript, source: SourceFile, name: string): Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations) {
      if (own.getText(source) === name) return bare(ts, initializer);
    }
  }
  return undefined;
}

/** A key of an object, written with its value. */
export function property(
  ts: TypeScript,
  source: SourceFile,
  object: Expression | undefined,
  key: string,
): PropertyAssignment | undefined {
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
  return object.properties.find((each): each is PropertyAssignment => {
    if (!ts.isPropertyAssignment(each)) return false;
    const { name } = each;
    return (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText(source)) === key;
  });
}
