import { ruleHint } from "../../../config/check";
import { RULES } from "../../../config/rules";
import type { Rule } from "../../../config/kernel/rule";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { RULES_COMMAND } from "./definition";
import { ExpectedError } from "../../lib/errors/expected-error";
import { explainRule, ruleText } from "../../lib/environments/rule-text";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

/** `railyard rules [id]`: what is checked, and why. @returns the exit code */
export function rulesCommand(args: readonly string[], context: CommandContext): number {
  const { print } = context;
  return runCommand(RULES_COMMAND, args, context, ({ values, positionals }) => {
    const [id, ...more] = positionals;
    if (more.length) throw new UsageError(`name one rule, or the first part of some, not ${positionals.length}`);
    const rules = chosen(id);
    const one = rules.find((rule) => rule.id === id);
    if (values.json) print(JSON.stringify(rules.map(explainRule), null, 2));
    else print(one ? ruleText(one) : list(rules));
    return 0;
  });
}

/** One rule by its id, a family by its first part, or all. */
function chosen(id: string | undefined): readonly Rule[] {
  if (id === undefined) return RULES;
  const found = RULES.filter((rule) => rule.id === id || rule.id.startsWith(`${id}/`));
  if (found.length) return found;
  const near = ruleHint(id);
  throw new ExpectedError(`There is no rule "${id}"${near ? `: ${near}` : ". npx railyard rules lists them."}`);
}

function list(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [rule.id, rule.severity, rule.title]);
  return table(["rule", "severity", "what must hold"], rows).join("\n");
}
