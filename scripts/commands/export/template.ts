/** A part of a Terraform template: text, or a sequence such as `${local.x}` or `%{ if … }` with its marks. */
export interface TemplatePart {
  readonly kind: "text" | "sequence";
  readonly source: string;
}

/**
 * Cuts the source of a template into text and sequences. Escapes (`$${`, `%%{`) stay as they are, in text.
 * @throws Error where a sequence has no end: Terraform would not take it either
 */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  let at = 0;
  const cut = (kind: TemplatePart["kind"], end: number) => {
    if (end > from) parts.push({ kind, source: template.slice(from, end) });
    from = end;
    at = end;
  };
  while (at < template.length) {
    if (isEscape(template, at)) at += 3;
    else if (opens(template, at)) {
      cut("text", at);
      cut("sequence", endOfBraces(template, at + 2));
    } else at += 1;
  }
  cut("text", template.length);
  return parts;
}

/** Text that stands for itself, as the source of a template. */
export const escapeTemplate = (text: string): string => text.replace(/[$%](?=\{)/g, (mark) => mark + mark);

const isEscape = (text: string, at: number) => text.startsWith("$${", at) || text.startsWith("%%{", at);
const opens = (text: string, at: number) => text.startsWith("${", at) || text.startsWith("%{", at);

/** Where the braces that were opened before `at` are closed; strings inside may have braces of their own. */
function endOfBraces(text: string, at: number): number {
  let depth = 1;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at + 1);
      continue;
    }
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  throw new Error(`a template has a sequence without an end: ${text.slice(0, 200)}`);
}

/** Where a quoted string ends that began before `at`. */
function endOfString(text: string, at: number): number {
  while (at < text.length) {
    if (text[at] === "\\") at += 2;
    else if (isEscape(text, at)) at += 3;
    else if (opens(text, at)) at = endOfBraces(text, at + 2);
    else if (text[at] === '"') return at + 1;
    else at += 1;
  }
  throw new Error(`a template has a string without an end: ${text.slice(0, 200)}`);
}
