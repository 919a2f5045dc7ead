import { inputFile, minutes, place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";
import { moment } from "./moments";

/** `railyard restore`. */
export const RESTORE_COMMAND = defineCommand({
  name: "restore",
  takes: "<env> <part>",
  about: `Put back a copy of Slurm's queue or of its accounting database: <part> is queue or database. It lists the copies in the
bucket with their dates, says what would be lost, and asks for the name of the environment; then Slurm's part is stopped, a job puts the
copy back, and it starts again.`,
  examples: [
    ["restore research queue --plan", "copies, what would be lost, and the steps; nothing is done"],
    ["restore research queue --copy hour-07", "the copy of that hour of the day, in UTC"],
    ["restore research queue --new-volume --plan", "the zone of its volume is gone: which volume is given up"],
    ["restore research database --copy day-1", "the dump of Monday"],
    ["restore research database --at 2026-11-23T14:05 --plan", "as it was at that moment, in UTC"],
  ],
  options: {
    copy: {
      type: "string",
      check: something,
      value: "<name>",
      text: "which copy (default: latest)",
    },
    at: {
      type: "string",
      check: moment,
      value: "<moment>",
      text: "the database as it was at that moment, in UTC, or latest for the last that the bucket has: the newest dump before it, and what is known to have changed since (slurm.accounting.recoveryMinutes). Not with --copy",
    },
    "new-volume": {
      type: "boolean",
      text: "the zone or the disk of slurmctld's volume is gone: its claim is made anew first, and gets an empty volume; what is left of the old one stays in the account",
    },
    plan: { type: "boolean", text: "say what would be done, and stop" },
    "lose-newer": {
      type: "string",
      check: something,
      value: "<env>",
      text: "the environment's name: slurmctld or slurmdbd runs, and what it has is newer than the copy; it is given up",
    },
    "yes-restore": {
      type: "string",
      check: something,
      value: "<env>",
      text: "the environment's name, instead of typing it in a terminal",
    },
    timeout: {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "how long each step is waited for (default 60)",
    },
    record: { type: "string", check: place, value: "<file>", text: "keep what bucket and cluster said" },
    replay: { type: "string", check: inputFile, value: "<file>", text: "plan by what was recorded, and ask nobody" },
    force: { type: "boolean", text: "replace the file of --record, whoever wrote it" },
    json: { type: "boolean", text: "print what was found, and what is planned, as JSON" },
  },
  notes: `Needs kubectl, the AWS CLI and credentials that may list the bucket. Where the job fails, Slurm is not started again, and the
message says how. What a restore of each does not bring back: docs/slurm-state.md, docs/slurm-database.md.`,
  exitCodes: {
    0: "put back, or planned",
    1: "something failed or is wrong",
    2: "refused, or you said no, and nothing was done",
    130: "interrupted",
  },
  interrupted: "Slurm may be stopped: run the same command again, with --plan first.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).restoreCommand,
});
