import { defineCommand } from "../../cli/define-command";

/** `railyard diff`. */
export const DIFF_COMMAND = defineCommand({
  name: "diff",
  takes: "<one> <other>",
  about: "Compare two environments: what is written, resources, capacity and speed, money.",
  examples: [["diff dev research"]],
  options: {
    json: { type: "boolean", text: "print the comparison as JSON" },
  },
  exitCodes: {
    0: "compared",
    1: "something is wrong",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).diffCommand,
});
