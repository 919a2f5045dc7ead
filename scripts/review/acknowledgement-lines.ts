import MarkdownIt from "markdown-it";

/** A line that a reader of a description sees. */
export interface SeenLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Why it may not be seen as it is written; null: it is plain text. */
  readonly hidden: string | null;
}

// HTML is parsed, so that what is in it is known for it
const PARSER = new MarkdownIt({ html: true });

type Token = ReturnType<typeof PARSER.parse>[number];

/** Blocks whose text is read as it stands; all others are quotes, code, tables or headings. */
const PLAIN = /^(?:paragraph|bullet_list|ordered_list|list_item)_(?:open|close)$/;

/** Lines of paragraphs and lists of a Markdown text, as GitHub shows them: comments, code and definitions are none. */
export function seenLines(markdown: string): SeenLine[] {
  const around: string[] = [];
  let depth = 0;
  return PARSER.parse(markdown, {}).flatMap((token) => {
    if (token.type === "html_block") depth += opened(token.content);
    else if (token.nesting === 1) around.push(token.type);
    else if (token.nesting === -1) around.pop();
    if (token.type !== "inline" || !around.every((type) => PLAIN.test(type))) return [];
    return linesOf(token).map((one) =>
      depth > 0 ? { ...one, hidden: "it lies inside of HTML, where GitHub may not show it" } : one,
    );
  });
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** Elements that a piece of HTML opens and does not close. */
function opened(html: string): number {
  const tags = html.replace(/<!--[^]*?(?:-->|$)/g, "").matchAll(/<(\/?)([a-z][\w-]*)[^>]*?(\/?)>?/gi);
  return [...tags].reduce((sum, [, close, name = "", alone]) => {
    if (VOID.test(name) || alone === "/") return sum;
    return sum + (close === "/" ? -1 : 1);
  }, 0);
}

function linesOf({ children, map }: Token): SeenLine[] {
  const lines: SeenLine[] = [];
  let line = (map?.[0] ?? 0) + 1;
  let [text, hidden] = ["", null as string | null];
  const end = () => {
    const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? "it has characters that nobody sees" : hidden;
    lines.push({ line, text, hidden: odd });
    [text, hidden] = ["", null];
    line += 1;
  };
  for (const child of children ?? []) {
    if (child.type === "softbreak" || child.type === "hardbreak") end();
    else if (["text", "text_special", "code_inline"].includes(child.type)) text += child.content;
    else if (child.type === "html_inline" && /^<!--[^]*-->$/.test(child.content)) continue;
    else hidden = "it must be plain text, without HTML, links and emphasis";
  }
  end();
  return lines;
}
