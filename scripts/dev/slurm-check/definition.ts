import { inputFolder, place, wholeNumber } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard slurm-check`. */
export const SLURM_CHECK_COMMAND = defineCommand({
  name: "slurm-check",
  takes: "[env…]",
  about: "Load the generated Slurm files into real Slurm daemons and run jobs on pretended nodes.",
  examples: [
    ["slurm-check", "every environment with Slurm"],
    ["slurm-check research", "these environments"],
  ],
  options: {
    root: {
      type: "string",
      check: inputFolder,
      default: "/",
      value: "<folder>",
      text: "a chroot with Slurm, such as one made by debootstrap --variant=minbase --include=slurm-wlm,slurmdbd,munge sid <folder> (default: this machine's own)",
    },
    from: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "try an upgrade instead: the Slurm of --root takes over the queue and the database that the older Slurm of this chroot left",
    },
    timeout: {
      type: "string",
      check: wholeNumber(1, "seconds"),
      default: "1200",
      value: "<s>",
      text: "seconds for each environment (default 1200)",
    },
    "lost-node": {
      type: "boolean",
      text: "take a node of the first environment away, too, and measure how long its job waits: two to three minutes more",
    },
    submissions: {
      type: "boolean",
      text: "measure instead how long slurmctld takes for a submission, with job_submit.lua and without it, side by side",
    },
    out: {
      type: "string",
      check: place,
      value: "<file>",
      text: "keep the result there as JSON: promises, what this Slurm cannot show, and each answer",
    },
    force: { type: "boolean", text: "replace a file of that name, whoever wrote it" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Environments are checked side by side. The last lines are a table: each promise, and whether it held. Needs root, and apt-get install --no-install-recommends slurm-wlm slurmdbd
munge mariadb-server; with openssh-server, people log in as well. Daemons run on loopback, in namespaces and a folder of their own, and are gone afterwards.`,
  exitCodes: {
    0: "everything passed, or there is no Slurm",
    1: "the check could not run",
    2: "something failed",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).slurmCheckCommand,
});
