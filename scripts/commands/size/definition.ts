import { MOST_PARAMS } from "../../../config/kernel/amount";
import { defineCommand } from "../../cli/define-command";
import { minutes, place, something, wholeNumber, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { above } from "./numbers";
import { quantity } from "./quantity";

const amount: OptionCheck = (value, option) => void quantity(value, option);
const params: OptionCheck = (value, option) => void quantity(value, option, MOST_PARAMS);

/** Checkpoints of ten years are counted one by one. */
const MOST_MONTHS = 120;

const months: OptionCheck = (text, option) => {
  wholeNumber(1, "months")(text, option);
  if (Number(text) > MOST_MONTHS) throw new UsageError(`${option} is at most ${MOST_MONTHS} months, but is ${text}`);
};

/** A training that reaches less of the peak than this does something else. */
const LEAST_SHARE = 0.001;

const share: OptionCheck = (text, option) => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= LEAST_SHARE && value <= 1))
    throw new UsageError(
      `${option} must be a share from ${LEAST_SHARE} to 1, such as 0.4, but is ${JSON.stringify(text)}`,
    );
};

/** `railyard size`. */
export const SIZE_COMMAND = defineCommand({
  name: "size",
  takes: "<env> [workload]",
  about: `Compute what a training would take on an environment, before anything is bought: memory of each GPU, checkpoints and how
often to write them, what failures cost, spare nodes, and time and money until its last token. What is trained stands in the
environment's workloads; options come before what is written there.`,
  examples: [
    ["size research pretrain", "what its workloads have under the name pretrain"],
    ["size research --params 70B --tokens 2T --html size.html", "as a page, with plots"],
    ["size research --params 70B --tokens 2T", "on all nodes of its largest pool"],
    ["size research --params 405B --tokens 15T --tensor 8 --pipeline 16", "with the model laid out over 128 GPUs"],
    ["size research --params 70B --tokens 2T --stall 5", "checkpoints that are written while it goes on, after 5 s"],
    [
      "size research --params 70B --tokens 2T --owned 300000 --years 4 --kilowatts 12 --power 0.1",
      "and from which use on a server that is bought costs less",
    ],
    ["size research pretrain --months 36", "with what its checkpoints cost in each tier, for three years"],
    ["size research --params 70B --dataset 20T --files 5M", "and how long data takes from S3 to Lustre, at the least"],
  ],
  options: {
    params: {
      type: "string",
      check: params,
      value: "<n>",
      text: "parameters of the model, such as 70B, at most 100T; over that of the workload",
    },
    tokens: { type: "string", check: amount, value: "<n>", text: "tokens that it sees, such as 2T" },
    pool: { type: "string", check: something, value: "<pool>", text: "the nodes (default: the pool with most GPUs)" },
    nodes: { type: "string", check: wholeNumber(1, "nodes"), value: "<n>", text: "so many of them (default: all)" },
    tensor: {
      type: "string",
      check: wholeNumber(1, "GPUs"),
      value: "<n>",
      text: "GPUs over which a layer is cut (default: chosen)",
    },
    pipeline: {
      type: "string",
      check: wholeNumber(1, "stages"),
      value: "<n>",
      text: "stages of layers (default: chosen)",
    },
    sequence: {
      type: "string",
      check: wholeNumber(128, "tokens"),
      value: "<n>",
      text: "tokens of a sequence (default 8192)",
    },
    batch: { type: "string", check: amount, value: "<n>", text: "tokens of a step (default 4M)" },
    mfu: {
      type: "string",
      check: share,
      value: "<share>",
      text: "share of the peak that it reaches (default: the estimate of the layout)",
    },
    stall: {
      type: "string",
      check: above("seconds"),
      value: "<seconds>",
      text: "what a checkpoint holds the training up (default: until it is written)",
    },
    async: { type: "boolean", text: "checkpoints are written while it goes on" },
    every: { type: "string", check: interval, value: "<minutes>", text: "between checkpoints (default: the best)" },
    within: {
      type: "string",
      check: above("seconds"),
      value: "<seconds>",
      text: "which Lustre would write a checkpoint so fast (default 60)",
    },
    keep: {
      type: "string",
      check: wholeNumber(1, "checkpoints"),
      value: "<n>",
      text: "checkpoints that it holds (default 3)",
    },
    restart: {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "from a failure to the next step (default 10)",
    },
    repair: {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "until a node that failed is back (default 1440)",
    },
    dataset: {
      type: "string",
      check: amount,
      value: "<bytes>",
      text: "data in S3 that Lustre is to hold, such as 20T",
    },
    files: { type: "string", check: amount, value: "<n>", text: "files that the data has, such as 5M" },
    months: {
      type: "string",
      check: months,
      value: "<n>",
      text: "for which what lies in the tiers of checkpoints is counted (default 12)",
    },
    "spot-every": {
      type: "string",
      check: above("hours"),
      value: "<hours>",
      text: "after which AWS takes a spot node away (default: unknown)",
    },
    owned: {
      type: "string",
      check: above("USD"),
      value: "<usd>",
      text: "price of a server that is bought instead, with its racks and fabric",
    },
    years: { type: "string", check: above("years"), value: "<n>", text: "over which its price is spread" },
    kilowatts: { type: "string", check: above("kW"), value: "<n>", text: "that it draws, cooling included" },
    power: { type: "string", check: above("USD"), value: "<usd>", text: "price of electricity, for each kWh" },
    html: { type: "string", check: place, value: "<file>", text: "write a page with plots" },
    force: { type: "boolean", text: "replace the file, whoever wrote it" },
    json: { type: "boolean", text: "print all numbers as JSON" },
  },
  notes: `What nobody has published stays unknown. A step is estimated from rates that somebody has published; of trainings of 70B and
more the estimate was within 15 %, of smaller ones it is up to a third too high. Prices are list prices of the day that npx railyard facts names.`,
  exitCodes: {
    0: "it fits, and ends",
    1: "something is wrong with the options, or the environment has no GPUs",
    2: "the model does not fit in the memory of its GPUs, or its training never ends",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).sizeCommand,
});

function interval(text: string, option: string): void {
  minutes(text, option);
  if (Number(text) === 0)
    throw new UsageError(`${option} is a number of minutes above 0, but is ${JSON.stringify(text)}`);
}
