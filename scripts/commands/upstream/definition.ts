import { gitRef } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard upstream`. */
export const UPSTREAM_COMMAND = defineCommand({
  name: "upstream",
  takes: "<env>",
  about: "Say what an original has changed, and what that does to an environment that follows it.",
  examples: [
    ["upstream research-eu", "since research-eu began to follow it"],
    ["upstream research-eu --since origin/main", "since that commit"],
  ],
  details: `Values are compared, not commits: what the original has changed and taken back is not told, and what has come
through is told again. Uncommitted changes of the original count. Each changed key comes through, with its update
policy; or is overridden, and does nothing; or does something else here, by what is written around it.`,
  options: {
    since: {
      type: "string",
      check: gitRef,
      value: "<git ref>",
      text: "commit, branch or tag to compare with, such as the one that you have looked at last",
    },
    json: { type: "boolean", text: "print the changes as JSON" },
  },
  exitCodes: {
    0: "told",
    1: "something is wrong",
    2: "told, and the environment as it is now breaks a rule",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).upstreamCommand,
});
