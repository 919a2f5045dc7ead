import type { ConfigPath } from "./issues";
import type { SiteConfig } from "../sites/keys";
import type { SiteEnvironment } from "../sites/environment";
import type { AcrossViolation } from "../across/rules";

/** `error`: AWS or a chart would refuse it, or data or jobs would be lost. `warning`: it works, but slowly or dearly. */
export type Severity = "error" | "warning";

/** What a rule for any site looks at. */
export interface RuleInput {
  /** The environment as written, with defaults. */
  readonly config: SiteConfig;
  readonly env: SiteEnvironment;
  readonly now: Date;
  /** What does not hold between this environment and others. @default - it is looked at alone */
  readonly across?: readonly AcrossViolation[];
}

/** One place where a rule does not hold. */
export interface Violation {
  readonly path: ConfigPath;
  /** What was given and what is allowed. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /** What is there may be a secret: no line of a file is shown with it. */
  readonly secret?: true;
}

/** What people are told of a rule. */
export interface RuleHead {
  /** `concern/kebab-case`; stable for ever, since `ignoreRules` names it. */
  readonly id: string;
  /** What must hold, as a sentence. */
  readonly title: string;
  readonly severity: Severity;
  /** What happens otherwise. */
  readonly why: string;
  /** Document that says so. */
  readonly source: string;
}

/** A named rule over a resolved environment. Pure. */
export interface Rule extends RuleHead {
  // a method: rules of one site take its own environments
  check(input: RuleInput): Iterable<Violation>;
}

/** A violation with the rule that it breaks. */
export interface Finding extends Violation {
  readonly rule: string;
  readonly severity: Severity;
  readonly source: string;
}
