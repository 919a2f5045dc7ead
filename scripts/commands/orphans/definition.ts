import { something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard orphans`. */
export const ORPHANS_COMMAND = defineCommand({
  name: "orphans",
  takes: "<env>",
  about: `List what the account has of an environment that none of its stacks has: volumes, snapshots, network interfaces,
load balancers, log groups, and whatever else has its tags. Each with its age, why it stayed, and what it costs a
month by list price ("unknown" where no document read gives one). While the cluster is there, what its controllers
made is in use; where no state of the environment is found, all of it may be, and nothing is deleted.`,
  examples: [
    ["orphans dev", "list; nothing is changed"],
    ["orphans dev --delete", "ask, then delete what nothing uses"],
    ["orphans dev --delete --yes --allow snap-0123456789abcdef0"],
  ],
  options: {
    delete: {
      type: "boolean",
      text: "delete volumes and interfaces that nothing uses, load balancers of the cluster, log groups",
    },
    allow: {
      type: "string",
      check: something,
      multiple: true,
      value: "<id>",
      text: "delete this, too: a snapshot; in production also a volume or a log group",
    },
    yes: { type: "boolean", text: "delete without a question; needed where there is no terminal" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Needs credentials of the account that may read the states and describe; a kind that cannot be asked for is said.`,
  exitCodes: {
    0: "nothing is left",
    1: "something is wrong",
    2: "something is left, or a kind is unknown",
    130: "interrupted",
  },
  interrupted: "Run the same command again: it lists what is left.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).orphansCommand,
});
