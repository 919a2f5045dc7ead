import { isNode, LineCounter, parseDocument } from "yaml";
import { DocumentError, withFix, type DocumentProps } from "./read-json";

export interface YamlProps extends DocumentProps {
  /** Keeps every scalar the text that it is: a day becomes no date, and digits no number. @default false */
  readonly plainTexts?: boolean;
  /** Whether `<<` merges what it names into its map. @default false */
  readonly merge?: boolean;
}

/** YAML that was read, and where its parts stand. */
export interface Yaml {
  readonly value: unknown;
  /** Line of a value inside, from 1; of what is around it where there is none. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** Aliases of one document: more of them are an attack on memory. */
const MOST_ALIASES = 100;

/** One document of YAML, and so JSON too. @throws DocumentError with line and column when the text is none */
export function parseYaml(text: string, { name, fix, plainTexts = false, merge = false }: YamlProps): Yaml {
  const lines = new LineCounter();
  const schema = plainTexts ? "failsafe" : "core";
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", merge, schema });
  const [error] = document.errors;
  if (error) {
    const [start] = error.linePos ?? [];
    const at = start ? `line ${start.line}, column ${start.col}: ` : "";
    const words = (error.message.split("\n", 1)[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
    throw new DocumentError(withFix(`${name} is not YAML: ${at}${words}`, fix));
  }
  const lineOf: Yaml["lineOf"] = (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown, lineOf };
}
