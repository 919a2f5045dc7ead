import { defineCommand } from "../../cli/define-command";

/** `railyard doctor`. */
export const DOCTOR_COMMAND = defineCommand({
  name: "doctor",
  takes: "[env]",
  about: `Look at this machine: Node.js and modules, git, Terraform or OpenTofu, kubectl, AWS CLI, Helm, credentials, access
to the state and to a cluster that exists, network, memory and disk. Nothing is changed, and no lock is taken.`,
  examples: [
    ["doctor", "what writing, checking and rehearsing a config needs"],
    ["doctor research", "and what deploying this environment needs: versions, its account or cluster, its state"],
  ],
  options: {
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Each is ok, missing, wrong (another version, another account) or unknown, and needed or optional. It takes seconds,
with no network and no credentials too. What the account or the cluster allows is asked by preflight.`,
  exitCodes: {
    0: "usable",
    1: "the command could not run",
    2: "something that is needed is missing or wrong",
  },
  interrupted: "Nothing was changed.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).doctorCommand,
});
