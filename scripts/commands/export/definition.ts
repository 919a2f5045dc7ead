import { place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard export`. */
export const EXPORT_COMMAND = defineCommand({
  name: "export",
  takes: "<env>",
  about: `Write an environment as plain Terraform, in HCL: for whoever goes on without CDKTF and without this repository.
Resources keep their addresses and states; a README.md beside tells the order, the states and how to go on.`,
  examples: [
    ["export research", "into cdktf.out/export/research"],
    ["export research --out ../research-tf", "into that folder"],
    [
      "export research --check",
      "and prove it: the stacks are applied to a pretended cloud, and the plan of the exported files on top must be empty",
    ],
  ],
  options: {
    stack: {
      type: "string",
      check: something,
      multiple: true,
      value: "<name>",
      text: "this stack only, such as research-nodes",
    },
    out: {
      type: "string",
      check: place,
      value: "<folder>",
      text: "folder to write; it must not be there, or be empty",
    },
    replace: { type: "boolean", text: "replace an earlier export in that folder; one that somebody has changed stays" },
    check: {
      type: "boolean",
      text: "prove that the files say what the stacks say (needs Terraform; takes about as long as a rehearsal)",
    },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: "The files are formatted with terraform fmt where Terraform is there. Nothing is half written.",
  exitCodes: {
    0: "written",
    1: "something is wrong",
    2: "written, and with --check not the same",
  },
  interrupted: "Nothing is left running, and nothing is half written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).exportCommand,
});
