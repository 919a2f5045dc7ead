import type { Command } from "../cli/command";
import type { ListedCommand } from "../cli/help";

export interface CommandRow extends ListedCommand {
  /** Loaded when it is run: no command pays for another's libraries. */
  readonly load: () => Promise<Command>;
  /** What its first word may be, for completion. @default - an environment */
  readonly words?: () => readonly string[];
}

/* eslint-disable @typescript-eslint/no-require-imports -- see `load` */

/** Every command: one row each, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  fork: {
    group: "Write config",
    summary: "make an environment that follows another one",
    load: async () => (require("./fork/command") as typeof import("./fork/command")).forkCommand,
  },
  upstream: {
    group: "Write config",
    summary: "say what an original has changed, and what that does to an environment that follows it",
    load: async () => (require("./upstream/command") as typeof import("./upstream/command")).upstreamCommand,
  },
  unfork: {
    group: "Write config",
    summary: "write an environment out in full, so that it follows no other one",
    load: async () => (require("./unfork/command") as typeof import("./unfork/command")).unforkCommand,
  },
  explain: {
    group: "Write config",
    summary: "say what a key, a rule, an instance type or a Region is, and where a value comes from",
    load: async () => (require("./explain/command") as typeof import("./explain/command")).explainCommand,
  },
  describe: {
    group: "Write config",
    summary: "the data sheet of an environment: GPUs, network, storage, money, failures",
    load: async () => (require("./describe/command") as typeof import("./describe/command")).describeCommand,
  },
  rules: {
    group: "Write config",
    summary: "list the rules, or tell all of one",
    load: async () => (require("./rules/command") as typeof import("./rules/command")).rulesCommand,
  },
  synth: {
    group: "Check it, with no cloud account",
    summary: "check environments and write their Terraform JSON",
    load: async () => (require("./synth/command") as typeof import("./synth/command")).synthCommand,
  },
  rehearse: {
    group: "Check it, with no cloud account",
    summary: "run the real Terraform over every stack, with no cloud account",
    load: async () => (require("./rehearse/command") as typeof import("./rehearse/command")).rehearseCommand,
  },
  review: {
    group: "Check it, with no cloud account",
    summary: "say what a change does: what is lost, whose work stops, capacity, money, security",
    load: async () => (require("./review/command") as typeof import("./review/command")).reviewCommand,
  },
  diff: {
    group: "Check it, with no cloud account",
    summary: "compare two environments: keys, resources, money, speed",
    load: async () => (require("./diff/command") as typeof import("./diff/command")).diffCommand,
  },
  policy: {
    group: "Check it, with no cloud account",
    summary: "check the synthesized stacks against Checkov's policies",
    load: async () => (require("./policy/command") as typeof import("./policy/command")).policyCommand,
  },
  charts: {
    group: "Check it, with no cloud account",
    summary: "render every Helm release with the real Helm, and check it",
    load: async () => (require("../dev/charts/command") as typeof import("../dev/charts/command")).chartsCommand,
  },
  "slurm-check": {
    group: "Check it, with no cloud account",
    summary: "load the generated Slurm files into real Slurm, and run jobs",
    load: async () =>
      (require("../dev/slurm-check/command") as typeof import("../dev/slurm-check/command")).slurmCheckCommand,
  },
  doctor: {
    group: "Check it against machine and account",
    summary: "say what this machine lacks: programs, versions, credentials, state, network",
    load: async () => (require("./doctor/command") as typeof import("./doctor/command")).doctorCommand,
  },
  preflight: {
    group: "Check it against machine and account",
    summary: "ask whether the account can have it: quotas, capacity, permissions, names",
    load: async () => (require("./preflight/command") as typeof import("./preflight/command")).preflightCommand,
  },
  bootstrap: {
    group: "Run it",
    summary: "make the state bucket and key of an environment, and the roles of its pipeline",
    load: async () => (require("./bootstrap/command") as typeof import("./bootstrap/command")).bootstrapCommand,
  },
  deploy: {
    group: "Run it",
    summary: "plan and apply the stacks of an environment in order; losses are refused",
    load: async () => (require("./deploy/command") as typeof import("./deploy/command")).deployCommand,
  },
  "fabric-job": {
    group: "Run it",
    summary: "write jobs that prove the fabric of each EFA group",
    load: async () => (require("./fabric-job/command") as typeof import("./fabric-job/command")).fabricJobCommand,
  },
  adopt: {
    group: "Run it",
    summary: "make a VPC, cluster, file system or bucket that is there already part of an environment",
    load: async () => (require("./adopt/command") as typeof import("./adopt/command")).adoptCommand,
  },
  upgrade: {
    group: "Run it",
    summary: "say what is behind in an environment, what fits what, and the order of upgrading",
    load: async () => (require("./upgrade/command") as typeof import("./upgrade/command")).upgradeCommand,
  },
  destroy: {
    group: "Run it",
    summary: "end jobs, export files, and destroy an environment in order; what holds data must be named",
    load: async () => (require("./destroy/command") as typeof import("./destroy/command")).destroyCommand,
  },
  orphans: {
    group: "Run it",
    summary: "list what the account has of an environment that no stack has, and what it costs",
    load: async () => (require("./orphans/command") as typeof import("./orphans/command")).orphansCommand,
  },
  export: {
    group: "Leave",
    summary: "write an environment as plain Terraform, in HCL",
    load: async () => (require("./export/command") as typeof import("./export/command")).exportCommand,
  },
  cdktn: {
    group: "Leave",
    summary: "move to CDK Terrain, or prove that the move would go well",
    load: async () => (require("../dev/cdktn/command") as typeof import("../dev/cdktn/command")).cdktnCommand,
  },
  schema: {
    group: "Work on Railyard",
    summary: "write JSON Schema and the documented type of environment files",
    load: async () => (require("../dev/schema/command") as typeof import("../dev/schema/command")).schemaCommand,
  },
  ci: {
    group: "Work on Railyard",
    summary: "steps of the workflows in .github/workflows",
    load: async () => (require("../dev/ci/command") as typeof import("../dev/ci/command")).ciCommand,
    words: () => Object.keys((require("../dev/ci/command") as typeof import("../dev/ci/command")).STEPS),
  },
  completion: {
    group: "Work on Railyard",
    summary: "complete commands, options, environments and keys in bash, zsh and fish",
    // it tells of all the others, and imports none
    load: async () => {
      const { completionCommand } = require("./completion/command") as typeof import("./completion/command");
      return (args, context) => completionCommand(args, context, COMMANDS);
    },
    words: () => (require("./completion/shell-script") as typeof import("./completion/shell-script")).SHELLS,
  },
};
