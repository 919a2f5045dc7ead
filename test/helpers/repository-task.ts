import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptFile } from "../../constructs/core/script-file";
import {
  askedOf,
  reportPath,
  repositoryTaskRequest,
  type LinkedFolder,
} from "../../constructs/storage/repository-task";

export const FOLDER: LinkedFolder = {
  fileSystemId: "fs-0123456789abcdef0",
  path: "/checkpoints",
  bucket: "models",
  prefix: "checkpoints/",
};

export interface TaskRun {
  readonly status: number;
  /** What it says, without times. */
  readonly output: string[];
}

/** Runs a release as its pod does, with real bash. @param env beside that of the pod: PATH has `aws` */
export async function runRelease(env: NodeJS.ProcessEnv, folder = FOLDER): Promise<TaskRun> {
  const root = mkdtempSync(join(tmpdir(), "railyard-repository-task-"));
  try {
    const [script, request, tmp] = [join(root, "task.sh"), join(root, "it's a request.json"), join(root, "tmp")];
    mkdirSync(tmp);
    writeFileSync(script, scriptFile("platform/files/repository-task.sh"));
    writeFileSync(request, JSON.stringify(repositoryTaskRequest("release", folder, 14)));
    return await new Promise((resolve) => {
      const child = execFile(
        "bash",
        // whose standard input is a socket reads files of its user otherwise
        ["--norc", script],
        {
          env: {
            FILE_SYSTEM: folder.fileSystemId,
            TYPE: "RELEASE_DATA_FROM_FILESYSTEM",
            REQUEST: request,
            ASKED: askedOf(repositoryTaskRequest("release", folder, 14)),
            REPORT: reportPath(folder),
            HOURS: "12",
            POLL_SECONDS: "0",
            TMPDIR: tmp,
            ...env,
          },
        },
        (_, stdout, stderr) => {
          expect(readdirSync(tmp)).toEqual([]);
          const lines = (stdout + stderr).split("\n").filter(Boolean);
          resolve({ status: child.exitCode ?? -1, output: lines.map((line) => line.replace(/^\d{4}-\S+Z /, "")) });
        },
      );
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
