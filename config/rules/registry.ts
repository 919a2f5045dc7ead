import type { Rule } from "./rule";

/** Every rule, in the order in which findings are told. */
export const RULES: readonly Rule[] = [];
