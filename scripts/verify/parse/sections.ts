import { UnreadableOutputError } from "./unreadable";

/**
 * What stands below `== <word> <name>`, by name.
 * @throws UnreadableOutputError where a name is there twice: outputs of several tasks are mixed
 */
export function namedParts(program: string, output: string, word: string): Map<string, string> {
  const found = new Map<string, string>();
  const [, ...parts] = output.split(new RegExp(`^== ${word} `, "m"));
  for (const part of parts) {
    const end = part.indexOf("\n");
    const name = (end < 0 ? part : part.slice(0, end)).trim();
    if (found.has(name)) throw new UnreadableOutputError(program, `has ${name} twice: several runs are mixed`);
    found.set(name, end < 0 ? "" : part.slice(end));
  }
  return found;
}
