/** An element: its name, its attributes, and what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly (XmlElement | string)[];
}

/** An element. */
export const element = (
  name: string,
  attributes: XmlElement["attributes"] = {},
  ...content: XmlElement["content"]
): XmlElement => ({ name, attributes, content });

/** The text of a document, with two blanks for each level; what values have of `<`, `&` and quotes is escaped. */
export function xmlText(root: XmlElement, comment: string): string {
  return `<!-- ${comment.replaceAll("--", "- -")} -->\n${lines(root, "").join("\n")}\n`;
}

function lines({ name, attributes, content }: XmlElement, indent: string): string[] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const head = `${indent}<${name}${pairs.join("")}`;
  if (content.length === 0) return [`${head}/>`];
  const [only] = content;
  if (content.length === 1 && typeof only === "string") return [`${head}>${escaped(only)}</${name}>`];
  const inner = content.flatMap((one) =>
    typeof one === "string" ? [`${indent}  ${escaped(one)}`] : lines(one, `${indent}  `),
  );
  return [`${head}>`, ...inner, `${indent}</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one]!);
