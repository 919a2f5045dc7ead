import {
  gitRef,
  inputFile,
  inputFolder,
  place,
  resourceAddress,
  something,
  type OptionCheck,
} from "../../cli/option-checks";
import { parseFault } from "../../rehearsal/fault-requests";
import { defineCommand } from "../../cli/define-command";

const fault: OptionCheck = (value, option) => resourceAddress(parseFault(value).name, option);

/** `railyard rehearse`. */
export const REHEARSE_COMMAND = defineCommand({
  name: "rehearse",
  takes: "[env…]",
  about: `Run the real Terraform over every stack of an environment, with no cloud account: init, validate, plan, apply, a
second plan that must be empty, and destroy in reverse order. Stand-ins answer for AWS, Helm and Kubernetes with the
exact schemas of the pinned providers. AWS itself is not asked: quotas, capacity and names that others have are not
known.`,
  examples: [
    ["rehearse", "every environment of config/environments/index.ts"],
    ["rehearse dev", "this environment"],
    ["rehearse --cluster dev", "its Helm releases, in a control plane on this machine"],
    ["rehearse --cluster --from HEAD~1 dev", "those of the commit before, and the upgrade to those of now"],
  ],
  options: {
    stack: {
      type: "string",
      check: something,
      multiple: true,
      value: "<name>",
      text: "this stack, such as dev-network, and all that it depends on",
    },
    from: {
      type: "string",
      check: gitRef,
      value: "<git ref>",
      text: "begin with the environment as of that commit, and plan the present one on top: what would change on a running cluster. Whatever holds data or runs jobs may not be replaced or destroyed,",
    },
    allow: {
      type: "string",
      check: resourceAddress,
      multiple: true,
      value: "<address>",
      text: "but for these, such as dev-storage.aws_fsx_lustre_file_system.lustre",
    },
    changed: {
      type: "boolean",
      text: "with --from: leave out environments whose stacks were the same then, byte for byte",
    },
    fail: {
      type: "string",
      check: fault,
      multiple: true,
      value: "<address>[=api-error|timeout|throttling]",
      text: "let one resource fail in the middle of apply; the next run must finish the job",
    },
    drift: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "after apply, change the pretended cloud by this YAML file: the plan must show it",
    },
    fresh: { type: "boolean", text: "throw away what an earlier run has left, instead of going on with it" },
    out: {
      type: "string",
      check: place,
      value: "<folder>",
      text: "where the plans go, in rehearsal/<environment> (default cdktf.out)",
    },
    cluster: {
      type: "boolean",
      text: "in place of Terraform: install every Helm release by the real Helm in a real control plane of Kubernetes, on nodes that only look like those of the environment; with --from: those of that commit before",
    },
    charts: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "with --cluster: charts side by side, each in a folder of its name, unpacked (default: they are pulled)",
    },
    prepared: {
      type: "boolean",
      text: "with --cluster: build and pull nothing; where a program or a chart is not there, try nothing and say which",
    },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Needs Terraform (TERRAFORM_BINARY_NAME, or terraform on the PATH). Plans are kept in
cdktf.out/rehearsal/<environment>/<stack>/plan.json, the result in result.json beside. --cluster needs Go once for each minor version
of Kubernetes, to build its control plane, and Helm (HELM, helm on the PATH, or built with Go): docs/rehearsal-cluster.md.`,
  exitCodes: {
    0: "all of it went well",
    1: "it could not run; with --prepared: something would be built or pulled first",
    2: "something was refused or failed, or something stateful would be lost",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).rehearseCommand,
});
