import type { OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { defineCommand } from "../../cli/define-command";

const moment: OptionCheck = (text, option) => {
  // other forms mean another moment on another machine
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (!iso || Number.isNaN(new Date(text).getTime()))
    throw new UsageError(`${option} must be a moment such as 2026-12-07T12:00:00Z, but is "${text}"`);
};

/** `railyard synth`. */
export const SYNTH_COMMAND = defineCommand({
  name: "synth",
  takes: "[env…]",
  about: "Check and synthesize environments into cdktf.out/.",
  examples: [
    ["synth", "every environment of config/environments/index.ts"],
    ["synth research frontier", "these environments"],
  ],
  options: {
    now: {
      type: "string",
      check: moment,
      value: "<moment>",
      text: "look at Capacity Blocks and ignored rules as of that moment, such as 2026-12-07T12:00:00Z",
    },
    quiet: { type: "boolean", text: "print findings and problems only" },
    json: { type: "boolean", text: "print stacks, cost, findings and problems as JSON" },
  },
  exitCodes: {
    0: "written",
    1: "something is wrong and nothing was written",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).synthCommand,
});
