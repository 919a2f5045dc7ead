import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../../lib/files/read-json";
import { isPlain } from "../../../config/kernel/plain";

/** One value that two synths have differently; null where one of them has none. */
export interface OutputDifference {
  /** As in `stacks/dev-network/cdk.tf.json`. */
  readonly file: string;
  /** As in `resource.aws_vpc.vpc.cidr_block`; empty for a whole file. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface OutputComparison {
  readonly files: number;
  readonly stacks: number;
  readonly differences: readonly OutputDifference[];
  /** Versions of the library in the metadata of the second output's stacks. */
  readonly versions: readonly string[];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Compares two outputs of synth, file by file: JSON by its values, so that blanks do not count, and all else byte for byte.
 * The version of the library, which every stack notes, is left out.
 */
export function compareOutputs(before: string, after: string): OutputComparison {
  const [left, right] = [filesIn(before), filesIn(after)];
  const files = [...new Set([...left, ...right])].sort();
  const differences = files.flatMap((file): OutputDifference[] => {
    const [one, other] = [before, after].map((folder) => contentOf(join(folder, file)));
    return different(one, other, "").map((difference) => ({ file, ...difference }));
  });
  const stacks = right.filter((file) => file.endsWith("/cdk.tf.json"));
  const versions = stacks.map((file) => versionOf(readJson(join(after, file)) as Json));
  return { files: files.length, stacks: stacks.length, differences, versions: [...new Set(versions)].sort() };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Undefined where there is no such file. */
function contentOf(file: string): Json | undefined {
  if (!existsSync(file)) return undefined;
  if (!file.endsWith(".json")) return readFileSync(file).toString("latin1");
  return withoutVersion(readJson(file) as Json);
}

/** Neither `//.metadata.version` of a stack nor `version` of the manifest. */
function withoutVersion(json: Json): Json {
  if (!isPlain(json)) return json;
  const { version: _version, ...rest } = json;
  const comment = rest["//"];
  if (!isPlain(comment) || !isPlain(comment["metadata"])) return "stacks" in json ? rest : json;
  const { version: _library, ...metadata } = comment["metadata"];
  return { ...json, "//": { ...comment, metadata } };
}

function versionOf(json: Json): string {
  const metadata = ["//", "metadata", "version"].reduce<Json | undefined>(
    (value, name) => (isPlain(value) ? value[name] : undefined),
    json,
  );
  return typeof metadata === "string" ? metadata : "unknown";
}

function different(before: Json | undefined, after: Json | undefined, path: string): Omit<OutputDifference, "file">[] {
  if (isPlain(before) && isPlain(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => different(before[name], after[name], path ? `${path}.${name}` : name));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value: Json, index) => different(value, (after as Json[])[index], `${path}[${index}]`));
  const [one, other] = [text(before), text(after)];
  return one === other ? [] : [{ path, before: one, after: other }];
}

const text = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
