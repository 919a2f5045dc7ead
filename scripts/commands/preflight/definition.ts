import { inputFile, place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard preflight`. */
export const PREFLIGHT_COMMAND = defineCommand({
  name: "preflight",
  takes: "<env>",
  about: `Ask whether an environment can be deployed. An account of AWS: quotas, capacity, addresses, images, permissions,
endpoints, names. A cluster that exists: version, rights, nodes with their GPUs and cards, network, volumes, admission, what is
installed. Nothing is made or changed. What has no answer is told as unknown, and the rest is still asked.`,
  examples: [
    ["preflight research"],
    ["preflight research --check names/buckets --check account/permissions"],
    ["preflight iron", "asks the cluster of its context"],
    ["preflight research --record answers.json", "keep what was answered"],
    ["preflight research --replay answers.json", "the same report, with no credentials"],
    ["preflight --list", "the checks, and the permissions that they need"],
  ],
  options: {
    check: { type: "string", check: something, multiple: true, value: "<id>", text: "this check only" },
    list: { type: "boolean", text: "list the checks" },
    record: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write what is answered, for --replay: names, ids and addresses, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording, as of its moment; nobody is asked",
    },
    force: { type: "boolean", text: "let --record replace a file that is no recording" },
    strict: { type: "boolean", text: "warnings and what is unknown count as failed" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Credentials are found as the AWS CLI finds them (AWS_PROFILE, SSO, environment), and must be of the environment's
account. Calls go through the proxy of HTTPS_PROXY, but for the hosts of NO_PROXY, and trust the certificates of
AWS_CA_BUNDLE. A cluster is asked through kubectl, with the context or the credentials that config names: its proxies and
certificates are those of the kubeconfig, and HTTPS_PROXY.`,
  exitCodes: {
    0: "nothing failed; what is a warning or unknown is told",
    1: "the command could not run: no credentials, another account, a cluster that does not answer, a wrong option",
    2: "something failed: a deployment would fail or wait",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).preflightCommand,
});
