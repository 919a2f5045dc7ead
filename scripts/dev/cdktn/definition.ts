import { CDKTN_VERSION } from "./moved-package";
import { place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard cdktn`. */
export const CDKTN_COMMAND = defineCommand({
  name: "cdktn",
  takes: "[env…]",
  about: `Move the project from CDKTF, which is archived, to CDK Terrain (cdktn ${CDKTN_VERSION}), which goes on with it.
package.json gets cdktn under the name cdktf, and package-lock.json follows; no source changes, and docs/cdktn.md
tells why.`,
  examples: [
    [
      "cdktn --check",
      "prove it: move a copy, install it, synthesize every environment with both, and compare; the same Terraform JSON must come out",
    ],
    ["cdktn --check dev", "with this environment only"],
    ["cdktn --into ../terrain", "write a moved copy of the project into that folder"],
    ["cdktn --in-place", "move this project; the git tree must be clean"],
  ],
  options: {
    check: { type: "boolean", text: "write nothing here, and compare" },
    into: {
      type: "string",
      check: place,
      value: "<folder>",
      text: "folder to write; it must not be there, or be empty",
    },
    "in-place": { type: "boolean", text: "rewrite package.json and package-lock.json of this project" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: "Asks npm's registry for what its cache does not have. Nothing is half written.",
  exitCodes: {
    0: "moved, or proven the same",
    1: "something is wrong",
    2: "with --check only: something differs",
  },
  interrupted: "Nothing is left running, and nothing is half written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).cdktnCommand,
});
