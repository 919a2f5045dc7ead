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
  rules: {
    summary: "list the rules, or tell all of one",
    load: async () => (require("./rules") as typeof import("./rules")).rulesCommand,
  },
  schema: {
    summary: "write JSON Schema and the documented type of environment files",
    load: async () => (require("./schema") as typeof import("./schema")).schemaCommand,
  },
};
