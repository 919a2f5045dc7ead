import { ConfigError, type EnvironmentIssues, type Issue } from "./issues";
import { mergeExtends } from "./extends";
import { didYouMean } from "./nearest";
import { resolveEnvironment, type ResolvedEnvironment } from "./resolve";
import { checkEnvironment, type Findings } from "./rules";
import { crossEnvironmentIssues, type Outline } from "./cross-environment";
import { environmentSchema } from "./schema/environment";
import type { Patch } from "./patch";
import type { EnvironmentInput } from "./schema/environment-input";
import { shapeIssues } from "./schema/messages";

/** What a file of `config/environments` exports: an environment, or what it changes in another one that it extends. */
export type WrittenEnvironment = EnvironmentInput | EnvironmentExtension;

/** What an environment changes in another one. */
export type EnvironmentExtension = { readonly extends: WrittenEnvironment } & EnvironmentPatch;

/** Every key optional, at every depth; `null` removes a key of the original. */
export type EnvironmentPatch = Patch<EnvironmentInput>;

/** Gives an environment file completion, documentation on hover, and checks while it is typed. Changes nothing. */
// two plain signatures: over a generic union, editors show no documentation and the compiler takes unknown keys
export function defineEnvironment(environment: EnvironmentInput): EnvironmentInput;
export function defineEnvironment(environment: EnvironmentExtension): EnvironmentExtension;
export function defineEnvironment(environment: WrittenEnvironment): WrittenEnvironment {
  return environment;
}

/** Name of an environment → how to load its file. Loading is lazy: a file that is broken only stops its own environment. */
export type EnvironmentTable = Readonly<Record<string, () => unknown>>;

/** An environment that may be built, and what its rules found. */
export interface LoadedEnvironment {
  readonly resolved: ResolvedEnvironment;
  readonly findings: Findings;
}

/**
 * Loads, checks and resolves environments.
 * @param names which ones; empty means all of the table
 * @param now the moment that decides on Capacity Block windows and on the end of ignored rules
 * @throws ConfigError with everything that is wrong with every environment asked for
 */
export function loadEnvironments(table: EnvironmentTable, names: readonly string[], now: Date): LoadedEnvironment[] {
  const known = Object.keys(table);
  const wanted = names.length ? [...new Set(names)] : known;
  const written = new Map(known.map((name) => [name, read(table, name)]));
  const problems: EnvironmentIssues[] = [];
  const loaded: LoadedEnvironment[] = [];
  for (const name of wanted) {
    const file = written.get(name);
    if (!file) {
      const hint = didYouMean(name, known) ?? `known environments: ${known.join(", ")}`;
      problems.push({
        environment: name,
        issues: [{ path: [], message: `there is no environment ${JSON.stringify(name)}`, hint }],
      });
      continue;
    }
    const result = "issue" in file ? [file.issue] : build(name, file, now);
    if (Array.isArray(result)) problems.push({ environment: name, issues: result });
    else loaded.push(result);
  }
  problems.push(...crossEnvironmentIssues(outlines(written), wanted));
  if (problems.length) throw new ConfigError(problems);
  return loaded;
}

type File = { readonly issue: Issue } | ReturnType<typeof mergeExtends>;

function read(table: EnvironmentTable, name: string): File {
  try {
    return mergeExtends(table[name]?.());
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return { issue: { path: [], message: `the file cannot be loaded: ${message}` } };
  }
}

function build(
  name: string,
  { input, origins }: ReturnType<typeof mergeExtends>,
  now: Date,
): LoadedEnvironment | Issue[] {
  const parsed = environmentSchema.safeParse(input, { reportInput: true });
  if (!parsed.success) return shapeIssues(parsed.error, environmentSchema);
  if (parsed.data.name !== name) {
    const message = `is ${JSON.stringify(parsed.data.name)}, but the table of environments calls it ${JSON.stringify(name)}`;
    return [{ path: ["name"], message, hint: "give file, row and name the same name" }];
  }
  const resolved = resolveEnvironment(parsed.data, origins, now);
  const findings = checkEnvironment(parsed.data, resolved, now);
  const errors = findings.active.filter((f) => f.severity === "error");
  if (errors.length) {
    return errors.map((f) => ({ path: f.path, message: f.message, hint: `${f.fix} [${f.rule}; ${f.source}]` }));
  }
  return { resolved, findings };
}

/** The little that the check across environments needs, of files that may be wrong elsewhere. */
function outlines(written: ReadonlyMap<string, File>): Outline[] {
  return [...written].flatMap(([table, file]) => {
    const input = "input" in file ? (file.input as Partial<Record<string, unknown>> | undefined) : undefined;
    if (typeof input !== "object" || input === null) return [];
    const network = input.network as { cidr?: unknown } | undefined;
    return [{ table, name: input.name, account: input.account, region: input.region, cidr: network?.cidr, input }];
  });
}
