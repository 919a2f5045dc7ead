import { inputFile, place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard nodes`. */
export const NODES_COMMAND = defineCommand({
  name: "nodes",
  takes: "<env>",
  about: `Say how the nodes of each pool are, in Slurm and in Kubernetes: why one takes no jobs, whose fault it is, since when, and what
repair has done and does next, and which nodes have one fault after another. Nothing is changed.`,
  examples: [
    ["nodes research", "how many take jobs, and each one that does not"],
    ["nodes research --pool h100 --all", "those that take jobs, too"],
    ["nodes research --journal", "what repair did last, or would have done in a dry run"],
    ["nodes research --json", "every node; null is unknown"],
    ["nodes research --record nodes.json", "keep the answers; --replay tells the same again, and asks nobody"],
  ],
  options: {
    pool: { type: "string", check: something, multiple: true, value: "<pool>", text: "this pool and no other" },
    journal: { type: "boolean", text: "tell, too, what repair did last, or would have done, and why" },
    all: { type: "boolean", text: "list nodes that take jobs, too" },
    json: { type: "boolean", text: "print every node as JSON; null is unknown" },
    record: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write what was answered, for --replay: it has names of nodes and of who drained them, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording; nobody is asked",
    },
    force: { type: "boolean", text: "replace the file of --record, whoever wrote it" },
  },
  notes: `Needs kubectl. Where Slurm does not answer, the states of its nodes are unknown, and are told so. What checks, repair and
rollouts do: docs/node-life.md.`,
  exitCodes: {
    0: "told, whatever the nodes are like",
    1: "the cluster did not answer, or an option is wrong",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).nodesCommand,
});
