import type { CommandDefinition, DescribedOption } from "./define-command";
import { wrapHelp } from "./wrap-help";

/** Columns of the text; a narrower terminal gets it wrapped again. */
const WIDTH = 120;

/** A first column that is wider leaves no room for the second. */
const WIDEST = { example: 60, option: 26 };

/** All that the help of a command says, but for how it begins. */
export function helpText(command: CommandDefinition): string {
  const { about, examples, details, notes, exitCodes } = command;
  const options = { ...command.options, help: { type: "boolean", text: "this text" } as const };
  const parts = [
    about,
    table(
      examples.map(([words, what = ""]) => [`npx railyard ${words}`, what]),
      WIDEST.example,
    ),
    ...(details === undefined ? [] : [details]),
    table(Object.entries(options).flatMap(optionRows), WIDEST.option),
    [...(notes === undefined ? [] : [notes]), exitCodeText(exitCodes)].join("\n"),
  ];
  return wrapHelp(parts.join("\n\n"), WIDTH);
}

/** As in `Exit code: 0 written; 1 something is wrong.` */
export function exitCodeText(exitCodes: CommandDefinition["exitCodes"]): string {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`);
  return `Exit code: ${codes.join("; ")}.`;
}

function optionRows([name, option]: [string, DescribedOption]): [string, string][] {
  const { value, text, also } = option;
  const repeatable = option.type === "string" && option.multiple === true ? " (repeatable)" : "";
  return [{ value, text: `${text}${repeatable}` }, ...(also === undefined ? [] : [also])].map((one) => [
    `--${name}${one.value === undefined ? "" : ` ${one.value}`}`,
    one.text,
  ]);
}

function table(rows: readonly (readonly [string, string])[], widest: number): string {
  const fitting = rows.filter(([head, text]) => text !== "" && head.length <= widest).map(([head]) => head.length);
  const width = Math.max(0, ...fitting);
  return rows.map(([head, text]) => `  ${text === "" ? head : `${head.padEnd(width)}  ${text}`}`).join("\n");
}
