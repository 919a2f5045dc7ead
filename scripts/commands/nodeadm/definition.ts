import { defineCommand } from "../../cli/define-command";
import { place, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

const arnOf =
  (kind: string): OptionCheck =>
  (value, option) => {
    if (!new RegExp(`^arn:aws[a-z-]*:rolesanywhere:[a-z0-9-]+:\\d{12}:${kind}/[0-9a-f-]+$`).test(value))
      throw new UsageError(
        `${option} must be an ARN of Roles Anywhere, such as arn:aws:rolesanywhere:us-east-1:111122223333:${kind}/…, but is ${JSON.stringify(value)}`,
      );
  };

/** `railyard nodeadm`. */
export const NODEADM_COMMAND = defineCommand({
  name: "nodeadm",
  takes: "<env> [pool…]",
  about: `Write the file by which nodeadm makes servers of a pool hybrid nodes, with the steps before it. It holds no code
and no key: words in capitals stand where those go.`,
  examples: [
    ["nodeadm hybrid", "every pool of hybrid nodes, into cdktf.out/nodeadm/hybrid/"],
    [
      "nodeadm hybrid l40s --activation",
      "one pool, with the activation of the environment's variables, printed and not written",
    ],
  ],
  options: {
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    activation: {
      type: "boolean",
      text: "put RAILYARD_ACTIVATION_ID and RAILYARD_ACTIVATION_CODE of the environment into the text, which is printed and never written",
    },
    "trust-anchor": {
      type: "string",
      check: arnOf("trust-anchor"),
      value: "<arn>",
      text: "of Roles Anywhere; with --profile",
    },
    profile: {
      type: "string",
      check: arnOf("profile"),
      value: "<arn>",
      text: "of Roles Anywhere; with --trust-anchor",
    },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written as JSON" },
  },
  notes: `An activation is a password for a day: give it in variables, which no list of processes shows, and remove what you
make of the output.`,
  exitCodes: {
    0: "written, or printed",
    1: "something is wrong",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).nodeadmCommand,
});
