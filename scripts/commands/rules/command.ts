import { ruleHint } from "../../../config/rules";
import { RULES } from "../../../config/rules/registry";
import type { Rule } from "../../../config/rules/rule";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { ExpectedError } from "../../lib/errors/expected-error";
import { explainRule, ruleText } from "../../lib/environments/rule-text";
import { readArgs } from "../../cli/read-args";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

const HELP = `What is checked before Terraform runs, and why.

  npx railyard rules                      every rule with its severity
  npx railyard rules lustre               every rule whose id begins with lustre/
  npx railyard rules efa/type-supported   one rule: what must hold, why, and who says so

  --json   print them as JSON
  --help   this text

Exit code: 0 listed; 1 there is no such rule.`;

/** `railyard rules [id]`: what is checked, and why. @returns the exit code */
export function rulesCommand(args: readonly string[], context: CommandContext): number {
  const { print } = context;
  try {
    const { values, positionals } = readArgs(args, {
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    });
    if (values.help) {
      print(HELP);
      return 0;
    }
    const [id, ...more] = positionals;
    if (more.length) throw new UsageError(`name one rule, or the first part of some, not ${positionals.length}`);
    const rules = chosen(id);
    const one = rules.find((rule) => rule.id === id);
    if (values.json) print(JSON.stringify(rules.map(explainRule), null, 2));
    else print(one ? ruleText(one) : list(rules));
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard rules --help" });
  }
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
