import type { ConfigPath, Issue } from "./issues";

/**
 * What went wrong below the rules, as an issue: a person learns which environment, which part and, where the words of the
 * error name one, which value. A rule should have told it.
 * @param part path of the construct that could not be made, from its stack; null: nothing is made yet
 */
export function brokenIssue(error: unknown, config: unknown, part: string | null): Issue {
  const text = error instanceof Error ? error.message : String(error);
  const [first = ""] = text.split("\n");
  return {
    path: pathIn(config, text, part) ?? [],
    message: part === null ? `it cannot be computed: ${first}` : `${part} cannot be made: ${first}`,
    hint: "change what is named here; no rule tells of it, which is a fault of Railyard: please report it",
  };
}

/** The longest value or key of config that the error quotes; else the part of config that a construct is named after. */
function pathIn(config: unknown, text: string, part: string | null): ConfigPath | null {
  const quoted = new Set([...text.matchAll(/"([^"]{2,})"/g)].map(([, value]) => value));
  const found = [...places(config, [])].filter(({ word }) => quoted.has(word));
  const best = found.sort((a, b) => b.word.length - a.word.length)[0];
  if (best) return best.path;
  const steps = part?.split("/") ?? [];
  const isNamed = (word: string) => steps.some((step) => step === word || step.endsWith(`-${word}`));
  const named = [...places(config, [])].filter(({ word, path }) => path.at(-1) === word && isNamed(word));
  return named.find(({ path }) => path.length === 2)?.path ?? named.find(({ path }) => path.length === 1)?.path ?? null;
}

interface Place {
  readonly path: ConfigPath;
  /** A key, or a text that is a value. */
  readonly word: string;
}

function* places(value: unknown, path: ConfigPath): Iterable<Place> {
  if (typeof value === "string") yield { path, word: value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield { path: at, word: key };
    yield* places(inner, at);
  }
}
