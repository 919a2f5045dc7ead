/** What is counted when it is left out. */
export const KINDS = ["environment", "problem", "finding", "explanation", "row", "key", "group"] as const;
export type Kind = (typeof KINDS)[number];

/** A part of a comment that is there as a whole or not at all. It only stays where the one around it stays. */
export interface Piece {
  /** Order of importance: 0 is the last to go. Never before the one around it. */
  readonly rank: number;
  readonly open: string;
  readonly inside?: readonly Piece[];
  readonly close?: string;
  readonly kind?: Kind;
  /** Says nothing without one of its inner pieces. */
  readonly needsInside?: boolean;
}

export interface Fitted {
  readonly text: string;
  /** What is left out, by kind. */
  readonly left: ReadonlyMap<Kind, number>;
}

interface Placed {
  readonly piece: Piece;
  readonly rank: number;
}

/**
 * Puts as many pieces into a size as fit, by importance; what is as important keeps its order of reading. From the
 * first piece that does not fit nothing is kept: a small finding never takes the place of a more important one.
 */
export function fit(pieces: readonly Piece[], bytes: number): Fitted {
  const order = placed(pieces, 0).sort((a, b) => a.rank - b.rank);
  const kept = new Set<Piece>();
  let size = 0;
  for (const { piece } of order) {
    size += Buffer.byteLength(piece.open) + Buffer.byteLength(piece.close ?? "");
    if (size > bytes) break;
    kept.add(piece);
  }
  const left = new Map<Kind, number>();
  for (const { piece } of order) {
    if (piece.kind && !kept.has(piece)) left.set(piece.kind, (left.get(piece.kind) ?? 0) + 1);
  }
  return { text: pieces.map((piece) => written(piece, kept)).join(""), left };
}

/** All pieces in the order of reading: an outer one comes before its inner ones, and is as important at least. */
function placed(pieces: readonly Piece[], outer: number): Placed[] {
  return pieces.flatMap((piece) => {
    const rank = Math.max(outer, piece.rank);
    return [{ piece, rank }, ...placed(piece.inside ?? [], rank)];
  });
}

function written(piece: Piece, kept: ReadonlySet<Piece>): string {
  if (!kept.has(piece)) return "";
  const inside = (piece.inside ?? []).map((inner) => written(inner, kept)).join("");
  return piece.needsInside && !inside ? "" : `${piece.open}${inside}${piece.close ?? ""}`;
}

/** Rank of a piece that is there for the sake of its inner ones. */
export const rankOf = (inside: readonly Piece[]): number =>
  inside.reduce((least, { rank }) => Math.min(least, rank), Infinity);
