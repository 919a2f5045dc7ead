import { NCCL_TESTS_EFA, NCCL_TESTS_RDMA } from "../../../config/facts/nccl";
import { imageName, place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard fabric-job`. */
export const FABRIC_JOB_COMMAND = defineCommand({
  name: "fabric-job",
  takes: "<env>",
  about: `Write jobs that prove the fabric: for each group with EFA, InfiniBand or RoCE an all-reduce over every GPU and device of
a few of its nodes, as many as the command prints.`,
  examples: [["fabric-job research", "into cdktf.out/fabric/research/"]],
  options: {
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    image: {
      type: "string",
      check: imageName,
      value: "<image>",
      text: "image with nccl-tests at /opt/nccl-tests/build, best by digest (default: that of the fabric, below)",
    },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written as JSON" },
  },
  notes: `Submit a .sbatch file from a login node, or apply a .trainjob.yaml with kubectl where Kubeflow Trainer is installed.
Where Slurm has the group, its slurmd pods hold all GPUs, and the pods of a TrainJob stay pending: submit the
.sbatch file. A job fails when NCCL did not use the fabric, when a result is wrong, or when its bus bandwidth is below the
floor. The image is ${NCCL_TESTS_EFA.name}
for EFA, and ${NCCL_TESTS_RDMA.name}
for InfiniBand and RoCE.`,
  exitCodes: {
    0: "written",
    1: "something is wrong",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).fabricJobCommand,
});
