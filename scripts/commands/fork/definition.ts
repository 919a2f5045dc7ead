import type { CheckAnswer } from "./ask-until";
import { checkAccount, checkBlock, checkRegion, checkZoneNames } from "./aws/check-answer";
import { formOf, inputFile, something, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { defineCommand } from "../../cli/define-command";

const answer =
  (check: CheckAnswer): OptionCheck =>
  (text, option) => {
    something(text, option);
    const wrong = check(text);
    if (wrong !== null) throw new UsageError(`${option}: ${wrong}`);
  };

/** `railyard fork`. */
export const FORK_COMMAND = defineCommand({
  name: "fork",
  takes: "<from> <to>",
  about: "Make an environment that follows another one, and says only what differs.",
  examples: [
    ["fork dev dev-eu --region eu-west-1"],
    ["fork research trial --account 222233334444 --capacity h100=on-demand --nodes h100=2"],
    ["fork iron mine --context mine --nodes dgx=32"],
    ["fork research west --region us-west-2 --capacity h100=reservation:cr-0123456789abcdef0:us-west-2b:16"],
    [
      "fork frontier next --dry-run --capacity h200=capacity-block:cr-0123456789abcdef0:us-east-1a:2026-12-14:2026-12-28 --capacity b200=spot",
    ],
  ],
  details: "In a terminal, what is not given is asked; else the original's is taken, or what follows from it.",
  options: {
    account: {
      type: "string",
      check: answer(checkAccount),
      value: "<id>",
      text: "AWS account (default: the original's)",
    },
    region: { type: "string", check: answer(checkRegion), value: "<region>", text: "Region (default: the original's)" },
    zones: {
      type: "string",
      check: answer(checkZoneNames),
      value: "<a,b,…>",
      text: "availability zones of the network, in order (default: as many as the original has)",
    },
    cidr: {
      type: "string",
      check: answer(checkBlock),
      value: "<block>",
      text: "IPv4 block (default: the next in 10.0.0.0/8, of the original's size, that no environment names)",
    },
    capacity: {
      type: "string",
      check: something,
      multiple: true,
      value: "<group>=<capacity>",
      text: "needed for each group with a reservation or a Capacity Block: on-demand; spot; reservation:<cr-… or ARN>:<zone>[:<count>]; capacity-block:<cr-…>:<zone>:<start>:<end>[:<count>]; or follow, in the same account and Region: the reservation is shared",
    },
    nodes: {
      type: "string",
      check: something,
      multiple: true,
      value: "<group>=<n>",
      text: "number of nodes (default: the original's)",
    },
    zone: {
      type: "string",
      check: answer((text) => checkZoneNames(text.replace(/^[^=]*=/, ""))),
      multiple: true,
      value: "<group>=<zone>",
      text: "zone of a group that is bought on demand or as spot",
    },
    "lustre-zone": { type: "string", check: answer(checkZoneNames), value: "<zone>", text: "zone of the file system" },
    context: {
      type: "string",
      check: something,
      value: "<name>",
      text: "on a cluster that exists: context of a kubeconfig; this or --host is needed, since one cluster has one environment",
    },
    kubeconfig: {
      type: "string",
      check: something,
      value: "<path>",
      text: "the kubeconfig, absolute or below ~/ (default: the original's)",
    },
    host: {
      type: "string",
      check: something,
      value: "<address>",
      text: "address of the Kubernetes API, with https://",
    },
    "certificate-authority": {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "certificates that sign that of the API, as PEM (default: those that the machine trusts)",
    },
    exec: {
      type: "string",
      check: something,
      value: "<program>",
      text: "program that prints a credential (default: the original's)",
    },
    "exec-arg": {
      type: "string",
      check: something,
      multiple: true,
      value: "<argument>",
      text: "what it is called with, in order, as in --exec-arg=--login; never a secret",
    },
    "kubernetes-version": {
      type: "string",
      check: formOf(["cluster", "version"], "a minor version of Kubernetes, such as 1.34"),
      value: "<1.xx>",
      text: "Kubernetes that the cluster has (default: the original's)",
    },
    "storage-class": {
      type: "string",
      check: something,
      multiple: true,
      value: "<usual|retained>=<class>",
      text: "StorageClass that the cluster has (default: the original's)",
    },
    "state-bucket": {
      type: "string",
      check: formOf(["state", "bucket"], "a legal bucket name"),
      value: "<bucket>",
      text: "bucket of Terraform's state (default: the original's, in which each environment has its folder)",
    },
    "state-endpoint": {
      type: "string",
      check: formOf(["state", "endpoint"], "an address without a path, such as https://minio.example.com:9000"),
      value: "<address>",
      text: "store of that bucket, where it is not AWS's (default: the original's)",
    },
    "state-region": { type: "string", check: something, value: "<region>", text: "region of that bucket" },
    yes: { type: "boolean", short: "y", text: "ask nothing" },
    "dry-run": { type: "boolean", text: "print the files, write nothing" },
    json: { type: "boolean", text: "print what is made as JSON; asks nothing" },
  },
  notes: `The whole new environment passes every rule before anything is written: its file and its row in
config/environments/index.ts, or neither.`,
  exitCodes: {
    0: "written, or would be",
    1: "something is wrong and nothing was written",
    130: "interrupted, and nothing was written",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).forkCommand,
});
