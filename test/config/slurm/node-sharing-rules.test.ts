import { SLURM_NODE_SHARING_RULES } from "../../../config/slurm/node-sharing-rules";
import { ruleCases } from "../../helpers/rule-cases";

const train = (more: object, prep?: object) => ({
  slurm: { partitions: { train: more, ...(prep && { prep: { nodeGroups: ["cpu"], ...prep } }) } },
});
const at = (partition: string) => ["slurm", "partitions", partition, "nodeSharing"];
const gb200 = { instanceType: "p6e-gb200.36xlarge", nodes: 18 };

ruleCases(SLURM_NODE_SHARING_RULES, {
  "slurm/node-sharing": {
    severity: "error",
    trips: [
      {
        when: "a share of CPU jobs that would have whole nodes",
        change: train({}, { nodeGroups: ["h100"], cpusPerNode: 8, nodeSharing: "none" }),
        at: at("prep"),
        message: ["prep is a share of CPU jobs, 8 CPUs"],
      },
      {
        when: "whole nodes of which CPU jobs have a share",
        change: train({ nodeSharing: "none" }, { nodeGroups: ["h100"], cpusPerNode: 8 }),
        at: at("train"),
        message: ["CPU jobs of prep a share"],
      },
      {
        when: "whole nodes whose GPUs are cut",
        change: {
          ...train({ nodeSharing: "none" }),
          nodeGroups: { h100: { sharing: { kind: "mig", layout: "all-1g.10gb" } } },
        },
        at: at("train"),
        message: ["GPUs of h100 are there in parts"],
        fix: ['"user"'],
      },
      {
        when: "jobs that share nodes of an NVLink domain",
        change: { ...train({ nodeSharing: "jobs" }), nodeGroups: { h100: gb200 } },
        at: at("train"),
        message: ["in an NVLink domain"],
      },
    ],
    passes: [
      { when: "whole nodes", change: train({ nodeSharing: "none" }, { nodeSharing: "user" }) },
      {
        when: "a share beside jobs that share nodes",
        change: train({ nodeSharing: "jobs" }, { nodeGroups: ["h100"], cpusPerNode: 8 }),
      },
      { when: "an NVLink domain that says nothing", change: { nodeGroups: { h100: gb200 } } },
    ],
  },
  "slurm/node-sharing-quota": {
    severity: "warning",
    trips: [
      {
        change: { ...train({ nodeSharing: "none" }), teams: { vision: { gpus: 4 } } },
        at: ["teams", "vision", "gpus"],
        message: ["vision may use 4 GPUs", "the 8 of a node"],
        fix: ["gpus: 8"],
      },
    ],
    passes: [
      { when: "jobs that share nodes", change: { ...train({}), teams: { vision: { gpus: 4 } } } },
      { when: "a whole node", change: { ...train({ nodeSharing: "none" }), teams: { vision: { gpus: 8 } } } },
      {
        when: "a team that may not go there",
        change: { ...train({ nodeSharing: "none" }, {}), teams: { vision: { gpus: 4, partitions: ["prep"] } } },
      },
    ],
  },
});
