import type { RuleHead, RuleInput, Violation } from "../../kernel/rule";
import type { KubernetesEnvironment } from "./environment";
import type { KubernetesConfig } from "./schema";

/** What a rule of this site looks at. */
export interface KubernetesRuleInput extends RuleInput {
  readonly config: KubernetesConfig;
  readonly env: KubernetesEnvironment;
}

/** A rule that reads what is known of a cluster that somebody has made. */
export interface KubernetesRule extends RuleHead {
  check(input: KubernetesRuleInput): Iterable<Violation>;
}
