import type { Rule } from "./kernel/rule";
import { SITES } from "./sites/kinds";

const byId = new Map<string, Rule>();
// what sites ask of the same thing, each of its own environments, has one id
for (const rule of SITES.flatMap(({ rules }) => rules)) if (!byId.has(rule.id)) byId.set(rule.id, rule);

/** Every rule of every site, each once, in the order in which findings are told. */
export const RULES: readonly Rule[] = [...byId.values()];
