import type { Command } from "../command";

interface CommandRow {
  readonly summary: string;
  /** Loaded when it is run: no command pays for another's libraries. */
  readonly load: () => Promise<Command>;
}

/* eslint-disable @typescript-eslint/no-require-imports -- see `load` */

/** Every command: one row each. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  synth: {
    summary: "check environments and write their Terraform JSON",
    load: async () => (require("./synth") as typeof import("./synth")).synthCommand,
  },
  explain: {
    summary: "say what a key, a rule, an instance type or a Region is, and where a value comes from",
    load: async () => (require("./explain") as typeof import("./explain")).explainCommand,
  },
  describe: {
    summary: "the data sheet of an environment: GPUs, network, storage, money, failures",
    load: async () => (require("./describe") as typeof import("./describe")).describeCommand,
  },
  fork: {
    summary: "make an environment that follows another one",
    load: async () => (require("./fork") as typeof import("./fork")).forkCommand,
  },
  upstream: {
    summary: "say what an original has changed, and what that does to an environment that follows it",
    load: async () => (require("./upstream") as typeof import("./upstream")).upstreamCommand,
  },
  unfork: {
    summary: "write an environment out in full, so that it follows no other one",
    load: async () => (require("./unfork") as typeof import("./unfork")).unforkCommand,
  },
  preflight: {
    summary: "ask whether the account can have it: quotas, capacity, permissions, names",
    load: async () => (require("./preflight") as typeof import("./preflight")).preflightCommand,
  },
  adopt: {
    summary: "make a VPC, cluster, file system or bucket that is there already part of an environment",
    load: async () => (require("./adopt") as typeof import("./adopt")).adoptCommand,
  },
  bootstrap: {
    summary: "make the state bucket and key of an environment, and the roles of its pipeline",
    load: async () => (require("./bootstrap") as typeof import("./bootstrap")).bootstrapCommand,
  },
  doctor: {
    summary: "say what this machine lacks: programs, versions, credentials, state, network",
    load: async () => (require("./doctor") as typeof import("./doctor")).doctorCommand,
  },
  rehearse: {
    summary: "run the real Terraform over every stack, with no cloud account",
    load: async () => (require("./rehearse") as typeof import("./rehearse")).rehearseCommand,
  },
  review: {
    summary: "say what a change does: what is lost, whose work stops, capacity, money, security",
    load: async () => (require("./review") as typeof import("./review")).reviewCommand,
  },
  diff: {
    summary: "compare two environments: keys, resources, money, speed",
    load: async () => (require("./diff") as typeof import("./diff")).diffCommand,
  },
  policy: {
    summary: "check the synthesized stacks against Checkov's policies",
    load: async () => (require("./policy") as typeof import("./policy")).policyCommand,
  },
  upgrade: {
    summary: "say what is behind in an environment, what fits what, and the order of upgrading",
    load: async () => (require("./upgrade") as typeof import("./upgrade")).upgradeCommand,
  },
  deploy: {
    summary: "plan and apply the stacks of an environment in order; losses are refused",
    load: async () => (require("./deploy") as typeof import("./deploy")).deployCommand,
  },
  destroy: {
    summary: "end jobs, export files, and destroy an environment in order; what holds data must be named",
    load: async () => (require("./destroy") as typeof import("./destroy")).destroyCommand,
  },
  orphans: {
    summary: "list what the account has of an environment that no stack has, and what it costs",
    load: async () => (require("./orphans") as typeof import("./orphans")).orphansCommand,
  },
  export: {
    summary: "write an environment as plain Terraform, in HCL",
    load: async () => (require("./export") as typeof import("./export")).exportCommand,
  },
  cdktn: {
    summary: "move to CDK Terrain, or prove that the move would go well",
    load: async () => (require("./cdktn") as typeof import("./cdktn")).cdktnCommand,
  },
  ci: {
    summary: "steps of the workflows in .github/workflows",
    load: async () => (require("./ci") as typeof import("./ci")).ciCommand,
  },
  charts: {
    summary: "render every Helm release with the real Helm, and check it",
    load: async () => (require("./charts") as typeof import("./charts")).chartsCommand,
  },
  "slurm-check": {
    summary: "load the generated Slurm files into real Slurm, and run jobs",
    load: async () => (require("./slurm-check") as typeof import("./slurm-check")).slurmCheckCommand,
  },
  "fabric-job": {
    summary: "write jobs that prove the fabric of each EFA group",
    load: async () => (require("./fabric-job") as typeof import("./fabric-job")).fabricJobCommand,
  },
  rules: {
    summary: "list the rules, or tell all of one",
    load: async () => (require("./rules") as typeof import("./rules")).rulesCommand,
  },
  schema: {
    summary: "write JSON Schema and the documented type of environment files",
    load: async () => (require("./schema") as typeof import("./schema")).schemaCommand,
  },
  completion: {
    summary: "complete commands, options, environments and keys in bash, zsh and fish",
    load: async () => (require("./completion") as typeof import("./completion")).completionCommand,
  },
};
