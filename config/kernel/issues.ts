/** A place in an environment: keys and array indexes from its root. */
export type ConfigPath = readonly (string | number)[];

/** One fault of an environment, in the words of its author. */
export interface Issue {
  readonly path: ConfigPath;
  /** What was given and what is allowed. */
  readonly message: string;
  /** What to change. */
  readonly hint?: string;
  /** Name of the environment that wrote the value, where it is inherited by `extends`. */
  readonly origin?: string;
  /** Rule that found it, and the document that says so; left out where the shape itself is wrong. */
  readonly rule?: string;
  readonly source?: string;
  /** What is there may be a secret: no line of a file is shown with it. */
  readonly secret?: true;
  /** Where the mistake is, when that is known better than by the path. */
  readonly place?: Place;
}

/** A place in a file. */
export interface Place {
  /** Full path, or path from the root of the repository. */
  readonly file: string;
  /** From 1. @default - the file as a whole */
  readonly line?: number;
  readonly column?: number;
}

/** Everything wrong with one environment. */
export interface EnvironmentIssues {
  /** Name of the environment, as the table of environments has it; or the path of a file that all of them need. */
  readonly environment: string;
  readonly issues: readonly Issue[];
  /**
   * Whether there may be more: rules that hang on what has the wrong shape are asked once it is right.
   * @default false
   */
  readonly heldBack?: boolean;
}

/** Thrown when environments cannot be used; carries every issue of every environment at once. */
export class ConfigError extends Error {
  constructor(readonly environments: readonly EnvironmentIssues[]) {
    super(
      environments
        .flatMap(({ environment, issues }) => issues.map((i) => `${environment}: ${issueText(i)}`))
        .join("\n"),
    );
    this.name = "ConfigError";
  }
}

/** `nodeGroups.h100.taints[0].key`; the root is `(environment)`. */
export function pathText(path: ConfigPath): string {
  const text = path.reduce<string>((out, key) => {
    if (typeof key === "number") return `${out}[${key}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${out}${out && "."}${key}` : `${out}[${JSON.stringify(key)}]`;
  }, "");
  return text || "(environment)";
}

function issueText({ path, message, hint }: Issue): string {
  return `${pathText(path)}: ${message}${hint ? ` (${hint})` : ""}`;
}
