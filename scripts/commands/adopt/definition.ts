import { formOf, inputFile, place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

const BUCKET = "the name of a bucket: 3 to 63 of a-z, 0-9, dot and dash";

/** `railyard adopt`. */
export const ADOPT_COMMAND = defineCommand({
  name: "adopt",
  takes: "<env>",
  about: `Make a VPC, EKS cluster, file system or bucket that is there already part of an environment: Terraform manages it
from then on. AWS is asked what there is; every difference to the config is told; import blocks come from the key
adopt, which is written into the environment's file. Nothing of the resource itself is touched before somebody applies.`,
  examples: [
    ["adopt research --file-system fs-0123456789abcdef0"],
    ["adopt research --vpc vpc-0123456789abcdef0 --cluster training --dry-run"],
    ["adopt research --bucket our-checkpoints --plan", "and Terraform's own plan of what it would do"],
    ["adopt research --plan", "plan what was adopted before"],
  ],
  details: `To use a VPC or a bucket without managing it, write network.kind or checkpoints.bucket.kind: existing instead.`,
  options: {
    vpc: {
      type: "string",
      check: formOf(["adopt", "vpc", "id"], "the id of a VPC, such as vpc-0123456789abcdef0"),
      value: "<vpc-…>",
      text: "the VPC, with its subnets, routes, gateways and endpoints",
    },
    cluster: {
      type: "string",
      check: formOf(["adopt", "cluster", "name"], "the name of an EKS cluster: up to 100 letters, digits, - and _"),
      value: "<name>",
      text: "the EKS cluster, with its add-ons, access entries and log group",
    },
    "file-system": {
      type: "string",
      check: formOf(["adopt", "fileSystem", "id"], "the id of a file system, such as fs-0123456789abcdef0"),
      value: "<fs-…>",
      text: "the FSx for Lustre file system, with its security group and links",
    },
    efs: {
      type: "string",
      check: formOf(["adopt", "efs", "id"], "the id of a file system, such as fs-0123456789abcdef0"),
      value: "<fs-…>",
      text: "the EFS file system, with its access point, mount targets, policy and backups",
    },
    "efs-volume": {
      type: "string",
      check: formOf(["adopt", "efs", "volume"], "the name of a volume of storage, such as homes"),
      value: "<name>",
      text: "which volume of storage it is, where several are of EFS",
    },
    bucket: {
      type: "string",
      check: formOf(["adopt", "checkpointBucket", "name"], BUCKET),
      value: "<name>",
      text: "the bucket of the checkpoints, with its settings",
    },
    "state-bucket": {
      type: "string",
      check: formOf(["adopt", "stateBucket", "name"], BUCKET),
      value: "<name>",
      text: "the bucket of Terraform's state, with its settings",
    },
    plan: {
      type: "boolean",
      text: "synthesize, and run terraform init and plan on each stack with something adopted (needs Terraform, and that the stacks before are applied)",
    },
    "dry-run": { type: "boolean", text: "say everything, write nothing" },
    record: { type: "string", check: place, value: "<file>", text: "write AWS's answers into a file" },
    force: { type: "boolean", text: "let --record replace a file that is no recording" },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from such a file, and ask nothing",
    },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  exitCodes: {
    0: "adopted, would be, or was before",
    1: "something is wrong",
    2: "refused, since something would be replaced, lost or cannot be (nothing is written then), or since the plan of --plan would lose something",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).adoptCommand,
});
