import { defineCommand } from "../../cli/define-command";

/** `railyard explain`. */
export const EXPLAIN_COMMAND = defineCommand({
  name: "explain",
  takes: "<env> [key]",
  about: `Say what a key, a rule or a fact is: its value, where that comes from, what changing it does, and who says so.`,
  examples: [
    ["explain research lustre.throughput", "a key of an environment; its value and who wrote it"],
    ["explain research nodeGroups.h100", "keys that hold others list them"],
    ["explain research", "the environment's own keys"],
    ["explain lustre.throughput", "a key of any environment"],
    ["explain network/vpc-size", "a rule"],
    ["explain p5.48xlarge", "an instance type: all that the facts know, with sources"],
    ["explain us-east-1", "a Region or a Local Zone"],
    ["explain GLACIER_IR", "an S3 storage class"],
    ["explain persistent-2-ssd", "a kind of Lustre file system"],
  ],
  options: {
    json: { type: "boolean", text: "print it as JSON" },
  },
  notes: "A single word that is the name of an environment means the environment.",
  exitCodes: {
    0: "explained",
    1: "there is nothing of that name, or the environment has problems",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).explainCommand,
});
