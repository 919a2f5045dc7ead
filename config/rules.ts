import type { Rule } from "./kernel/rule";
import { SITES } from "./sites/kinds";

/** Every rule of every site, each once, in the order in which findings are told. */
export const RULES: readonly Rule[] = [...new Set(SITES.flatMap(({ rules }) => rules))];
