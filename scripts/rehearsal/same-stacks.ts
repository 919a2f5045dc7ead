import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStacks } from "../lib/terraform/order";

/** Whether two folders of synth have the same stacks, byte for byte, that stand on the same stacks. */
export function sameStacks(one: string, other: string): boolean {
  const stacks = readStacks(one);
  if (JSON.stringify(stacks) !== JSON.stringify(readStacks(other))) return false;
  return stacks.every(({ name }) => {
    const [folder, compared] = [join(one, "stacks", name), join(other, "stacks", name)];
    const files = filesIn(folder);
    return (
      files.length > 0 &&
      JSON.stringify(files) === JSON.stringify(filesIn(compared)) &&
      files.every((file) => readFileSync(join(folder, file)).equals(readFileSync(join(compared, file))))
    );
  });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
