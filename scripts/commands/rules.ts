import { didYouMean } from "../../config/nearest";
import { RULES } from "../../config/rules/registry";
import type { CommandContext } from "../command";
import { table } from "../table";

/** `railyard rules [id]`: what is checked, and why. */
export function rulesCommand([id]: readonly string[], { print, printError }: CommandContext): number {
  if (id === "--help") {
    print(
      "railyard rules        every rule with its severity\nrailyard rules <id>   one rule: what must hold, why, and who says so",
    );
    return 0;
  }
  if (id === undefined) {
    const rows = RULES.map((rule) => [rule.id, rule.severity, rule.title]);
    print(table(["rule", "severity", "what must hold"], rows).join("\n"));
    return 0;
  }
  const rule = RULES.find((r) => r.id === id);
  if (!rule) {
    const near = didYouMean(
      id,
      RULES.map((r) => r.id),
    );
    printError(`There is no rule "${id}"${near ? `: ${near}` : ". railyard rules lists them."}`);
    return 1;
  }
  print(
    [
      rule.id,
      `  ${rule.title}`,
      `  severity  ${rule.severity}`,
      `  why       ${rule.why}`,
      `  source    ${rule.source}`,
    ].join("\n"),
  );
  return 0;
}
