import { record } from "./kernel/plain";
import type { ZodError } from "zod";
import { brokenIssue } from "./kernel/broken";
import { ConfigError, pathText, type EnvironmentIssues, type Issue } from "./kernel/issues";
import { originOf, type MergedInput } from "./kernel/extends";
import { withAuthorityTexts, type ReadBeside } from "./outbound/authority-files";
import { checkEnvironment, type Findings } from "./check";
import { withAlternative } from "./alternatives";
import { ACROSS_RULES, type AcrossRuleId, type AcrossViolation } from "./across/rules";
import type { Finding } from "./kernel/rule";
import { valueAt } from "./kernel/value-at";
import { salvage } from "./kernel/salvage";
import { crossEnvironmentIssues } from "./across/cross-environment";
import type { Outline } from "./across/outline";
import type { SiteEnvironment } from "./sites/environment";
import type { SiteConfig } from "./sites/keys";
import { siteOf } from "./sites/kinds";
import type { Site } from "./sites/site";
import type { Patch } from "./kernel/patch";
import { renamedUpstream } from "./kernel/renamed-upstream";
import { readRow, unknownEnvironment, type Row } from "./kernel/read-row";
import type { AwsEksInput, EnvironmentInput, KubernetesInput } from "./environment-input";
import { keysAt, shapeIssues } from "./kernel/messages";

/** What a file of `config/environments` exports: an environment, or what it changes in another one that it extends. */
export type WrittenEnvironment = EnvironmentInput | EnvironmentExtension;

/** What an environment changes in another one. */
export type EnvironmentExtension = { readonly extends: WrittenEnvironment } & EnvironmentPatch;

/** Every key optional, at every depth; `null` removes a key of the original. */
export type EnvironmentPatch = Patch<EnvironmentInput>;

/** Gives an environment file completion, documentation on hover, and checks while it is typed. Changes nothing. */
// a plain signature for each site: over a generic union, editors show no documentation and the compiler takes unknown keys
export function defineEnvironment(environment: KubernetesInput): KubernetesInput;
export function defineEnvironment(environment: AwsEksInput): AwsEksInput;
export function defineEnvironment(environment: EnvironmentExtension): EnvironmentExtension;
export function defineEnvironment(environment: WrittenEnvironment): WrittenEnvironment {
  return environment;
}

/** Name of an environment → how to load its file. Loading is lazy: a file that is broken only stops its own environment. */
export type EnvironmentTable = Readonly<Record<string, () => unknown>>;

/** What is in the folder of environments beside the table. */
export interface EnvironmentFolder {
  /** Names of the environment files there are: they only make hints better. */
  readonly names: readonly string[];
  readonly read: ReadBeside;
}

const NO_FOLDER: EnvironmentFolder = {
  names: [],
  read: () => ({ fault: "the folder of environments is not known here" }),
};

/** An environment that may be built, and what its rules found. */
export interface LoadedEnvironment<
  Config extends SiteConfig = SiteConfig,
  Env extends SiteEnvironment = SiteEnvironment,
> {
  /** What was written, with defaults and what was inherited. */
  readonly config: Config;
  readonly resolved: Env;
  readonly findings: Findings;
  /** Rules that it breaks together with another environment, where that is told and not refused. @default - none */
  readonly across?: EnvironmentIssues;
}

/** What becomes of an environment that breaks a rule together with another one. */
export type AcrossIs = "refused" | "told";

/**
 * Loads, checks and resolves environments.
 * @param names which ones; empty means all of the table
 * @param now the moment that decides on Capacity Block windows and on the end of ignored rules
 * @param folder where the files are that environments name by their path
 * @param fileIssues what is wrong with the text of a file, and is lost once it is loaded; by environment
 * @param acrossIs of rules between environments: the mistake may be in a file of which who asks knows nothing
 * @throws ConfigError with everything that is wrong with every environment asked for
 */
