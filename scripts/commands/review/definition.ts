import { gitRef, inputFile, inputFolder, place, webAddress, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { defineCommand } from "../../cli/define-command";

/** Of a person or of a bot, which a workflow hands on; nobody, where it knows nobody. Who may acknowledge is seen later. */
const login: OptionCheck = (value, option) => {
  if (/[\s\p{Cc}]/u.test(value))
    throw new UsageError(`${option} must be one login, such as octocat, but is ${JSON.stringify(value)}`);
};

/** `railyard review`. */
export const REVIEW_COMMAND = defineCommand({
  name: "review",
  takes: "[env…]",
  about: `Say what a change does: what is lost, whose work stops, capacity, money, security. Plans are rehearsed, with no
cloud account, unless real ones are given.`,
  examples: [
    ["review research --base origin/main", "this environment, against that commit"],
    ["review --changed --base origin/main", "every environment that the change touches"],
    ["review", "every environment, against HEAD: what is not committed yet"],
  ],
  options: {
    changed: { type: "boolean", text: "every environment that differs from the base" },
    base: {
      type: "string",
      check: gitRef,
      default: "HEAD",
      value: "<git ref>",
      text: "what is there now (default HEAD)",
    },
    plans: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "real plans: <folder>/<environment>/<stack>/plan.json, by terraform show -json",
    },
    acknowledgements: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "files that name dangers that are meant (default acknowledgements)",
    },
    description: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: 'text of the pull request, which may have the lines that acknowledge, as the review prints them; a .json file has several: [{ "by": "octocat", "pull": 12, "text": "…" }]',
    },
    by: {
      type: "string",
      check: login,
      value: "<login>",
      text: "who wrote that description: without it, nobody says what it acknowledges",
    },
    out: {
      type: "string",
      check: place,
      value: "<folder>",
      text: "where review.md, review.html and review.json go (default cdktf.out/review)",
    },
    "page-url": {
      type: "string",
      check: webAddress,
      value: "<url>",
      text: "where the page will be found, for the link in review.md",
    },
    force: { type: "boolean", text: "replace files of these names there that Railyard did not write" },
    json: { type: "boolean", text: "print review.json" },
  },
  exitCodes: {
    0: "safe, or acknowledged by somebody",
    1: "broken, or something is wrong",
    2: "needs an acknowledgement",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).reviewCommand,
});
