import { inputFile, place, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard preflight`. */
export const PREFLIGHT_COMMAND = defineCommand({
  name: "preflight",
  takes: "<env>",
  about: `Ask the account whether an environment can be deployed: quotas, capacity, addresses, images, permissions, endpoints,
names. Nothing is made or changed. What AWS does not answer is told as unknown, and the rest is still asked.`,
  examples: [
    ["preflight research"],
    ["preflight research --check names/buckets --check account/permissions"],
    ["preflight research --record answers.json", "keep what AWS answered"],
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
      text: "write what AWS answers, for --replay: names, ids and addresses of the account, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording, as of its moment; AWS is not asked",
    },
    force: { type: "boolean", text: "let --record replace a file that is no recording" },
    strict: { type: "boolean", text: "warnings and what is unknown count as failed" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Credentials are found as the AWS CLI finds them (AWS_PROFILE, SSO, environment), and must be of the environment's
account. Calls go through the proxy of HTTPS_PROXY, but for the hosts of NO_PROXY, and trust the certificates of
AWS_CA_BUNDLE.`,
  exitCodes: {
    0: "nothing failed; what is a warning or unknown is told",
    1: "the command could not run: no credentials, another account, a wrong option",
    2: "something failed: a deployment would fail or wait",
  },
  interrupted: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).preflightCommand,
});
