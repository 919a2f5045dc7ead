import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process";

/** Names of the environments that are shipped, in the order of their table. */
export const SHIPPED = ["dev", "research", "frontier", "hybrid", "iron", "ethernet", "ultra"] as const;

/** A table of environments as it is shipped: a user has added rows to the one of the repository. */
const TABLE = `import type { EnvironmentTable } from "../index";

/* eslint-disable @typescript-eslint/no-require-imports -- loaded one by one, so that a broken file only stops its own environment */

/** Every environment: the name of its file, and how to load it. Adding one is a file and a row. */
export const ENVIRONMENTS: EnvironmentTable = {
${SHIPPED.map((name) => `  ${name}: () => require("./${name}").default,`).join("\n")}
};
`;

/** Copies the folder of environments as it is shipped, without what a user has added. */
export function copyShipped(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(to)) rmSync(join(to, entry), { recursive: true });
  for (const name of SHIPPED) cpSync(join(ROOT, `config/environments/${name}.ts`), join(to, `${name}.ts`));
  writeFileSync(join(to, "index.ts"), TABLE);
}
