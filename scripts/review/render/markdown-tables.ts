import { oneLine } from "../../lib/terminal/visible";
import type { ConfigChange, RestGroup, Row, Table } from "../model";
import { rankOf, type Piece } from "./markdown-outline";
import { RANKS } from "./markdown-ranks";
import { code, folded, row, text } from "./markdown-text";
import { cutBoth } from "./values";

const CELL_CHARACTERS = 200;
/** What the schema says about a change: no secret, and no text of theirs is longer. */
const NOTE_CHARACTERS = 400;
/** A longer list is folded. */
const SHORT = 12;
/** Resources that a group of the rest names. */
const NAMED = 5;

/** A table of numbers: what changes is there to see, what stays is folded. */
export function tablePieces({ title, rows, notes }: Table): Piece[] {
  const changed = rows.filter((r) => r.changed);
  const same = rows.filter((r) => !r.changed);
  const head = row([text(title, CELL_CHARACTERS), "before", "after", "change"]) + row(["---", "---:", "---:", "---:"]);
  const note = notes.map((n) => `${text(n, 600)}\n\n`).join("");
  const pieces: Piece[] = [];
  if (changed.length)
    pieces.push({
      ...table(
        head,
        changed.map((r) => rowPiece(r, RANKS.changedRow)),
      ),
      close: `\n${note}`,
    });
  if (same.length) {
    const { open, close } = folded(`${text(title, CELL_CHARACTERS)}: ${same.length} unchanged`);
    const inner = {
      ...table(
        head,
        same.map((r) => rowPiece(r, RANKS.unchangedRow)),
      ),
      close: "\n",
    };
    pieces.push({
      rank: RANKS.unchangedRow,
      needsInside: true,
      open,
      inside: [inner],
      close: changed.length ? close : `${note}${close}`,
    });
  }
  return pieces;
}

function rowPiece({ label, before, after, delta }: Row, rank: number): Piece {
  const cells = [text(label, CELL_CHARACTERS), amount(before), amount(after), text(delta ?? "", CELL_CHARACTERS)];
  return { rank, kind: "row", open: row(cells) };
}

const amount = (value: string | null): string => (value === null ? "–" : text(value, CELL_CHARACTERS));

/** Changed keys of the environment file. */
export function configPiece(config: readonly ConfigChange[]): Piece {
  const head = row(["key", "before", "after", "on change"]) + row(["---", "---", "---", "---"]);
  const keys = config.map(({ path, before, after, policy, note }): Piece => {
    const then = [policy ?? "not told", ...(note === undefined ? [] : [note])].join(": ");
    const values =
      before === null || after === null
        ? [json(before), json(after)]
        : cutBoth(oneLine(before), oneLine(after), CELL_CHARACTERS).map((value) => code(value));
    const cells = [code(path, CELL_CHARACTERS), ...values, text(then, NOTE_CHARACTERS)];
    return { rank: RANKS.configKey, kind: "key", open: row(cells) };
  });
  return foldedWhenLong(`${config.length} keys`, keys.length, [{ ...table(head, keys), close: "\n" }]);
}

const json = (value: string | null): string => (value === null ? "not set" : code(value, CELL_CHARACTERS));

/** The rest, folded and counted. */
export function restPiece(groups: readonly RestGroup[]): Piece {
  const changes = groups.reduce((sum, group) => sum + group.changes.length, 0);
  const { open, close } = folded(`${changes} ${changes === 1 ? "change" : "changes"}, by kind`);
  const inside = groups.map(({ title, changes: own }): Piece => {
    const named = own.slice(0, NAMED).map(({ stack, address }) => code(`${stack}.${address}`, CELL_CHARACTERS));
    const more = own.length > NAMED ? [`and ${own.length - NAMED} more`] : [];
    const names = [...named, ...more].join(", ");
    return { rank: RANKS.restGroup, kind: "group", open: `- ${text(title, 300)}${names && `<br>${names}`}\n` };
  });
  return { rank: RANKS.restGroup, needsInside: true, open, inside, close };
}

const table = (head: string, inside: readonly Piece[]): Piece => ({
  rank: rankOf(inside),
  needsInside: true,
  open: head,
  inside,
});

function foldedWhenLong(summary: string, length: number, inside: readonly Piece[]): Piece {
  const { open, close } = length > SHORT ? folded(summary) : { open: "", close: "" };
  return { rank: rankOf(inside), needsInside: true, open, inside, close };
}
