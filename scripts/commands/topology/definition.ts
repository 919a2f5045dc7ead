import { defineCommand } from "../../cli/define-command";
import { something, wholeNumber, type OptionCheck } from "../../cli/option-checks";

const server: OptionCheck = (value, option) => {
  // the catalogue takes longer to load than help
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { knownServer } = require("./known-server") as typeof import("./known-server");
  knownServer(value, option);
};

/** `railyard topology`. */
export const TOPOLOGY_COMMAND = defineCommand({
  name: "topology",
  takes: "[file]",
  about: `Read what ibnetdiscover printed (- is the standard input), say what the InfiniBand fabric is and what is wrong with
its cables and names, and write the topology that Slurm and Kueue place jobs by.`,
  examples: [
    [
      "topology net.txt --server dgx-h100 --nodes 64",
      "the fabric, and what is missing of 64 servers with 8 cards each",
    ],
    ["topology net.txt --slurm > topology.yaml", "for Slurm 25.05 and later"],
    ["topology net.txt --kueue | kubectl apply -f -", "levels for Kueue"],
    [
      "topology --kueue --for iron | kubectl apply -f -",
      "the same by the labels of an environment, as topograph sets them",
    ],
    ["topology net.txt --labels | sh", "labels of nodes for Kueue, and annotations for Slurm on Kubernetes"],
  ],
  options: {
    slurm: { type: "boolean", text: "print topology.yaml" },
    block: { type: "boolean", text: "with --slurm: have the leaves as blocks, too" },
    conf: { type: "boolean", text: "print topology.conf, for Slurm before 25.05" },
    kueue: { type: "boolean", text: "print Kueue's Topology" },
    labels: { type: "boolean", text: "print the commands that label and annotate nodes" },
    for: {
      type: "string",
      check: something,
      value: "<env>",
      text: "without a file: with --kueue, levels by the labels of its nodes; with --labels, by the leaves of its cards",
    },
    server: {
      type: "string",
      check: server,
      value: "<server>",
      text: "the servers are of this kind: each has as many cards as the catalogue says",
    },
    hcas: { type: "string", check: wholeNumber(1, "cards"), value: "<n>", text: "each server has so many cards" },
    nodes: { type: "string", check: wholeNumber(1, "servers"), value: "<n>", text: "there are so many servers" },
    json: { type: "boolean", text: "print all that was found as JSON" },
  },
  notes: `The text is made on a node of the fabric: sudo ibnetdiscover > net.txt. Tenants of clouds may not run it. Without
--server and --hcas the number of cards that most servers have is taken for right.`,
  exitCodes: {
    0: "the fabric is as it should be",
    1: "something is wrong with the text or the options: nothing was printed",
    2: "cables or names are wrong: it is said, and the topology of what is there was printed",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).topologyCommand,
});
