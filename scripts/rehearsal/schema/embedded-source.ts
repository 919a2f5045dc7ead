import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MAP_MARK = "//# sourceMappingURL=data:application/json;base64,";

/**
 * TypeScript that one binding was compiled from. The compiled file carries it in its source map, with comments that
 * the compiled code has lost. A binding with very many structs has them in further files.
 * @param folder folder of the binding, as in `node_modules/@cdktf/provider-aws/lib/vpc`
 */
export function embeddedSource(folder: string): string {
  const parts = join(folder, "index-structs");
  const more = existsSync(parts) ? readdirSync(parts).filter((file) => /^structs\d+\.js$/.test(file)) : [];
  const files = [...more.map((file) => join(parts, file)), join(folder, "index.js")];
  return files.map(originalOf).join("\n");
}

function originalOf(file: string): string {
  const compiled = readFileSync(file, "latin1");
  const start = compiled.lastIndexOf(MAP_MARK);
  if (start < 0) throw new Error(`${file} has no source map inside: reinstall the package (npm ci)`);
  const map = JSON.parse(Buffer.from(compiled.slice(start + MAP_MARK.length), "base64").toString()) as {
    readonly sourcesContent?: readonly string[];
  };
  const source = map.sourcesContent?.[0];
  if (source === undefined) throw new Error(`The source map of ${file} does not hold its source`);
  return source;
}
