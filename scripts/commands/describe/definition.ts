import { place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard describe`. */
export const DESCRIBE_COMMAND = defineCommand({
  name: "describe",
  takes: "<env>",
  about: `The data sheet of an environment: GPUs, NVLink domains, EFA and bisection, storage, money, expected failures,
partitions.`,
  examples: [
    ["describe research", "for the terminal"],
    ["describe research --json", "for programs; null is unknown"],
    ["describe research --html research.html", "a page with the drawing, in one file"],
  ],
  options: {
    json: { type: "boolean", text: "print it as JSON" },
    html: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write the page; a page of Railyard that is there is replaced",
    },
    force: { type: "boolean", text: "replace the file, whoever wrote it" },
  },
  notes: "All numbers are those of full size. What no document says is called unknown.",
  exitCodes: {
    0: "described",
    1: "something is wrong, and no file was written",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).describeCommand,
});
