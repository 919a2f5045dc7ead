import { ConfigError, type EnvironmentIssues, type Issue } from "./issues";
import { originOf, type MergedInput } from "./extends";
import { resolveEnvironment, type ResolvedEnvironment } from "./resolve";
import { checkEnvironment, type Findings } from "./rules";
import { crossEnvironmentIssues, type Outline } from "./cross-environment";
import { environmentSchema, type Environment } from "./schema/environment";
import type { Patch } from "./patch";
import { renamedUpstream } from "./renamed-upstream";
import { readRow, unknownEnvironment, type Row } from "./read-row";
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
  /** What was written, with defaults and what was inherited. */
  readonly config: Environment;
  readonly resolved: ResolvedEnvironment;
  readonly findings: Findings;
}

/**
 * Loads, checks and resolves environments.
 * @param names which ones; empty means all of the table
 * @param now the moment that decides on Capacity Block windows and on the end of ignored rules
 * @param files names of the environment files there are: they only make hints better
 * @throws ConfigError with everything that is wrong with every environment asked for
 */
export function loadEnvironments(
  table: EnvironmentTable,
  names: readonly string[],
  now: Date,
  files: readonly string[] = [],
): LoadedEnvironment[] {
  const known = Object.keys(table);
  const wanted = names.length ? [...new Set(names)] : known;
  const written = new Map(known.map((name) => [name, readRow(table[name], name, files)]));
  const across = crossEnvironmentIssues(outlines(written), wanted);
  const problems: EnvironmentIssues[] = [];
  const loaded: LoadedEnvironment[] = [];
  for (const name of wanted) {
    const row = written.get(name) ?? { issue: unknownEnvironment(name, known, files) };
    const result = "issue" in row ? [row.issue] : build(name, row, now);
    const issues = [...(Array.isArray(result) ? result : []), ...(across.get(name) ?? [])];
    const withOrigins =
      "issue" in row ? issues : renamedUpstream(issues, name, row).map((issue) => inherited(issue, row));
    if (issues.length) problems.push({ environment: name, issues: withOrigins });
    if (!Array.isArray(result)) loaded.push(result);
  }
  if (problems.length) throw new ConfigError(problems);
  return loaded;
}

function inherited(issue: Issue, merged: MergedInput): Issue {
  const origin = originOf(merged, issue.path);
  return origin === undefined ? issue : { ...issue, origin };
}

function build(name: string, { input, origins }: MergedInput, now: Date): LoadedEnvironment | Issue[] {
  const parsed = environmentSchema.safeParse(input, { reportInput: true });
  const shape = parsed.success ? [] : shapeIssues(parsed.error, environmentSchema);
  const ownName = (input as { name?: unknown } | undefined)?.name;
  if (typeof ownName === "string" && ownName !== name && !shape.some(({ path }) => path[0] === "name")) {
    const message = `is ${JSON.stringify(ownName)}, but the table of environments calls it ${JSON.stringify(name)}`;
    shape.push({ path: ["name"], message, hint: "give file, row and name the same name" });
  }
  if (!parsed.success || shape.length) return shape;
  const resolved = resolveEnvironment(parsed.data, origins, now);
  const findings = checkEnvironment(parsed.data, resolved, now);
  const errors = findings.active.filter((f) => f.severity === "error");
  if (errors.length) {
    return errors.map((f) => ({ path: f.path, message: f.message, hint: `${f.fix} [${f.rule}; ${f.source}]` }));
  }
  return { config: parsed.data, resolved, findings };
}

/** The little that the check across environments needs, of files that may be wrong elsewhere. */
function outlines(written: ReadonlyMap<string, Row>): Outline[] {
  return [...written].flatMap(([table, row]) => {
    const input = "input" in row ? (row.input as Partial<Record<string, unknown>> | undefined) : undefined;
    if (typeof input !== "object" || input === null) return [];
    const network = input.network as { cidr?: unknown } | undefined;
    return [{ table, name: input.name, account: input.account, region: input.region, cidr: network?.cidr, input }];
  });
}
