import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { CommandContext } from "../command";
import { environmentJsonSchema, withHoverTexts } from "../config-schema";

/** Files that `npm run schema` writes, from the repository root. */
export const SCHEMA_FILE = "config/schema/environment.schema.json";
export const INPUT_TYPE_FILE = "config/schema/environment-input.ts";

const BANNER = `/**
 * What an environment file may say, made from the zod schemas by \`npm run schema\`: do not edit.
 * It is there for editors: they show these texts on hover.
 */`;

/** Texts of the generated files, by path. */
export async function schemaFiles(): Promise<Record<string, string>> {
  const schema = environmentJsonSchema();
  const { title: _title, $schema: _dialect, ...body } = withHoverTexts(schema) as Record<string, unknown>;
  const types = await compile(body as JSONSchema, "EnvironmentInput", {
    bannerComment: BANNER,
    additionalProperties: false,
    unreachableDefinitions: false,
    // tuples of every length would make a list of zones unreadable; zod checks lengths
    ignoreMinAndMaxItems: true,
    style: { printWidth: 120 },
  });
  return { [SCHEMA_FILE]: `${JSON.stringify(schema, null, 2)}\n`, [INPUT_TYPE_FILE]: types };
}

const HELP = `Write ${SCHEMA_FILE} and ${INPUT_TYPE_FILE} from the zod schemas.

  --check   write nothing; exit code 1 when a file is not up to date`;

/** `npm run schema`: JSON Schema, and the type that gives environment files completion and documentation. */
export async function schemaCommand(
  args: readonly string[],
  { root, print, printError }: CommandContext,
): Promise<number> {
  const unknown = args.find((arg) => arg !== "--check" && arg !== "--help");
  if (unknown !== undefined || args.includes("--help")) {
    (unknown === undefined ? print : printError)(
      unknown === undefined ? HELP : `unknown argument ${unknown}\n\n${HELP}`,
    );
    return unknown === undefined ? 0 : 1;
  }
  const files = Object.entries(await schemaFiles());
  if (args.includes("--check")) {
    const stale = files.filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text).map(([path]) => path);
    for (const path of stale) printError(`${path} is not up to date: run npm run schema`);
    return stale.length ? 1 : 0;
  }
  for (const [path, text] of files) {
    writeFileSync(join(root, path), text);
    print(`wrote ${path}`);
  }
  return 0;
}
