import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../lib/files/read-json";
import { writeBeside } from "../../lib/files/write-beside";
import type { BindingPackage } from "./binding-packages";
import type { BlockSchema } from "./types";

/** Schemas that were read before, a file each. */
export interface SchemaCache {
  readonly folder: string;
  readonly get: (name: string) => BlockSchema | undefined;
  readonly put: (name: string, schema: BlockSchema) => void;
}

/**
 * Cache for one release of bindings, as read by this very code. A cache is a matter of speed only: what cannot be read is
 * as if it were not there, and where nothing can be written nothing is kept.
 */
export function schemaCache(root: string, { provider, release }: BindingPackage): SchemaCache {
  const version = `${provider}-${release}-${readerVersion(__dirname)}`;
  const folder = join(root, "node_modules", ".cache", "railyard", `schema-${version}`);
  const fileOf = (name: string) => join(folder, `${name}.json`);
  return {
    folder,
    get: (name) => {
      const found = jsonOf(fileOf(name)) as Partial<BlockSchema> | null | undefined;
      return found?.attributes && found.blocks ? { attributes: found.attributes, blocks: found.blocks } : undefined;
    },
    put: (name, schema) => {
      try {
        mkdirSync(folder, { recursive: true });
        // another process sees all of the file or nothing
        writeBeside([{ path: fileOf(name), text: JSON.stringify(schema) }]);
      } catch {
        // read again next time
      }
    },
  };
}

/** Changes with any of the files in a folder that read bindings, so that nobody has to count versions. */
export function readerVersion(folder: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 12);
}
