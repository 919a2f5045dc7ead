import { existsSync, statSync } from "node:fs";
import { imagesSchema } from "../../../config/platform/schema";
import { checkedForm } from "../../lib/files/checked-form";
import { outputFile, writeOutputs } from "../../lib/files/output";
import { readJson } from "../../lib/files/read-json";
import type { Pinned } from "./copies";

/** What `platform.images.digests` takes. */
const digestsSchema = imagesSchema.shape.digests.unwrap();

export type Digests = Readonly<Record<string, string>>;

/** Digests of a file that `--write` has made. @param option that names it @throws DocumentError where it is none */
export function readDigests(file: string, option: "--check" | "--write" = "--check"): Digests {
  const name = `${option}: ${file}`;
  return checkedForm(digestsSchema, readJson(file, { name }), {
    name,
    what: "a file of digests",
    fix: "Name another file: railyard pin --write makes one.",
  });
}

/** Looks at the file before registries are asked. @returns what it has; nothing where it is not there */
export function digestsBefore(file: string): Digests {
  const there = existsSync(file) && statSync(file).isFile();
  const before = there ? readDigests(file, "--write") : {};
  outputFile({ path: file, option: "--write", isGenerated: () => true });
  return before;
}

/** Rows that were there stay, unless their image has another digest now. In the order of letters: a difference shows what has moved. */
export function writeDigests(file: string, before: Digests, pinned: readonly Pinned[]): void {
  const rows = { ...before, ...Object.fromEntries(pinned.map(({ image, digest }) => [image, digest])) };
  const sorted = Object.entries(rows).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
  const output = outputFile({ path: file, option: "--write", isGenerated: () => true });
  writeOutputs([{ ...output, text }]);
}

/** What became of each image since the file was written, a line each; nothing of those that are the same. */
export function changes(before: Digests, pinned: readonly Pinned[]): string[] {
  return pinned.flatMap(({ image, digest }) => {
    const was = before[image];
    if (was === digest) return [];
    return was === undefined ? [`${image} is new: ${digest}`] : [`${image} has moved: ${digest}, and it was ${was}`];
  });
}
