import { place, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { defineCommand } from "../../cli/define-command";

/**
 * By tag: nobody publishes its digest where it can be read without asking the registry.
 * @see https://gallery.ecr.aws/hpc-cloud/nccl-tests
 */
const DEFAULT_IMAGE = "public.ecr.aws/hpc-cloud/nccl-tests:cuda13.0.2-efa1.48.0-ofiv1.19.0-ncclv2.30.4-1-testsv2.18.3";

const imageName: OptionCheck = (value, option) => {
  if (!IMAGE.test(value) || value.length > 1024)
    throw new UsageError(
      `${option} must name an image, such as registry.example.com/nccl-tests:2.17 or …@sha256:<digest>, but is ${JSON.stringify(value)}`,
    );
};

/**
 * The form of a reference to an image; Kubernetes and enroot say no more of one that is wrong than that it cannot be pulled.
 * @see https://pkg.go.dev/github.com/distribution/reference
 */
const IMAGE =
  /^[a-zA-Z0-9](?:[\w.:-]*\w)?(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

/** `railyard fabric-job`. */
export const FABRIC_JOB_COMMAND = defineCommand({
  name: "fabric-job",
  takes: "<env>",
  about: `Write jobs that prove the fabric: for each EFA group an all-reduce over every GPU and EFA device of a few of its
nodes, as many as the command prints.`,
  examples: [["fabric-job research", "into cdktf.out/fabric/research/"]],
  options: {
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    image: {
      type: "string",
      check: imageName,
      default: DEFAULT_IMAGE,
      value: "<image>",
      text: `image with nccl-tests and aws-ofi-nccl, best by digest (default ${DEFAULT_IMAGE})`,
    },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written as JSON" },
  },
  notes: `Submit a .sbatch file from a login node, or apply a .trainjob.yaml with kubectl where Kubeflow Trainer is installed.
Where Slurm has the group, its slurmd pods hold all GPUs, and the pods of a TrainJob stay pending: submit the
.sbatch file. A job fails when NCCL did not use EFA, when a result is wrong, or when its bus bandwidth is below the
floor.`,
  exitCodes: {
    0: "written",
    1: "something is wrong",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).fabricJobCommand,
});
