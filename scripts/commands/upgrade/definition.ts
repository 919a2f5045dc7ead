import { inputFile, place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard upgrade`. */
export const UPGRADE_COMMAND = defineCommand({
  name: "upgrade",
  takes: "[env…]",
  about: `Say what is behind in an environment (Kubernetes, add-ons, images, drivers, charts), what fits what, and the order of
upgrading. Kubernetes of a cluster that exists is upgraded by whoever runs it: told is which charts run on it, and when.`,
  examples: [
    ["upgrade", "every environment, as the facts say"],
    ["upgrade research --live", "and ask AWS and the repositories of the charts"],
    ["upgrade research --to 1.37", "up to that Kubernetes minor, one after another"],
    ["upgrade iron --to 1.35", "what has to be ready before the cluster is moved to it, and what refuses it"],
    ["upgrade --check", "for CI: fails when something is behind or without support"],
    [
      "upgrade research --live --write --text pull-request.md",
      "write the newer facts, and the next step of the environment",
    ],
    ["upgrade --matrix", "what is compatible with what, with the sources"],
  ],
  options: {
    live: {
      type: "boolean",
      text: "ask eks:DescribeClusterVersions, eks:DescribeAddonVersions, ssm:GetParameters and the repositories of the charts; who gives no answer is told as unknown, and the others still count",
    },
    record: { type: "string", check: place, value: "<file>", text: "ask, and keep the answers" },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from such a file; nothing is asked",
    },
    to: {
      type: "string",
      check: something,
      value: "<minor>",
      text: "Kubernetes minor to get to (default: the newest for which everything is known to work)",
    },
    write: {
      type: "boolean",
      text: "write config/facts/versions.ts and charts.json, and the next key of the environment: all or nothing, and only when every rule passes for every environment, and these files have no uncommitted change",
    },
    text: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write the description of the pull request there, and not to the terminal",
    },
    force: { type: "boolean", text: "let --record and --text replace a file that Railyard did not write" },
    check: { type: "boolean", text: "exit with 2 when something is behind, broken or without support" },
    matrix: { type: "boolean", text: "print what is compatible with what" },
    json: { type: "boolean", text: "print everything as JSON" },
  },
  notes: `A new Kubernetes minor that EKS offers and config/facts/versions.ts does not have is told; it is added by hand.`,
  exitCodes: {
    0: "told, or written",
    1: "something is wrong, and nothing was written",
    2: "with --check only: something is behind, broken or without support",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).upgradeCommand,
});
