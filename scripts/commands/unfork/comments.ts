/** Comments of a TypeScript text, in order, except the one that `fork` writes. */
export function commentsOf(text: string): string[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiler takes a quarter of a second
  const ts = require("typescript") as typeof import("typescript");
  const source = ts.createSourceFile("environment.ts", text, ts.ScriptTarget.ES2022, true);
  const found = new Map<number, string>();
  const visit = (node: import("typescript").Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, text.slice(pos, end));
    // tokens as well: a comment may stand before a closing brace
    for (const child of node.getChildren(source))
      if (child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode) visit(child);
  };
  visit(source);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([, comment]) => comment)
    .filter((comment) => !OF_FORK.test(comment));
}

const OF_FORK = /^\/\*\* Follows \S+: only what differs is written here\. \*\/$/;
