import { place } from "../../cli/option-checks";
import { CHECKOV_VERSION } from "./checkov";
import { EXCEPTIONS_FILE } from "./exceptions";
import { defineCommand } from "../../cli/define-command";

/** `railyard policy`. */
export const POLICY_COMMAND = defineCommand({
  name: "policy",
  takes: "[env…]",
  about: `Check the synthesized Terraform against Checkov's policies. Every failure is fixed, or has its reason in
${EXCEPTIONS_FILE}.`,
  examples: [
    ["policy", "every environment"],
    ["policy research", "these environments"],
    ["policy --install", `install Checkov ${CHECKOV_VERSION} first, if it is not there`],
  ],
  options: {
    sarif: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write the failures as SARIF 2.1.0, those with a reason as suppressed",
    },
    force: { type: "boolean", text: "replace that file, whoever wrote it" },
    json: { type: "boolean", text: "print JSON instead of text" },
    install: {
      type: "boolean",
      text: "put Checkov into a virtual environment in node_modules/.cache; needs python3 and PyPI",
    },
  },
  notes: `Nothing is asked of any network but by --install. Checkov: the program that CHECKOV names, that of --install, or
that of the PATH. An exception that matches no failure is an error when every environment is checked.`,
  exitCodes: {
    0: "every failure has a reason",
    1: "something is wrong, such as no Checkov",
    2: "a failure has no reason, or an exception is wrong",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).policyCommand,
});
