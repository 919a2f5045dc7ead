import { defineCommand } from "../../cli/define-command";

/** `railyard rules`. */
export const RULES_COMMAND = defineCommand({
  name: "rules",
  takes: "[id]",
  about: "What is checked before Terraform runs, and why.",
  examples: [
    ["rules", "every rule with its severity"],
    ["rules lustre", "every rule whose id begins with lustre/"],
    ["rules efa/type-supported", "one rule: what must hold, why, and who says so"],
  ],
  options: {
    json: { type: "boolean", text: "print them as JSON" },
  },
  exitCodes: {
    0: "listed",
    1: "there is no such rule",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).rulesCommand,
});
