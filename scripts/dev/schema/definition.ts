import { defineCommand } from "../../cli/define-command";

/** Files that `npm run schema` writes, from the repository root. */
export const SCHEMA_FILE = "config/environment.schema.json";
export const INPUT_TYPE_FILE = "config/environment-input.ts";

/** `railyard schema`. */
export const SCHEMA_COMMAND = defineCommand({
  name: "schema",
  takes: "",
  about: `Write ${SCHEMA_FILE} and ${INPUT_TYPE_FILE} from the zod schemas.`,
  examples: [
    ["schema", "after a change in a schema of config"],
    ["schema --check", "say whether that was forgotten"],
  ],
  options: {
    check: { type: "boolean", text: "write nothing" },
    json: { type: "boolean", text: "print the result as JSON" },
  },
  exitCodes: {
    0: "written, or up to date",
    1: "something is wrong",
    2: "with --check only: a file is not up to date",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).schemaCommand,
});
