import { oneLine } from "../../lib/terminal/visible";
import type { StatusReport, StatusRow } from "./report";

const MARKS: Readonly<Record<StatusRow["state"], string>> = {
  well: " ok",
  attention: "!! ",
  unknown: " ? ",
  absent: " - ",
};

const WORDS: Readonly<Record<StatusReport["state"], string>> = {
  well: "nobody has to do anything",
  attention: "somebody should look",
  unknown: "not all is known",
};

/** Columns of a line: a terminal that nobody has made wider. */
const COLUMNS = 80;
/** Lines that one part has at most, so that all parts are on one screen. */
const MOST = 4;

const TITLE = 18;

/** The screen. @param all every detail, each as long as it is */
export function statusText({ environment, takenAt, state, parts }: StatusReport, all: boolean): string {
  const head = `${environment}  ·  ${takenAt.slice(0, 16).replace("T", " ")} UTC  ·  ${WORDS[state]}`;
  const shown = all ? parts : parts.filter((part) => part.state !== "absent");
  return [head, "", ...shown.flatMap((part) => partLines(part, all))].join("\n");
}

function partLines({ title, state, line, details }: StatusRow, all: boolean): string[] {
  const first = `${MARKS[state]}  ${title.padEnd(TITLE)}${oneLine(line)}`;
  const rest = all ? details : details.slice(0, MOST);
  const more = details.length - rest.length;
  return [
    first,
    ...rest.map((text) => `       ${oneLine(text)}`),
    ...(more > 0 ? [`       and ${more} more: --all`] : []),
  ].map((text) => (all ? text : cut(text)));
}

function cut(text: string): string {
  const characters = Array.from(text.trimEnd());
  return characters.length > COLUMNS ? `${characters.slice(0, COLUMNS - 1).join("")}…` : characters.join("");
}
