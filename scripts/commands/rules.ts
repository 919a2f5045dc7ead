import { ruleHint } from "../../config/rules";
import { RULES } from "../../config/rules/registry";
import type { Rule } from "../../config/rules/rule";
import type { CommandContext } from "../command";
import { ruleText } from "../explain/rule";
import { table } from "../table";

/** `railyard rules [id]`: what is checked, and why. */
export function rulesCommand([id]: readonly string[], { print, printError }: CommandContext): number {
  if (id === "--help") {
    print(
      "railyard rules        every rule with its severity\nrailyard rules <id>   one rule: what must hold, why, and who says so\n" +
        "railyard rules efa    every rule whose id begins with efa/",
    );
    return 0;
  }
  if (id === undefined) {
    print(list(RULES));
    return 0;
  }
  const rule = RULES.find((r) => r.id === id);
  if (!rule) {
    const family = RULES.filter((r) => r.id.startsWith(`${id}/`));
    if (family.length) {
      print(list(family));
      return 0;
    }
    const near = ruleHint(id);
    printError(`There is no rule "${id}"${near ? `: ${near}` : ". railyard rules lists them."}`);
    return 1;
  }
  print(ruleText(rule));
  return 0;
}

function list(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [rule.id, rule.severity, rule.title]);
  return table(["rule", "severity", "what must hold"], rows).join("\n");
}
