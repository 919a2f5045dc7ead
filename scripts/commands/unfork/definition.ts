import { defineCommand } from "../../cli/define-command";

/** `railyard unfork`. */
export const UNFORK_COMMAND = defineCommand({
  name: "unfork",
  takes: "<env>",
  about: "Write an environment out in full, so that it follows no other one any more.",
  examples: [
    ["unfork research-eu", "writes config/environments/research-eu.ts anew"],
    ["unfork research-eu --dry-run", "prints it"],
  ],
  details: `The new file is checked to make exactly the same environment. Comments, constants and imports of the file are lost:
comments are printed, so that they can be put back by hand.`,
  options: {
    "dry-run": { type: "boolean", text: "print the file, write nothing" },
    json: { type: "boolean", text: "print the file and the lost comments as JSON" },
  },
  exitCodes: {
    0: "written, or would be",
    1: "something is wrong and nothing was written",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).unforkCommand,
});
