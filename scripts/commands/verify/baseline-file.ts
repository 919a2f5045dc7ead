import { existsSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENTS_FOLDER } from "../../lib/environments/environment-path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { writeOutputs } from "../../lib/files/output";
import { parseJson, readText } from "../../lib/files/read-json";
import { type Baseline, NO_BASELINE, parseBaseline } from "../../verify/baseline";

/** The baseline of an environment, from the repository root: it stands beside its config, and a review shows who changes it. */
export const baselinePath = (name: string): string => `${ENVIRONMENTS_FOLDER}/${name}.baseline.json`;

/** @throws ExpectedError where a file is there and is none */
export function readBaseline(root: string, name: string): Baseline {
  const file = baselinePath(name);
  const path = join(root, file);
  if (!existsSync(path)) return NO_BASELINE;
  const text = parseJson(readText(path, { name: file }), { name: file });
  try {
    return parseBaseline(text);
  } catch {
    throw new ExpectedError(
      `${file} is no baseline of verify: take an earlier one from git, or remove it and measure anew with --keep-baseline.`,
    );
  }
}

/** Figures in a fixed order, so that a difference shows what has changed. */
export function writeBaseline(root: string, name: string, { figures, ...baseline }: Baseline): void {
  const sorted = figures.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), "en"));
  const text = `${JSON.stringify({ ...baseline, figures: sorted }, null, 2)}\n`;
  writeOutputs([{ option: "--keep-baseline", path: join(root, baselinePath(name)), text }]);
}

const keyOf = ({ pool, check, nodes, name, machines }: Baseline["figures"][number]): string =>
  [pool, check, String(nodes).padStart(6, "0"), name, machines].join("\n");
