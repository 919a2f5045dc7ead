import type { RuleHead, RuleInput, Violation } from "../../kernel/rule";
import type { AwsEnvironment } from "./environment";
import type { AwsConfig } from "./schema";

/** What a rule of this site looks at. */
export interface AwsRuleInput extends RuleInput {
  readonly config: AwsConfig;
  readonly env: AwsEnvironment;
}

/** A rule that reads what only an account of AWS has. */
export interface AwsRule extends RuleHead {
  check(input: AwsRuleInput): Iterable<Violation>;
}
