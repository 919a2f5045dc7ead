import { imageName, place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** @see https://catalog.ngc.nvidia.com/orgs/nvidia/containers/pytorch */
const PYTORCH_IMAGE = "nvcr.io/nvidia/pytorch:25.06-py3";

/** `railyard examples`. */
export const EXAMPLES_COMMAND = defineCommand({
  name: "examples",
  takes: "<env>",
  about: `Write jobs that fit an environment, to start from: for Slurm a shell, one GPU, a node, all nodes with NCCL, PyTorch that goes
back to the queue and on from its checkpoint, an array, a container; for Kubernetes pods where Slurm does not have the GPUs, with Kueue a job of each operator and the files of SkyPilot, and virtual machines where these have them, as KubeVirt and, for hosts outside
Kubernetes, libvirt read them.`,
  examples: [["examples research", "into cdktf.out/examples/research/"]],
  options: {
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    image: {
      type: "string",
      check: imageName,
      default: PYTORCH_IMAGE,
      value: "<image>",
      text: `image with PyTorch (default: one that the environment imports, else ${PYTORCH_IMAGE})`,
    },
    "nccl-image": {
      type: "string",
      check: imageName,
      value: "<image>",
      text: "image with nccl-tests at /opt/nccl-tests/build (default: a public one for the fabric)",
    },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written as JSON" },
  },
  notes: `Submit a .sbatch file from a login node with sbatch, and apply a .yaml file with kubectl. Each is tried on real Slurm with
stand-ins for what needs GPUs (railyard slurm-check).`,
  exitCodes: {
    0: "written",
    1: "something is wrong",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).examplesCommand,
});
