import { defineCommand } from "../../cli/define-command";

/** `railyard host-check`. */
export const HOST_CHECK_COMMAND = defineCommand({
  name: "host-check",
  takes: "<env> <pool> <file…>",
  about: `Compare what nodes really have with the profile of their pool: huge pages, sysctl, limits, clocks, modules, PCIe, kernel
arguments; and of hosts of virtual machines whether GPUs and cards can be handed on: IOMMU, its groups, drivers. Each file is what
the script printed on one node.`,
  examples: [
    ["host-check --script > collect.sh", "what to run on a node, as root: bash collect.sh > gpu-a01.txt"],
    ["host-check research h100 gpu-a01.txt gpu-a02.txt", "what differs on them, and why it matters"],
  ],
  options: {
    script: { type: "boolean", text: "print the script that reads a node, and do nothing else" },
    all: { type: "boolean", text: "list what is as wanted, too" },
    json: { type: "boolean", text: "print every setting of every node as JSON" },
  },
  notes: `A pool without tuning is compared with what tuning: {} would set. Nothing is guessed: what a text does not show is unknown,
and a node of which something is unknown is not one that holds.`,
  exitCodes: {
    0: "every node has every setting, or lacks what it need not have",
    1: "something is wrong with the files or the options: nothing was compared",
    2: "something differs, or is unknown",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).hostCheckCommand,
});
