/** What repair did, or would have done, and why. */
export interface JournalEntry {
  /** ISO moment. */
  readonly at: string;
  readonly node: string;
  readonly text: string;
}

/** Lines as repair writes them, `2026-11-23T09:00:00Z n1: reboot: hardware: xid: XID 79`; what is none is left out. */
export const readJournal = (text: string): readonly JournalEntry[] =>
  text.split("\n").flatMap((line) => {
    const [, at, node, words] = /^(\d{4}-\d{2}-\d{2}T[\d:]+Z) ([^ :]+): (.+)$/.exec(line) ?? [];
    return at && node && words ? [{ at, node, text: words }] : [];
  });
