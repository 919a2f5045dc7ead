import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LoadedEnvironment } from "../../../config";
import { originOf, type MergedInput } from "../../../config/kernel/extends";
import type { ConfigPath } from "../../../config/kernel/issues";
import { schemasAlong } from "../../lib/environments/schema-path";
import { keyLine } from "../../lib/environments/source-lines";
import { keysIn } from "../../lib/environments/find-key";
import { keyText, valueAt } from "../../lib/environments/key-path";
import { usedValue } from "./used-value";
import { isPlain } from "../../../config/kernel/plain";
import { environmentPath } from "../../lib/environments/environment-path";

/** An environment with what its file and those it follows say. */
export interface Known {
  /** Repository root. */
  readonly root: string;
  readonly loaded: Pick<LoadedEnvironment, "config" | "resolved" | "findings">;
  readonly merged: MergedInput;
}

/** Where a value comes from. */
export type Origin =
  | {
      readonly kind: "written" | "inherited";
      readonly environment: string;
      /** From the root; null: there is no such file. */
      readonly file: string | null;
      /** From 1; null: not found. */
      readonly line: number | null;
      /** Whether the line is that of the key, and not of what stands around it. */
      readonly exact: boolean;
    }
  /** Parts were written by several environments. */
  | { readonly kind: "several"; readonly environments: readonly string[] }
  /** Default of the schema, of the key itself or of one around it. */
  | { readonly kind: "default"; readonly key: string; readonly why: string | null }
  /** Follows from other keys and facts. */
  | { readonly kind: "derived"; readonly why: string }
  | { readonly kind: "none"; readonly why: string | null };

export interface ValueAndOrigin {
  /** Undefined: there is none. */
  readonly value: unknown;
  readonly origin: Origin;
}

/** The value of a key in an environment, and who wrote it. */
export function valueAndOrigin(known: Known, path: ConfigPath): ValueAndOrigin {
  const { loaded, merged } = known;
  const value = valueAt(loaded.config, path);
  if (valueAt(merged.input, path) !== undefined) return { value, origin: writtenOrigin(known, path) };
  const metas = schemasAlong(path, loaded.config);
  const missing = path.findIndex((_, at) => valueAt(merged.input, path.slice(0, at + 1)) === undefined);
  const noteOf = (at: number) => metas[at]?.find((node) => node["x-default"] !== undefined)?.["x-default"] ?? null;
  // where all that is around the key is left out, the reason is that of the whole
  const why = noteOf(missing) ?? noteOf(path.length - 1);
  if (value !== undefined) {
    const own = metas.at(-1)?.some((node) => node.default !== undefined);
    return { value, origin: { kind: "default", key: keyText(own ? path : path.slice(0, missing + 1)), why } };
  }
  const entry = missingEntry(known, path);
  if (entry) return { value: undefined, origin: { kind: "none", why: `there is no ${keyText(entry)} here` } };
  const used = usedValue(loaded.resolved, path);
  if (!used) {
    // what is around it is in use: that the key has no value has its own reason
    const isAround = missing < path.length - 1 && usedValue(loaded.resolved, path.slice(0, missing + 1)) !== null;
    return { value: undefined, origin: { kind: "none", why: isAround ? noteOf(path.length - 1) : why } };
  }
  return { value: used.value, origin: { kind: "derived", why: used.why ?? why ?? "it follows from other keys" } };
}

/** The name or entry around a key that an environment could have and has not; null: what is around it is there. */
function missingEntry({ loaded: { config } }: Known, path: ConfigPath): ConfigPath | null {
  const at = path.findIndex(
    (step, index) =>
      valueAt(config, path.slice(0, index + 1)) === undefined && !keysIn(path.slice(0, index), config).includes(step),
  );
  return at < 0 ? null : path.slice(0, at + 1);
}

function writtenOrigin({ root, loaded: { resolved }, merged }: Known, path: ConfigPath): Origin {
  const other = originOf(merged, path);
  const writers = other === undefined ? writersOf(merged, path, resolved.name) : [other];
  const [writer = resolved.name, ...more] = writers;
  if (more.length > 0) return { kind: "several", environments: writers };
  const file = environmentPath(writer);
  const there = existsSync(join(root, file));
  const at = there ? keyLine(join(root, file), path) : null;
  return {
    kind: writer === resolved.name ? "written" : "inherited",
    environment: writer,
    file: there ? file : null,
    line: at?.line ?? null,
    exact: at?.exact ?? false,
  };
}

/** Environments that wrote something of a value, the environment's own name first. */
function writersOf({ input, origins }: MergedInput, path: ConfigPath, own: string): string[] {
  const writers = new Set<string>();
  const visit = (value: unknown, at: ConfigPath): void => {
    const inner = isPlain(value) ? Object.entries(value) : [];
    if (inner.length === 0) writers.add(origins.get(JSON.stringify(at)) ?? own);
    for (const [key, part] of inner) visit(part, [...at, key]);
  };
  // a list is written whole: what is in it has the origin of the list
  const whole = path.findIndex((step) => typeof step === "number");
  const start = whole < 0 ? path : path.slice(0, whole);
  visit(valueAt(input, start), start);
  return [...writers].sort((a, b) => Number(b === own) - Number(a === own));
}
