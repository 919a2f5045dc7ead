import { region } from "../../../config/facts/regions";
import { didYouMean } from "../../../config/kernel/nearest";
import { defineCommand } from "../../cli/define-command";
import type { OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

/** Tables that `--only` names; `tables.ts` has what asks for them. */
export const TABLE_NAMES = [
  "instance-types",
  "instance-regions",
  "zones",
  "instance-prices",
  "prices",
  "storage-prices",
  "quotas",
  "charts",
] as const;

const tableName: OptionCheck = (value, option) => {
  if ((TABLE_NAMES as readonly string[]).includes(value)) return;
  const near = didYouMean(value, TABLE_NAMES);
  throw new UsageError(
    `${option} must be one of ${TABLE_NAMES.join(", ")}, but is ${JSON.stringify(value)}. ${near ?? ""}`.trimEnd(),
  );
};

const regionName: OptionCheck = (value, option) => {
  if (!region(value))
    throw new UsageError(`${option} must be a Region, such as us-east-1, but is ${JSON.stringify(value)}`);
};

/** `railyard facts`. */
export const FACTS_COMMAND = defineCommand({
  name: "facts",
  takes: "",
  about:
    "Ask what config/facts has from programs' sources again, and write what differs, with the day and the difference.",
  examples: [
    ["facts", "ask everybody, write what differs"],
    ["facts --check", "say what differs, and write nothing"],
    ["facts --only charts --only prices", "two tables, for which no AWS account is needed"],
  ],
  details: `Tables: ${TABLE_NAMES.join(", ")}.
All answers come first: where one is missing, cut off or not whole, no file is written. What AWS no longer has is told,
and stays until a person takes it out. What no source says is kept as it is, and listed.`,
  options: {
    check: { type: "boolean", text: "write nothing" },
    only: {
      type: "string",
      check: tableName,
      multiple: true,
      value: "<table>",
      text: "this table, and others that are named so; without it, all",
    },
    region: {
      type: "string",
      check: regionName,
      value: "<region>",
      text: "Region that is asked first, and whose partition's Regions are asked (default us-east-1)",
    },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  notes: `Nothing of Railyard asks these at run time. AWS is asked with the credentials that the AWS CLI would use, for what needs
no right but to describe: ec2:Describe*, pricing:GetProducts, servicequotas:ListAWSDefaultServiceQuotas and
ssm:GetParametersByPath. Proxies (HTTPS_PROXY) and a CA of one's own (AWS_CA_BUNDLE) are used as everywhere.`,
  exitCodes: {
    0: "nothing differs, or it is written",
    1: "a source could not be asked, or gave no whole answer: nothing is written",
    2: "with --check only: something differs, or is no longer there",
    130: "interrupted",
  },
  interrupted: "Nothing was written: run the same command again.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).factsCommand,
});
