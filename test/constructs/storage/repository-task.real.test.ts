import { spawnSync } from "node:child_process";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { REPOSITORY_TASK_TYPES, type RepositoryTaskKind } from "../../../config/facts/repository-tasks";
import { repositoryTaskRequest } from "../../../constructs/storage/repository-task";
import { isOnPath } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";
import { FOLDER, runRelease } from "../../helpers/repository-task";

const present = isOnPath("aws") && spawnSync("python3", ["-c", "import botocore"]).status === 0;
if (!present && process.env["CI"] === "true") throw new Error("no AWS CLI or botocore: pip install awscli");
if (!present) process.stderr.write("Skipped, since there is no AWS CLI or botocore: requests of repository tasks\n");
const whereThereIs = present ? describe : describe.skip;

/** What botocore says of each request. */
function problemsOf(requests: readonly unknown[]): string[][] {
  const program = join(ROOT, "test/fixtures/repository-tasks/requests.py");
  const { stdout, stderr } = spawnSync("python3", [program], { input: JSON.stringify(requests), encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

const HOSTILE = ["/it's", '/"$(touch x)"', "/`id`;rm -rf *", "/--paths", "/ä/日本", "/a\tb", "/${x}%{y}", "/a\\nb"];

whereThereIs("requests as the service model of FSx has them", () => {
  test("each kind with any folder is one, also with names that shells and templates would read", () => {
    const kinds = Object.keys(REPOSITORY_TASK_TYPES) as RepositoryTaskKind[];
    const part = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/);
    const folders = fc.sample(fc.array(part, { maxLength: 4 }), 30).map((parts) => `/${parts.join("/")}`);
    const requests = [...folders, ...HOSTILE].flatMap((path) =>
      kinds.map((kind) => repositoryTaskRequest(kind, { ...FOLDER, path }, kind === "release" ? 3650 : null)),
    );
    expect(problemsOf(requests).flat()).toEqual([]);
  });

  test("what is none of its requests is seen", () => {
    const request = repositoryTaskRequest("release", FOLDER, 14);
    const wrong = [
      { ...request, Type: "RELEASE" },
      { ...request, Paths: ["a\nb"] },
      { ...request, ReleaseConfiguration: { DurationSinceLastAccess: { Unit: "DAYS", Value: "14" } } },
      { ...request, Report: { Path: "s3://models" } },
      { ...request, FileSystemId: "lustre" },
    ];
    expect(problemsOf(wrong).map((found) => found.length > 0)).toEqual(wrong.map(() => true));
  });
});

/** A task as the API reference describes it. */
const task = (Lifecycle: string, Status: object, Message?: string) => ({
  TaskId: "task-0123456789abcdef0",
  Lifecycle,
  Type: "RELEASE_DATA_FROM_FILESYSTEM",
  CreationTime: 1545070680.12,
  FileSystemId: FOLDER.fileSystemId,
  ResourceARN: "arn:aws:fsx:us-east-1:111122223333:task/task-0123456789abcdef0",
  Status,
  ...(Message !== undefined && { FailureDetails: { Message } }),
});

type Reply = { readonly status: number; readonly body: object };
const ok = (body: object): Reply => ({ status: 200, body });
const refused = (__type: string): Reply => ({ status: 400, body: { __type, Message: "as FSx says it" } });

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A server that answers one after the other. */
async function fsx(replies: readonly Reply[]) {
  const asked: { call: string; body: Record<string, unknown> }[] = [];
  const server: Server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const call = String(request.headers["x-amz-target"]).split(".")[1]!;
      asked.push({ call, body: JSON.parse(body) as Record<string, unknown> });
      const { status, body: answer } = replies[asked.length - 1] ?? refused("InternalServerError");
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    AWS_ENDPOINT_URL_FSX: `http://127.0.0.1:${port}`,
    AWS_REGION: "us-east-1",
    AWS_DEFAULT_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_MAX_ATTEMPTS: "1",
    AWS_PAGER: "",
  };
  return { asked, env, close: () => new Promise((resolve) => server.close(resolve)) };
}

whereThereIs("the script with the real AWS CLI", () => {
  test("it waits while another task runs, asks as it was told, and says what was not released", async () => {
    const folder = { ...FOLDER, path: `/it's "$(touch x)"` };
    const executing = { ...task("EXECUTING", {}), Type: "EXPORT_TO_REPOSITORY", TaskId: "task-0f" };
    const server = await fsx([
      ok({ DataRepositoryTasks: [executing] }),
      ok({ DataRepositoryTasks: [] }),
      refused("DataRepositoryTaskExecuting"),
      ok({ DataRepositoryTasks: [] }),
      ok({ DataRepositoryTask: task("PENDING", {}) }),
      ok({
        DataRepositoryTasks: [task("FAILED", { TotalCount: 3, SucceededCount: 2, FailedCount: 1 }, "1 file failed")],
      }),
    ]);
    const { status, output } = await runRelease(server.env, folder);
    await server.close();
    expect(output).toEqual([
      "waits for task-0f (EXPORT_TO_REPOSITORY)",
      "task-0123456789abcdef0 has begun: RELEASE_DATA_FROM_FILESYSTEM of fs-0123456789abcdef0",
      "task-0123456789abcdef0 failed: 1 file failed; of 3 files 2 are done and 1 failed: s3://models/checkpoints/.railyard/tasks/task-0123456789abcdef0/ has their names and why",
    ]);
    expect(status).toBe(1);
    const creates = server.asked.filter(({ call }) => call === "CreateDataRepositoryTask").map(({ body }) => body);
    const { ClientRequestToken, ...request } = creates[1]!;
    expect(request).toEqual(repositoryTaskRequest("release", folder, 14));
    expect(ClientRequestToken).toEqual(expect.any(String));
    expect(server.asked[0]!.body["Filters"]).toEqual([
      { Name: "file-system-id", Values: ["fs-0123456789abcdef0"] },
      { Name: "task-lifecycle", Values: ["PENDING", "EXECUTING", "CANCELING"] },
    ]);
  });
});