export function loadEnvironments(
  table: EnvironmentTable,
  names: readonly string[],
  now: Date,
  folder: EnvironmentFolder = NO_FOLDER,
  fileIssues: ReadonlyMap<string, readonly Issue[]> = new Map(),
  acrossIs: AcrossIs = "refused",
): LoadedEnvironment[] {
  const known = Object.keys(table);
  const wanted = names.length ? [...new Set(names)] : known;
  const written = new Map(known.map((name) => [name, withTexts(readRow(table[name], name, folder.names), folder)]));
  const across = crossEnvironmentIssues(outlines(written), wanted);
  const problems: EnvironmentIssues[] = [];
  const loaded: LoadedEnvironment[] = [];
  for (const name of wanted) {
    const row = written.get(name) ?? { issue: unknownEnvironment(name, known, folder.names) };
    const result = "issue" in row ? { issues: [row.issue] } : build(name, row, now, across.get(name) ?? [], acrossIs);
    const found = "issues" in result ? result : { issues: [] };
    const unread = "issue" in row ? [] : row.unread;
    const issues = [...(fileIssues.get(name) ?? []), ...unread, ...found.issues];
    const withOrigins = (all: readonly Issue[]) =>
      "issue" in row ? all : renamedUpstream(all, name, row).map((issue) => inherited(issue, row));
    if (issues.length) problems.push({ ...found, environment: name, issues: withOrigins(issues) });
    if ("issues" in result) continue;
    const { broken, ...one } = result;
    loaded.push(broken.length ? { ...one, across: { environment: name, issues: withOrigins(broken) } } : one);
  }
  if (problems.length) throw new ConfigError(problems);
  return loaded;
}

/** A row with the texts of the files that it names. */
type RowWithTexts = Exclude<Row, MergedInput> | (MergedInput & { readonly unread: readonly Issue[] });

function withTexts(row: Row, { read }: EnvironmentFolder): RowWithTexts {
  if ("issue" in row) return row;
  const { input, issues } = withAuthorityTexts(row.input, read);
  return { ...row, input, unread: issues };
}

/** A key or a kind of volume that only other sites have is no slip: what this one has in its place is told. */
function ofOtherSite(issue: Issue, { instead = {}, insteadVolumes = {}, title }: Site, input: unknown): Issue {
  const [key, ...below] = issue.path;
  if (key === "storage" && below.length === 2 && below[1] === "kind") {
    const { kind } = record(record(record(input).storage)[below[0]!]);
    return typeof kind === "string" && Object.hasOwn(insteadVolumes, kind)
      ? { ...issue, message: `${kind} is no kind of volume in ${title}`, hint: insteadVolumes[kind]! }
      : issue;
  }
  if (below.length > 0 || typeof key !== "string" || !Object.hasOwn(instead, key)) return issue;
  return { ...issue, message: `${key} is no key of an environment in ${title}`, hint: instead[key]! };
}

function inherited(issue: Issue, merged: MergedInput): Issue {
  const origin = originOf(merged, issue.path);
  return origin === undefined ? issue : { ...issue, origin };
}

/** An environment, with what it breaks together with others and may be built in spite of. */
type Built = LoadedEnvironment & { readonly broken: readonly Issue[] };

/** An environment that cannot be built. */
type Broken = Omit<EnvironmentIssues, "environment">;

function build(
  name: string,
  { input, origins }: MergedInput,
  now: Date,
  across: readonly Issue[],
  acrossIs: AcrossIs,
): Built | Broken {
  const { site, issue, isSure } = siteOf(input);
  if (issue && !isSure) return { issues: [issue], heldBack: true };
  const parsed = site.schema.safeParse(input, { reportInput: true });
  const issues = parsed.success
    ? []
    : shapeIssues(parsed.error, site.schema, input).map((one) => ofOtherSite(withAlternative(one), site, input));
  const shape = issue ? [issue, ...issues.filter(({ path }) => pathText(path) !== pathText(issue.path))] : issues;
  const ownName = (input as { name?: unknown } | undefined)?.name;
  if (typeof ownName === "string" && ownName !== name && !shape.some(({ path }) => path[0] === "name")) {
    const message = `is ${JSON.stringify(ownName)}, but the table of environments calls it ${JSON.stringify(name)}`;
    shape.push({ path: ["name"], message, hint: "give file, row and name the same name" });
  }
  const violations = across.map(acrossViolation);
  if (!parsed.success) {
    const beside = rulesBeside(site, input, parsed.error, origins, now);
    return { ...beside, issues: [...shape, ...beside.issues, ...acrossIssues(violations, input, now)] };
  }
  const checked = check(site, parsed.data, origins, now, violations);
  if (Array.isArray(checked)) return { issues: [...shape, ...checked, ...acrossIssues(violations, input, now)] };
  const { resolved, findings } = checked;
  const all = findings.active.filter((f) => f.severity === "error");
  const isTold = ({ rule }: Finding) => acrossIs === "told" && isAcross(rule);
  const errors = [...shape, ...all.filter((f) => !isTold(f)).map(ruleIssue)];
  if (errors.length > 0) return { issues: errors };
  return { config: parsed.data, resolved, findings, broken: all.filter(isTold).map(ruleIssue) };
}

