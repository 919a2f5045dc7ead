/**
 * Line of each resource in the Terraform JSON of a stack, by address. Synth writes two spaces a level, so keys can be
 * told by their indentation.
 */
export function resourceLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  let section = "";
  let type = "";
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", key = ""] = /^( {2}| {4}| {6})"([^"]+)": /.exec(line) ?? [];
    if (indent.length === 2) section = key;
    if (section !== "resource") continue;
    if (indent.length === 4) type = key;
    if (indent.length === 6) lines.set(`${type}.${key}`, index + 1);
  }
  return lines;
}
