import { minutes } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";
import { UsageError } from "../../lib/errors/usage";
import { ROLLOUT_WAYS } from "../../lib/slurm/rollout-state";

/** `railyard rollout`. */
export const ROLLOUT_COMMAND = defineCommand({
  name: "rollout",
  takes: "<env> <pool>",
  about: `Make the nodes of a pool anew, a few at a time: a new slurmd pod, a boot, or another machine. Nodes are drained in Slurm, jobs are
waited for, and checks accept a node before it takes jobs again. In the pool, and in each partition that has it, slurm.rollout.floorPercent
of the nodes go on taking jobs; slurm.rollout.failuresInRow failures end it.`,
  examples: [
    ["rollout research h100 --plan", "which nodes, how many at a time, and what would be left alone"],
    ["rollout research burst", "a pool of Karpenter: its machines are replaced, and have its new settings"],
    ["rollout iron dgx --by reboot --requeue-after 60", "jobs that still run after an hour save, and wait again"],
  ],
  options: {
    by: {
      type: "string",
      check: (value, option) => {
        if (!ROLLOUT_WAYS.some((way) => way === value))
          throw new UsageError(`${option} must be one of ${ROLLOUT_WAYS.join(", ")}, but is ${JSON.stringify(value)}`);
      },
      value: "<way>",
      text: "restart (the slurmd pod is made anew), reboot, or replace (another machine; default where somebody replaces them, else reboot)",
    },
    plan: { type: "boolean", text: "say what would be done, and stop" },
    "requeue-after": {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "jobs that still run so long after their node was drained (0: at once) get the signal that they asked for (sbatch --signal), and go back to the queue ten minutes later, each told by its number (default: all are waited for)",
    },
    anew: { type: "boolean", text: "give up a rollout that was stopped, and begin with all nodes" },
    yes: { type: "boolean", text: "begin without a question; needed where there is no terminal" },
    json: { type: "boolean", text: "print the plan, or the result, as JSON" },
  },
  notes: `It needs kubectl, and where an Auto Scaling group replaces nodes, the AWS CLI with credentials that may end its instances. After
Ctrl-C, a kill or a failure the same command goes on where it stopped. What a managed node group of EKS boots is changed by railyard deploy,
which lets EKS replace its nodes: a rollout gives it machines of the template that it has.`,
  exitCodes: {
    0: "all nodes are made anew, or it was planned",
    1: "it could not go on, or something is wrong",
    2: "nodes have failed, or were left to whoever has drained them, or you said no",
    130: "interrupted",
  },
  interrupted: "What was drained and not yet made anew takes jobs again. The same command goes on where it stopped.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).rolloutCommand,
});
