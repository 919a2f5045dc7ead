import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentFolder } from "../../../config";

/** What is in a folder of environments beside the table. */
export const environmentFolder = (folder: string): EnvironmentFolder => ({
  names: environmentFiles(folder),
  read: (path) => {
    try {
      return { text: readFileSync(join(folder, path), "utf8") };
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
