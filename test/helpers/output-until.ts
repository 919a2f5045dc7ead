import type { ChildProcess } from "node:child_process";

/**
 * What a server writes to its error output, until it has said all of this, in whatever order. The pipe stays open: a program in Go ends when it
 * writes to one that is closed.
 * @throws Error with all that it wrote, where it ends before
 */
export const outputUntil = (server: ChildProcess, ...words: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    server.stderr!.on("data", (chunk) => {
      output += String(chunk);
      if (words.every((one) => output.includes(one))) resolve(output);
    });
    server.once("exit", () => reject(new Error(`${server.spawnfile} does not start: ${output}`)));
  });