/** What rules find in the rest of an environment, parts of which have the wrong shape: all is told at once. */
function rulesBeside(site: Site, input: unknown, error: ZodError, origins: MergedInput["origins"], now: Date): Broken {
  const rest = salvage(input, error, site, (path) => keysAt(site.schema, path, valueAt(input, path.map(String))));
  const checked = rest && check(site, rest.config, origins, now);
  // a fault while a mutilated environment is looked at says nothing of it
  if (!checked || Array.isArray(checked)) return { issues: [], heldBack: true };
  const errors = checked.findings.active.filter(({ severity }) => severity === "error");
  const sure = errors.filter((f) => !rest.mentions(f.path, `${f.message} ${f.fix}`));
  // a key that nobody knows is no part that a rule would look at
  const isWhole = error.issues.every(({ code }) => code === "unrecognized_keys");
  return { issues: sure.map(ruleIssue), heldBack: !isWhole || sure.length < errors.length };
}

/** Resolves and runs rules; what they throw is a mistake of ours, and told without a stack trace. */
function check(
  site: Site,
  config: SiteConfig,
  origins: MergedInput["origins"],
  now: Date,
  across: readonly AcrossViolation[] = [],
): Pick<LoadedEnvironment, "resolved" | "findings"> | Issue[] {
  try {
    const resolved = site.resolve(config, origins, now);
    return { resolved, findings: checkEnvironment(config, resolved, now, across) };
  } catch (error) {
    return [brokenIssue(error, config, null)];
  }
}

const acrossViolation = ({ path, message, hint, rule }: Issue): AcrossViolation => ({
  path,
  message,
  fix: hint ?? "",
  rule: rule as AcrossRuleId,
});

/** What holds back an environment whose own shape is wrong: its ignoreRules count, as far as they can be read. */
function acrossIssues(violations: readonly AcrossViolation[], input: unknown, now: Date): Issue[] {
  const given = (input as { ignoreRules?: unknown } | undefined)?.ignoreRules;
  const today = now.toISOString().slice(0, 10);
  const silenced = (Array.isArray(given) ? (given as Partial<Record<string, unknown>>[]) : []).flatMap((one) =>
    typeof one?.until === "string" && today <= one.until ? [one.id] : [],
  );
  return violations.flatMap((violation) => {
    const rule = ACROSS_RULES.find(({ id }) => id === violation.rule);
    if (rule?.severity !== "error" || silenced.includes(rule.id)) return [];
    return [ruleIssue({ ...violation, severity: rule.severity, source: rule.source })];
  });
}

const isAcross = (rule: string): boolean => ACROSS_RULES.some(({ id }) => id === rule);

const ruleIssue = (f: Finding): Issue => ({
  path: f.path,
  message: f.message,
  hint: `${f.fix} [${f.rule}; ${f.source}]`,
  rule: f.rule,
  source: f.source,
  ...(f.secret && { secret: f.secret }),
});

/** The little that the check across environments needs, of files that may be wrong elsewhere. */
function outlines(written: ReadonlyMap<string, RowWithTexts>): Outline[] {
  return [...written].flatMap(([table, row]) => {
    const input = "input" in row ? (row.input as Partial<Record<string, unknown>> | undefined) : undefined;
    if (typeof input !== "object" || input === null) return [];
    const network = input.network as { cidr?: unknown } | undefined;
    return [{ table, name: input.name, account: input.account, region: input.region, cidr: network?.cidr, input }];
  });
}
