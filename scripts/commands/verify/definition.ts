import { CHECK_IMAGES } from "../../../config/verify/check-images";
import { defineCommand } from "../../cli/define-command";
import { imageName, inputFolder, minutes, place, something, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { RUNNERS, SUITES } from "../../verify/check";

const oneOf =
  (allowed: readonly string[]): OptionCheck =>
  (value, option) => {
    if (!allowed.includes(value))
      throw new UsageError(`${option} must be one of ${allowed.join(", ")}, but is ${JSON.stringify(value)}`);
  };

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names */
const namespaceName: OptionCheck = (value, option) => {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value))
    throw new UsageError(`${option} must be a namespace of Kubernetes, but is ${JSON.stringify(value)}`);
};

const programImage: OptionCheck = (value, option) => {
  const [, program, image = value] = /^([a-z-]+)=(.*)$/.exec(value) ?? [];
  if (program !== undefined && !CHECK_IMAGES.some((one) => one === program))
    throw new UsageError(
      `${option} must be <image>, or <program>=<image> of ${CHECK_IMAGES.join(", ")}, but is ${JSON.stringify(value)}`,
    );
  imageName(image, option);
};

/** `railyard verify`. */
export const VERIFY_COMMAND = defineCommand({
  name: "verify",
  takes: "<env>",
  about: `Prove that a cluster does what was paid for: jobs of Slurm, or of Kubernetes, count, measure and compare its nodes,
each figure is held against a floor with a source, and nodes that are bad are named.`,
  examples: [
    ["verify research", "the suite accept on all pools with GPUs, into cdktf.out/verify/research/accept/"],
    ["verify research --list", "what would be run, with its floors; nobody is asked"],
    ["verify research --suite join --pool h100", "what a node must pass before its first job"],
    ["verify research --only nccl-pairs", "one check, into cdktf.out/verify/research/accept-part/"],
    ["verify research --replay cdktf.out/verify/research/accept", "judge again what was measured; nobody is asked"],
  ],
  options: {
    suite: {
      type: "string",
      check: oneOf(SUITES),
      default: "accept",
      value: "<suite>",
      text: `one of ${SUITES.join(", ")} (default accept)`,
    },
    only: {
      type: "string",
      check: something,
      multiple: true,
      value: "<check>",
      text: "run this check alone, of any suite; may be given again",
    },
    pool: {
      type: "string",
      check: something,
      multiple: true,
      value: "<pool>",
      text: "look at this pool alone; may be given again",
    },
    on: {
      type: "string",
      check: oneOf(RUNNERS),
      value: "<runner>",
      text: "slurm or kubernetes: what runs the jobs (default slurm where the environment has it)",
    },
    namespace: {
      type: "string",
      check: namespaceName,
      value: "<name>",
      text: "run Jobs of Kubernetes there, by the team's queue where it is a team's (default: one of their own)",
    },
    "in-cluster": {
      type: "boolean",
      text: "in a pod of the cluster, with --suite weekly: ask it by the account of the pod, in the namespace railyard-verify",
    },
    image: {
      type: "string",
      check: programImage,
      multiple: true,
      value: "<image>",
      text: `image with nccl-tests, else that of the pool's fabric; <program>=<image> for others, of ${CHECK_IMAGES.slice(1).join(", ")}`,
    },
    wait: {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "wait so long for nodes that config asks for and that have not joined (default 0)",
    },
    list: { type: "boolean", text: "print what would be run, and run nothing" },
    out: { type: "string", check: place, value: "<folder>", text: "write the evidence there" },
    replay: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "judge what an earlier start wrote there; nobody is asked, nothing is written",
    },
    "keep-baseline": {
      type: "boolean",
      text: "make what was measured the floor of later runs where nobody has published a figure; what is kept and better stays",
    },
    "sign-key": {
      type: "string",
      check: something,
      value: "<key>",
      text: "sign the evidence by cosign with this key: a file, or an address such as awskms:///alias/evidence",
    },
    "no-upload": { type: "boolean", text: "keep the evidence here alone, and not beside the environment's states" },
    json: { type: "boolean", text: "print the evidence as JSON" },
  },
  notes: `Jobs take whole nodes that are idle, as user of Slurm's controller, or as pods of lowest priority: nodes with jobs are left
alone, and told. What a start made is removed when it ends. A start that was cut off goes on where it was. The folder
gets evidence.json, evidence.md and evidence.html, and outputs.jsonl with all that was printed. Pods take the image with
nccl-tests where a check names no other. A figure without a floor is kept, and the next run is compared with it. A node that fails is not drained: the
command names it.`,
  exitCodes: {
    0: "nothing is wrong; evidence says where a figure has no floor, and which nodes were not looked at",
    1: "something could not be run, as where no node is free, or an option is wrong",
    2: "a check failed",
  },
  interrupted: "What ended is kept: the same command goes on from there.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).verifyCommand,
});
