import { defineCommand } from "../../cli/define-command";

/** `railyard bootstrap`. */
export const BOOTSTRAP_COMMAND = defineCommand({
  name: "bootstrap",
  takes: "<env>",
  about: `Make what an environment needs before its first deployment: the bucket and the key of its state, and with ci in the
config the roles that its pipeline plans and deploys with. It can be run as often as you like.`,
  examples: [
    ["bootstrap research --dry-run", "look at what would be made"],
    ["bootstrap research", "show the plan and ask"],
    ["bootstrap research --yes", "no question"],
  ],
  options: {
    "dry-run": { type: "boolean", text: "plan only" },
    yes: { type: "boolean", text: "apply without a question; needed where there is no terminal" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `The state of this one stack is a file, state/<environment>-bootstrap.tfstate: commit it. Where it is missing, as in
another clone, what the account has is imported and nothing is made twice. Nothing is ever deleted or replaced by
this command. It needs Terraform and an administrator's credentials of the environment's account.`,
  exitCodes: {
    0: "all is as it should be, or would be",
    1: "something is wrong",
    2: "you said no, or something would be deleted",
    130: "interrupted",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).bootstrapCommand,
});
