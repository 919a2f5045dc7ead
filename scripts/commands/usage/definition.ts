import { inputFile, place, type OptionCheck } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";
import { UsageError } from "../../lib/errors/usage";
import { billCommand } from "./bill-command";
import { dayOrMoment } from "./period";
import { DIMENSIONS } from "./shares";

const dimension: OptionCheck = (value, option) => {
  if (!DIMENSIONS.some((one) => one === value))
    throw new UsageError(`${option} must be one of ${DIMENSIONS.join(", ")}, but is ${JSON.stringify(value)}`);
};

const tagKey: OptionCheck = (value, option) => {
  if (!/^[A-Za-z][\w.-]{0,63}$/.test(value))
    throw new UsageError(
      `${option} must be the key of a tag, such as project for --comment=project=llm, but is ${JSON.stringify(value)}`,
    );
};

/** `railyard usage`. */
export const USAGE_COMMAND = defineCommand({
  name: "usage",
  takes: "<env>",
  about: `Say who used what: GPU-hours and money by team, user, partition, QOS, tag and job, from the accounting of Slurm and the
metrics of pods, and beside them what was drained, down or idle. Nothing is changed.`,
  examples: [
    ["usage research", "this month until now"],
    ["usage research --from 2026-10-01 --to 2026-11-01 --by team --by user", "October"],
    ["usage research --tag project", "by what users wrote: sbatch --comment=project=llm"],
    ["usage research --from 2026-10-01 --to 2026-11-01 --bill bill.json", "with what AWS billed, by account"],
    ["usage research --csv usage.csv --html usage.html", "for a spreadsheet, and as a page"],
    ["usage research --record usage.json", "keep the answers; --replay tells the same again, and asks nobody"],
  ],
  options: {
    from: {
      type: "string",
      check: dayOrMoment,
      value: "<day>",
      text: "first day, or moment, in UTC; else this month's first",
    },
    to: {
      type: "string",
      check: dayOrMoment,
      value: "<day>",
      text: "day or moment at which it ends, in UTC; else now",
    },
    by: {
      type: "string",
      check: dimension,
      multiple: true,
      value: "<what>",
      text: `a table by one of ${DIMENSIONS.join(", ")}; else by team, user and partition`,
    },
    tag: { type: "string", check: tagKey, value: "<key>", text: "read this tag from the comments of jobs" },
    bill: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "what AWS billed, by node group, as Cost Explorer answered: it is divided among accounts of Slurm",
    },
    json: { type: "boolean", text: "print it as JSON, each job by itself; null is unknown" },
    csv: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write lines for a spreadsheet; those of --bill have the source aws",
    },
    html: { type: "string", check: place, value: "<file>", text: "write a page" },
    record: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write what was answered, for --replay: it has names of users and jobs, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording; nobody is asked",
    },
    force: { type: "boolean", text: "replace the files, whoever wrote them" },
  },
  notes: `A job costs its GPUs, by today's price of their nodes; on nodes without GPUs its CPUs. AWS bills instances by their tags, and
whose job ran on one only Slurm's accounts know, which have the teams' names: --bill sets both side by side, so that they add up. Whoever may
ask the account that pays, and has activated the tags railyard:environment and railyard:node-group there, writes it with
  ${billCommand("<env>", { from: Date.UTC(2026, 9, 1) / 1000, to: Date.UTC(2026, 10, 1) / 1000 })} > bill.json
With Kueue, it is also told
what GPU-hours each queue owned, admitted and borrowed. Days begin at midnight in UTC.`,
  exitCodes: {
    0: "told; what is not in the numbers is said below them",
    1: "the cluster or Slurm did not answer, an answer is not understood, or an option is wrong: no file was written",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).usageCommand,
});
