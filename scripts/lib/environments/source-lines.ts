import type { Expression, Node, ObjectLiteralExpression, PropertyName, SourceFile } from "typescript";
import type { ConfigPath } from "../../../config/kernel/issues";
import { textIfThere } from "../files/read-json";

/** Where a file writes a key. */
export interface KeyLine {
  /** From 1. */
  readonly line: number;
  /** From 1, where the key begins. */
  readonly column: number;
  /** Characters of the key, or of the element of a list. */
  readonly length: number;
  /** Characters of the name of the key; 0: it is an element of a list. */
  readonly nameLength: number;
  /** The line as it stands in the file. */
  readonly text: string;
  /** Whether it is the key itself, and not the nearest one around it that the file writes. */
  readonly exact: boolean;
}

/**
 * Line (from 1) of a key in an environment file, or of the nearest key around it that the file writes itself.
 * @returns null when the file cannot be read or has no `defineEnvironment({...})`
 */
export function lineOf(file: string, path: ConfigPath): number | null {
  return keyLine(file, path)?.line ?? null;
}

/** As {@link lineOf}, and whether the line is that of the key itself. */
export function keyLine(file: string, path: ConfigPath): KeyLine | null {
  // loaded only when it is asked for: the compiler takes a quarter of a second
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const ts = require("typescript") as TypeScript;
  const text = textIfThere(file);
  if (text === null) return null;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const root = environmentLiteral(ts, source);
  if (!root) return null;
  let node: Node = root;
  let value: Expression = root;
  let exact = true;
  for (const step of path) {
    const next = childOf(ts, source, value, step);
    if (!next) {
      exact = false;
      break;
    }
    node = next.node;
    value = next.value;
  }
  const start = node.getStart(source);
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const name = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) ? node.name : null;
  const lineText = text.split(/\r?\n/)[line] ?? "";
  const length = Math.max(1, Math.min((name ?? node).getEnd() - start, lineText.length - character));
  return {
    line: line + 1,
    column: character + 1,
    length,
    nameLength: name === null ? 0 : length,
    text: lineText,
    exact,
  };
}

type TypeScript = typeof import("typescript");

function childOf(ts: TypeScript, source: SourceFile, value: Expression, step: string | number) {
  const target = followConst(ts, source, value);
  if (typeof step === "number") {
    const element = ts.isArrayLiteralExpression(target) ? target.elements[step] : undefined;
    return element && { node: element, value: element };
  }
  if (!ts.isObjectLiteralExpression(target)) return undefined;
  for (const property of target.properties) {
    if (!property.name || nameOf(ts, property.name) !== step) continue;
    if (ts.isPropertyAssignment(property)) return { node: property, value: property.initializer };
    if (ts.isShorthandPropertyAssignment(property)) return { node: property, value: property.name };
  }
  return undefined;
}

/** A value that is a name stands for the constant of that name in the same file. */
function followConst(ts: TypeScript, source: SourceFile, value: Expression): Expression {
  if (!ts.isIdentifier(value)) return value;
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && name.text === value.text && initializer) return initializer;
    }
  }
  return value;
}

function environmentLiteral(ts: TypeScript, source: SourceFile): ObjectLiteralExpression | undefined {
  let found: ObjectLiteralExpression | undefined;
  const visit = (node: Node): void => {
    if (found) return;
    if (ts.isCallExpression(node) && node.expression.getText(source) === "defineEnvironment") {
      const argument = node.arguments[0];
      if (argument && ts.isObjectLiteralExpression(argument)) found = argument;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(ts: TypeScript, name: PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}
