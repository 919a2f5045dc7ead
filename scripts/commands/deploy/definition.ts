import { minutes, something, stackAddress } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard deploy`. */
export const DEPLOY_COMMAND = defineCommand({
  name: "deploy",
  takes: "<env>",
  about: `Deploy an environment: check and synthesize it, then plan and apply its stacks in the order of their dependencies.
What is applied is the plan that was shown. A plan that deletes or replaces what holds data or runs jobs is refused, and
so is one that loses data or ends jobs by a change in place, such as fewer nodes: each is let through by name. A stack that config has dropped, such as Slurm, is destroyed before anything else, in the same way and by name. The
account is asked first whether it can have the environment, as npx railyard preflight does: where a check fails,
nothing is applied; warnings and what AWS does not answer are told, and stop nothing. Nodes that a plan replaces, one
after another or at once, are drained in Slurm first, and it waits for their jobs.`,
  examples: [
    ["deploy dev --dry-run", "plan every stack, change nothing"],
    ["deploy dev", "show each plan and ask"],
    ["deploy dev --stack dev-nodes --yes", "one stack, no question"],
    ["deploy dev --allow dev-nodes.aws_eks_node_group.h100"],
  ],
  options: {
    stack: {
      type: "string",
      check: something,
      alias: "only",
      multiple: true,
      value: "<stack>",
      text: "this stack and no other",
    },
    allow: {
      type: "string",
      check: stackAddress,
      multiple: true,
      value: "<stack>.<address>",
      text: "this may be deleted, replaced or ended, as the refusal names it",
    },
    "dry-run": { type: "boolean", text: "plan only; a stack that reads what is not there yet says what it waits for" },
    "drain-timeout": {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "how long jobs on nodes that a plan replaces are waited for (default 60); then the nodes take jobs again, and nothing is applied",
    },
    "requeue-after": {
      type: "string",
      check: minutes,
      value: "<minutes>",
      text: "jobs that still run so long after their nodes were drained (0: at once) get the signal that they asked for (sbatch --signal), and go back to the queue ten minutes later, with the limits that they had; what may not be queued again is waited for (default: all are waited for)",
    },
    "no-drain": { type: "boolean", text: "apply while jobs run on nodes that the plan replaces" },
    "no-preflight": { type: "boolean", text: "do not ask the account first" },
    "no-verify": {
      type: "boolean",
      text: "do not prove the nodes afterwards: nobody knows then whether they run at the speed that was paid for",
    },
    yes: { type: "boolean", text: "apply without a question; needed where there is no terminal" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Where all stacks are applied and something has changed, npx railyard verify --suite accept follows: it takes nodes that are
idle, waits half an hour for those that have not joined, and may take hours; interrupted, it goes on by itself when it is started again. What could not be run is told, and is no failure of the deployment.
It needs Terraform and credentials of the environment's account. It only orders and guards: npm run cdktf -- deploy
and terraform in cdktf.out/stacks/<stack> work on the same states. After a failure, run it again: it goes on where
it stopped. Ctrl-C lets Terraform end what it is at, for ten minutes at most; a second one kills it, which may lose
state.`,
  exitCodes: {
    0: "every stack is as it should be",
    1: "one failed, or something is wrong",
    2: "you said no, a plan was refused, jobs ran on its nodes, the account cannot have it, or all was applied and verify found something wrong",
    130: "interrupted",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).deployCommand,
});
