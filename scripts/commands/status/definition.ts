import { UsageError } from "../../lib/errors/usage";
import { inputFile, place, type OptionCheck } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** Looks at clusters more often would be a load of its own. */
const LEAST_SECONDS = 5;
const MOST_SECONDS = 3600;

const seconds: OptionCheck = (value, option) => {
  if (!/^\d{1,4}$/.test(value) || Number(value) < LEAST_SECONDS || Number(value) > MOST_SECONDS)
    throw new UsageError(
      `${option} must be whole seconds from ${LEAST_SECONDS} to ${MOST_SECONDS}, but is ${JSON.stringify(value)}`,
    );
};

/** `railyard status`. */
export const STATUS_COMMAND = defineCommand({
  name: "status",
  takes: "<env>",
  about: `One screen for whoever is on call: nodes with reasons, alerts, queues, capacity and its end, promises, the last verify,
drift and money. Nothing is changed.`,
  examples: [
    ["status research", "one line each, and what somebody should look at"],
    ["status research --watch 30", "the same again every 30 s, until Ctrl-C"],
    ["status research --all", "every detail, and what the environment does not have"],
    ["status research --record status.json", "keep the answers; --replay tells the same again, and asks nobody"],
  ],
  options: {
    all: { type: "boolean", text: "every detail as long as it is, and parts that the environment does not have" },
    watch: {
      type: "string",
      check: seconds,
      value: "<seconds>",
      text: "ask again after so many seconds: a terminal is drawn anew, a pipe gets one after another",
    },
    json: { type: "boolean", text: "print it as JSON, with --watch one line each time" },
    record: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write what was answered, for --replay: names of nodes, alerts and who drained nodes, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording; nobody is asked",
    },
    force: { type: "boolean", text: "replace the file of --record, whoever wrote it" },
  },
  notes: `Needs kubectl. Parts are asked at one time, and each that does not answer is told as unknown. What each means: docs/status.md.`,
  exitCodes: {
    0: "every part was answered, and nobody has to do anything",
    1: "nothing answered, or an option is wrong",
    2: "somebody should look, or a part is unknown",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).statusCommand,
});
