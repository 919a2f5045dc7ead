/** A comment without its blocks of code; fails when one is never closed. */
export function withoutFences(text: string): string {
  let open: string | null = null;
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? null;
    if (open === null && ticks !== null) open = ticks;
    else if (open !== null && line === open) open = null;
    else if (open === null) kept.push(line);
  }
  expect(open).toBeNull();
  return kept.join("\n");
}
