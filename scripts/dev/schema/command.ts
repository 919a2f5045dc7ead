import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JSONSchema } from "json-schema-to-typescript";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { INPUT_TYPE_FILE, SCHEMA_COMMAND, SCHEMA_FILE } from "./definition";
import { capital, namedTypes } from "./named-types";
import { SITES } from "../../../config/sites/kinds";
import { environmentJsonSchema, withHoverTexts } from "../../lib/environments/config-schema";
import { writeOutputs } from "../../lib/files/output";
import { UsageError } from "../../lib/errors/usage";

const BANNER = `/**
 * What environment files of each site may say, made from the zod schemas by \`npm run schema\`: do not edit.
 * It is there for editors: they show these texts on hover.
 */`;

/** Texts of the generated files, by path. */
export async function schemaFiles(): Promise<Record<string, string>> {
  const { bodies, types } = namedTypes(
    SITES.map(({ schema }) => {
      const texts = withHoverTexts(environmentJsonSchema(schema)) as Record<string, unknown>;
      const { title: _title, $schema: _dialect, ...body } = texts;
      return body;
    }),
  );
  const sites = SITES.map(({ kind }, index) => ({ name: inputType(kind), body: bodies[index]! }));
  const texts = await Promise.all([...sites, ...types].map(({ name, body }) => typeText(name, body)));
  const all = `/** What an environment file may say, on any site. */\nexport type EnvironmentInput = ${sites.map(({ name }) => name).join(" | ")};\n`;
  return {
    [SCHEMA_FILE]: `${JSON.stringify(environmentJsonSchema(), null, 2)}\n`,
    [INPUT_TYPE_FILE]: `${[BANNER, ...texts, all].map((text) => text.trim()).join("\n\n")}\n`,
  };
}

function typeText(name: string, body: JSONSchema): Promise<string> {
  // it loads prettier, which help and completion do without
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { compile } = require("json-schema-to-typescript") as typeof import("json-schema-to-typescript");
  return compile(body, name, {
    bannerComment: "",
    additionalProperties: false,
    unreachableDefinitions: false,
    // tuples of every length would make a list of zones unreadable; zod checks lengths
    ignoreMinAndMaxItems: true,
    style: { printWidth: 120 },
  });
}

/** `aws-eks` → `AwsEksInput` */
const inputType = (kind: string): string => `${kind.split("-").map(capital).join("")}Input`;

/** `railyard schema`: JSON Schema, and the type that gives environment files completion and documentation. */
export async function schemaCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { root, print } = context;
  return runCommand(SCHEMA_COMMAND, args, context, async ({ values, positionals }) => {
    if (positionals.length) throw new UsageError(`schema takes no argument, but was given ${positionals.join(" ")}`);
    const files = Object.entries(await schemaFiles());
    if (values.check) {
      const stale = files.filter(([path, text]) => written(join(root, path)) !== text).map(([path]) => path);
      if (values.json) print(JSON.stringify({ upToDate: stale.length === 0, stale }, null, 2));
      else for (const path of stale) print(`${path} is not up to date: run npm run schema`);
      return stale.length ? 2 : 0;
    }
    writeOutputs(files.map(([path, text]) => ({ option: "schema", path: join(root, path), text })));
    if (values.json) print(JSON.stringify({ written: files.map(([path]) => path) }, null, 2));
    else for (const [path] of files) print(`wrote ${path}`);
    return 0;
  });
}

const written = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);
