import { CLAIM } from "./destroy";
import { minutes, something, stackAddress, type OptionCheck } from "../../cli/option-checks";
import { STAY_CLOSED } from "./reopen";
import { defineCommand } from "../../cli/define-command";

/** A resource, or the claim of a volume. */
const givenUp: OptionCheck = (value, option) => {
  if (!CLAIM.test(value)) stackAddress(value, option);
};

/** `railyard destroy`. */
export const DESTROY_COMMAND = defineCommand({
  name: "destroy",
  takes: "<env>",
  about: `Destroy an environment in order. Everything is planned first, and whatever holds data must be named; then jobs end,
Lustre is exported to S3 and the export is checked, load balancers and volumes go while their controllers run, and
the stacks go, each before those that it stands on. At last it lists what is left in the account.`,
  examples: [
    ["destroy dev", "says what must be named, or asks for the name"],
    ["destroy dev --stack dev-nodes", "the nodes, with platform and Slurm; data stays"],
    [
      "destroy research --keep research-storage.aws_s3_bucket.checkpoints --allow research-storage.aws_fsx_lustre_file_system.lustre --allow …",
    ],
  ],
  options: {
    stack: {
      type: "string",
      check: something,
      alias: "only",
      multiple: true,
      value: "<stack>",
      text: "this stack and all that stand on it (default: all but bootstrap)",
    },
    allow: {
      type: "string",
      check: givenUp,
      multiple: true,
      value: "<stack>.<address>",
      text: "this resource is given up. In production all that holds data must be named, elsewhere what the stacks protect",
      also: { value: "<namespace>/<claim>", text: "this volume is given up; in production each must be named" },
    },
    keep: {
      type: "string",
      check: stackAddress,
      multiple: true,
      value: "<stack>.<address>",
      text: "this bucket, key or log group stays, with what it stands on, in the state of its stack",
    },
    unexported: {
      type: "string",
      check: stackAddress,
      multiple: true,
      value: "<stack>.<address>",
      text: "let the files of this file system go, though S3 does not have them all",
    },
    "cancel-jobs": {
      type: "boolean",
      text: "end running jobs, and pods with GPUs that no queue knows, instead of waiting for them",
    },
    "drain-timeout": {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "how long jobs are waited for (default 60)",
    },
    "skip-drain": {
      type: "boolean",
      text: "do not ask the cluster: jobs are killed, what its controllers made in AWS stays",
    },
    bootstrap: {
      type: "boolean",
      text: "the state bucket and its key go, too. S3 refuses while the bucket has states: empty it by hand, old versions too, but only when all else is destroyed",
    },
    "yes-destroy": {
      type: "string",
      check: something,
      value: "<name>",
      text: "the environment's name, instead of typing it in a terminal",
    },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `An environment whose file is removed runs on, and is paid for: bring its file and its row back from git (git log --
config/environments/<name>.ts), destroy it, and remove them then. Needs Terraform, kubectl, the AWS CLI and credentials of the account; AWS and the cluster must be reachable.
Protection is lifted in copies of the stacks, in cdktf.out/destroy, for what was named; cdktf.out/stacks keeps it. A
bucket with objects is refused by S3: nothing here empties one. After a failure, run it again: it goes on where it
stopped. Files are exported twice: before anything is destroyed, and once more when the nodes are gone.`,
  exitCodes: {
    0: "destroyed, and nothing is left",
    1: "something failed or is wrong",
    2: "refused, or you said no, and nothing was done; or destroyed, but orphans are left or not known",
    130: "interrupted",
  },
  interrupted: `Nothing is left running. Run the same command again: it goes on where this run stopped.\n${STAY_CLOSED}`,
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).destroyCommand,
});
