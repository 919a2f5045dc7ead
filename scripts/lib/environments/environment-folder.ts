import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentFolder } from "../../../config";

/** Files beside environments are texts of some KiB, read at every synth: what is far larger is another file. */
const MOST_BYTES = 1_048_576;

/** What is in a folder of environments beside the table. */
export const environmentFolder = (folder: string): EnvironmentFolder => ({
  names: environmentFiles(folder),
  read: (path) => {
    try {
      const at = join(folder, path);
      const there = statSync(at);
      // A pipe would be waited for, and a device such as /dev/zero never ends.
      if (!there.isFile() && !there.isDirectory()) return { fault: "it is a pipe, a socket or a device, and no file" };
      if (there.size > MOST_BYTES) return { fault: `it has ${there.size} bytes, and ${MOST_BYTES} are read at most` };
      return { text: readFileSync(at, "utf8") };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { fault: (code !== undefined && FAULTS[code]) || message };
    }
  },
});

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such folder",
  EISDIR: "it is a folder",
  EACCES: "its mode does not let you",
};

/** Names of the environment files in a folder; none where it cannot be read. */
export function environmentFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".ts") && file !== "index.ts")
      .map((file) => file.slice(0, -".ts".length));
  } catch {
    return [];
  }
}
