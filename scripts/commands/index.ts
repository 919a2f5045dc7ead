import type { Command } from "../cli/command";
import type { CommandDefinition } from "../cli/define-command";
import type { ListedCommand } from "../cli/help";

interface RowProps extends ListedCommand {
  /** Loaded when somebody asks for the command: the list of all does without. */
  readonly define: () => CommandDefinition;
  /** What its first word may be, for completion. @default - an environment */
  readonly words?: () => readonly string[];
}

export interface CommandRow extends RowProps {
  /** Loads what does it: no command pays for another's libraries. */
  readonly load: () => Promise<Command>;
}

const command = (row: RowProps): CommandRow => ({ ...row, load: async () => row.define().run() });

/* eslint-disable @typescript-eslint/no-require-imports -- see `define` */

/** Every command: one row each, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  fork: command({
    group: "Write config",
    summary: "make an environment that follows another one",
    define: () => (require("./fork/definition") as typeof import("./fork/definition")).FORK_COMMAND,
  }),
  upstream: command({
    group: "Write config",
    summary: "say what an original has changed, and what that does to an environment that follows it",
    define: () => (require("./upstream/definition") as typeof import("./upstream/definition")).UPSTREAM_COMMAND,
  }),
  unfork: command({
    group: "Write config",
    summary: "write an environment out in full, so that it follows no other one",
    define: () => (require("./unfork/definition") as typeof import("./unfork/definition")).UNFORK_COMMAND,
  }),
  explain: command({
    group: "Write config",
    summary: "say what a key, a rule, an instance type or a Region is, and where a value comes from",
    define: () => (require("./explain/definition") as typeof import("./explain/definition")).EXPLAIN_COMMAND,
  }),
  describe: command({
    group: "Write config",
    summary: "the data sheet of an environment: GPUs, network, storage, money, failures",
    define: () => (require("./describe/definition") as typeof import("./describe/definition")).DESCRIBE_COMMAND,
  }),
  size: command({
    group: "Write config",
    summary: "compute what a training takes: memory, checkpoints, failures, time and money",
    define: () => (require("./size/definition") as typeof import("./size/definition")).SIZE_COMMAND,
  }),
  rules: command({
    group: "Write config",
    summary: "list the rules, or tell all of one",
    define: () => (require("./rules/definition") as typeof import("./rules/definition")).RULES_COMMAND,
  }),
  inspect: command({
    group: "Write config",
    summary: "write the config of servers that exist, from what nodes and hosts show",
    define: () => (require("./inspect/definition") as typeof import("./inspect/definition")).INSPECT_COMMAND,
    words: () => [],
  }),
  synth: command({
    group: "Check it, with no cloud account",
    summary: "check environments and write their Terraform JSON",
    define: () => (require("./synth/definition") as typeof import("./synth/definition")).SYNTH_COMMAND,
  }),
  rehearse: command({
    group: "Check it, with no cloud account",
    summary: "run the real Terraform over every stack, with no cloud account",
    define: () => (require("./rehearse/definition") as typeof import("./rehearse/definition")).REHEARSE_COMMAND,
  }),
  review: command({
    group: "Check it, with no cloud account",
    summary: "say what a change does: what is lost, whose work stops, capacity, money, security",
    define: () => (require("./review/definition") as typeof import("./review/definition")).REVIEW_COMMAND,
  }),
  diff: command({
    group: "Check it, with no cloud account",
    summary: "compare two environments: keys, resources, money, speed",
    define: () => (require("./diff/definition") as typeof import("./diff/definition")).DIFF_COMMAND,
  }),
  policy: command({
    group: "Check it, with no cloud account",
    summary: "check the synthesized stacks against Checkov's policies",
    define: () => (require("./policy/definition") as typeof import("./policy/definition")).POLICY_COMMAND,
  }),
  charts: command({
    group: "Check it, with no cloud account",
    summary: "render every Helm release with the real Helm, and check it",
    define: () => (require("../dev/charts/definition") as typeof import("../dev/charts/definition")).CHARTS_COMMAND,
  }),
  "slurm-check": command({
    group: "Check it, with no cloud account",
    summary: "load the generated Slurm files into real Slurm, and run jobs",
    define: () =>
      (require("../dev/slurm-check/definition") as typeof import("../dev/slurm-check/definition")).SLURM_CHECK_COMMAND,
  }),
  doctor: command({
    group: "Check it against machine and account",
    summary: "say what this machine lacks: programs, versions, credentials, state, network",
    define: () => (require("./doctor/definition") as typeof import("./doctor/definition")).DOCTOR_COMMAND,
  }),
  preflight: command({
    group: "Check it against machine and account",
    summary: "ask whether the account can have it: quotas, capacity, permissions, names",
    define: () => (require("./preflight/definition") as typeof import("./preflight/definition")).PREFLIGHT_COMMAND,
  }),
  bootstrap: command({
    group: "Run it",
    summary: "make the state bucket and key of an environment, and the roles of its pipeline",
    define: () => (require("./bootstrap/definition") as typeof import("./bootstrap/definition")).BOOTSTRAP_COMMAND,
  }),
  deploy: command({
    group: "Run it",
    summary: "plan and apply the stacks of an environment in order; losses are refused",
    define: () => (require("./deploy/definition") as typeof import("./deploy/definition")).DEPLOY_COMMAND,
  }),
  "fabric-job": command({
    group: "Run it",
    summary: "write jobs that prove the fabric of each EFA group",
    define: () => (require("./fabric-job/definition") as typeof import("./fabric-job/definition")).FABRIC_JOB_COMMAND,
  }),
  examples: command({
    group: "Run it",
    summary: "write jobs for Slurm and pods that fit an environment: from one GPU to all nodes",
    define: () => (require("./examples/definition") as typeof import("./examples/definition")).EXAMPLES_COMMAND,
  }),
  pin: command({
    group: "Run it",
    summary: "ask registries for digests of images, and say how they are copied to mirrors",
    define: () => (require("./pin/definition") as typeof import("./pin/definition")).PIN_COMMAND,
    words: () => [],
  }),
  nodeadm: command({
    group: "Run it",
    summary: "write the files by which nodeadm makes servers on premises nodes",
    define: () => (require("./nodeadm/definition") as typeof import("./nodeadm/definition")).NODEADM_COMMAND,
  }),
  "node-files": command({
    group: "Run it",
    summary: "write mirrors, authorities and the proxy for nodes that Railyard does not make",
    define: () => (require("./node-files/definition") as typeof import("./node-files/definition")).NODE_FILES_COMMAND,
  }),
  "host-check": command({
    group: "Run it",
    summary: "compare what nodes really have with the profile of their pool",
    define: () => (require("./host-check/definition") as typeof import("./host-check/definition")).HOST_CHECK_COMMAND,
  }),
  image: command({
    group: "Run it",
    summary: "write the recipe of an image with the profile of a pool",
    define: () => (require("./image/definition") as typeof import("./image/definition")).IMAGE_COMMAND,
  }),
  topology: command({
    group: "Run it",
    summary: "read an InfiniBand fabric: what is wired wrong, and the topology for Slurm and Kueue",
    define: () => (require("./topology/definition") as typeof import("./topology/definition")).TOPOLOGY_COMMAND,
    // a shell completes files by itself
    words: () => [],
  }),
  roce: command({
    group: "Run it",
    summary: "what RoCE needs of hosts and switches, and which defaults of switches do not match",
    define: () => (require("./roce/definition") as typeof import("./roce/definition")).ROCE_COMMAND,
    words: () => ["cumulus", "eos", "sonic"],
  }),
  adopt: command({
    group: "Run it",
    summary: "make a VPC, cluster, file system or bucket that is there already part of an environment",
    define: () => (require("./adopt/definition") as typeof import("./adopt/definition")).ADOPT_COMMAND,
  }),
  upgrade: command({
    group: "Run it",
    summary: "say what is behind in an environment, what fits what, and the order of upgrading",
    define: () => (require("./upgrade/definition") as typeof import("./upgrade/definition")).UPGRADE_COMMAND,
  }),
  verify: command({
    group: "Run it",
    summary: "prove by jobs that nodes, fabric and volumes do what was paid for; name bad nodes",
    define: () => (require("./verify/definition") as typeof import("./verify/definition")).VERIFY_COMMAND,
  }),
  usage: command({
    group: "Run it",
    summary: "say who used what: GPU-hours and money by team, user, partition and job, and what was idle",
    define: () => (require("./usage/definition") as typeof import("./usage/definition")).USAGE_COMMAND,
  }),
  status: command({
    group: "Run it",
    summary: "one screen for whoever is on call: nodes, alerts, queues, capacity, promises, money",
    define: () => (require("./status/definition") as typeof import("./status/definition")).STATUS_COMMAND,
  }),
  nodes: command({
    group: "Run it",
    summary: "say how nodes are: why one takes no jobs, whose fault it is, what repair does",
    define: () => (require("./nodes/definition") as typeof import("./nodes/definition")).NODES_COMMAND,
  }),
  rollout: command({
    group: "Run it",
    summary: "make the nodes of a pool anew, a few at a time, while the others take jobs",
    define: () => (require("./rollout/definition") as typeof import("./rollout/definition")).ROLLOUT_COMMAND,
  }),
  restore: command({
    group: "Run it",
    summary: "put back a copy of Slurm's queue or accounting, after saying what would be lost",
    define: () => (require("./restore/definition") as typeof import("./restore/definition")).RESTORE_COMMAND,
  }),
  destroy: command({
    group: "Run it",
    summary: "end jobs, export files, and destroy an environment in order; what holds data must be named",
    define: () => (require("./destroy/definition") as typeof import("./destroy/definition")).DESTROY_COMMAND,
  }),
  orphans: command({
    group: "Run it",
    summary: "list what the account has of an environment that no stack has, and what it costs",
    define: () => (require("./orphans/definition") as typeof import("./orphans/definition")).ORPHANS_COMMAND,
  }),
  export: command({
    group: "Leave",
    summary: "write an environment as plain Terraform, in HCL",
    define: () => (require("./export/definition") as typeof import("./export/definition")).EXPORT_COMMAND,
  }),
  cdktn: command({
    group: "Leave",
    summary: "move to CDK Terrain, or prove that the move would go well",
    define: () => (require("../dev/cdktn/definition") as typeof import("../dev/cdktn/definition")).CDKTN_COMMAND,
  }),
  facts: command({
    group: "Work on Railyard",
    summary: "ask AWS and chart repositories for the facts that they publish, and write what differs",
    define: () => (require("../dev/facts/definition") as typeof import("../dev/facts/definition")).FACTS_COMMAND,
  }),
  schema: command({
    group: "Work on Railyard",
    summary: "write JSON Schema and the documented type of environment files",
    define: () => (require("../dev/schema/definition") as typeof import("../dev/schema/definition")).SCHEMA_COMMAND,
  }),
  ci: command({
    group: "Work on Railyard",
    summary: "steps of the workflows in .github/workflows",
    define: () => (require("../dev/ci/definition") as typeof import("../dev/ci/definition")).CI_COMMAND,
    words: () => Object.keys((require("../dev/ci/command") as typeof import("../dev/ci/command")).STEPS),
  }),
  completion: command({
    group: "Work on Railyard",
    summary: "complete commands, options, environments and keys in bash, zsh and fish",
    define: () =>
      // it tells of all the others, and imports none
      (require("./completion/definition") as typeof import("./completion/definition")).completionOf(() => COMMANDS),
    words: () => (require("./completion/shell-script") as typeof import("./completion/shell-script")).SHELLS,
  }),
};
