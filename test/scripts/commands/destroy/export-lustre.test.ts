import { exportLustre } from "../../../../scripts/commands/destroy/export-lustre";
import { recordedAws, type Answer } from "../../../helpers/deploying";

const ID = "fs-0123456789abcdef0";
const OF_FS = { Name: "file-system-id", Values: [ID] };
const OPEN = { Filters: [OF_FS, { Name: "task-lifecycle", Values: ["PENDING", "EXECUTING", "CANCELING"] }] };

const link = (more: object = {}) => ({
  AssociationId: "dra-1",
  Lifecycle: "AVAILABLE",
  FileSystemPath: "/checkpoints",
  DataRepositoryPath: "s3://bucket/checkpoints/",
  S3: { AutoImportPolicy: { Events: ["NEW"] }, AutoExportPolicy: { Events: ["NEW", "CHANGED"] } },
  ...more,
});
const links = (...Associations: object[]): Answer => ({
  call: "FSx DescribeDataRepositoryAssociations",
  input: { Filters: [OF_FS] },
  output: { Associations },
});
const openTasks = (...ids: string[]): Answer => ({
  call: "FSx DescribeDataRepositoryTasks",
  input: OPEN,
  output: { DataRepositoryTasks: ids.map((TaskId) => ({ TaskId })) },
});
const switchedOff: Answer = {
  call: "FSx UpdateDataRepositoryAssociation",
  input: { AssociationId: "dra-1", S3: { AutoImportPolicy: { Events: ["NEW"] }, AutoExportPolicy: { Events: [] } } },
  output: {},
};
const created = (Paths: string[] | null = ["checkpoints"]): Answer => ({
  call: "FSx CreateDataRepositoryTask",
  input: {
    Type: "EXPORT_TO_REPOSITORY",
    FileSystemId: ID,
    ...(Paths && { Paths }),
    Report: {
      Enabled: true,
      Format: "REPORT_CSV_20191124",
      Scope: "FAILED_FILES_ONLY",
      Path: "s3://bucket/checkpoints/.railyard/final-export",
    },
  },
  output: { DataRepositoryTask: { TaskId: "task-1" } },
});
const task = (Lifecycle: string, Status: object = {}, more: object = {}): Answer => ({
  call: "FSx DescribeDataRepositoryTasks",
  input: { TaskIds: ["task-1"] },
  output: { DataRepositoryTasks: [{ TaskId: "task-1", Lifecycle, Status, ...more }] },
});
const idle = link({ S3: {} });

function run(...answers: Answer[]) {
  const printed: string[] = [];
  const patience = { pollSeconds: 0.001, tell: (text: string) => printed.push(text) };
  return { printed, result: exportLustre({ aws: recordedAws(answers), fileSystemId: ID, patience }) };
}

test("automatic exports are switched off, then a task exports everything and is waited for", async () => {
  const { result, printed } = run(
    links(link()),
    links(link({ Lifecycle: "UPDATING" })),
    links(link({ S3: {} })),
    openTasks(),
    switchedOff,
    created(),
    task("PENDING"),
    task("EXECUTING", { TotalCount: 10, SucceededCount: 4 }),
    task("SUCCEEDED", { TotalCount: 10, SucceededCount: 10, FailedCount: 0 }),
  );
  expect(await result).toEqual({ kind: "exported", files: 10, folders: ["/checkpoints"] });
  expect(printed).toEqual([
    "automatic exports of dra-1 are off; deploy switches them on again",
    "waiting for links to change: dra-1",
    "export task task-1 of fs-0123456789abcdef0 has begun",
    "waiting for the export to end: task-1 is PENDING, 0 of 0 files",
    "waiting for the export to end: task-1 is EXECUTING, 4 of 10 files",
  ]);
});

test("nothing is switched off where nothing is automatic, and the whole file system has no paths", async () => {
  const { result } = run(
    links({ ...idle, FileSystemPath: "/" }),
    openTasks(),
    created(null),
    task("SUCCEEDED", { TotalCount: 0, FailedCount: 0 }),
  );
  expect(await result).toEqual({ kind: "exported", files: 0, folders: ["/"] });
});

test("a task that runs already is waited for", async () => {
  const { result, printed } = run(links(idle), openTasks("task-0"), openTasks(), created(), task("SUCCEEDED"));
  expect(await result).toMatchObject({ kind: "exported" });
  expect(printed[0]).toBe("waiting for data repository tasks that run already: task-0");
});

test("files that failed are not exported, whatever the task calls itself", async () => {
  const failed = task("SUCCEEDED", { TotalCount: 10, FailedCount: 2 }, { Report: { Path: "s3://bucket/r" } });
  expect(await run(links(idle), openTasks(), created(), failed).result).toEqual({
    kind: "not-exported",
    why: "task task-1 is SUCCEEDED, 2 of 10 files failed: no reason given. Report: s3://bucket/r/task-task-1/failures.csv",
  });
});

test.each(["FAILED", "CANCELED"])("a task that is %s has exported nothing that one can rely on", async (lifecycle) => {
  const failed = task(lifecycle, {}, { FailureDetails: { Message: "access denied to s3://bucket" } });
  expect(await run(links(idle), openTasks(), created(), failed).result).toMatchObject({
    kind: "not-exported",
    why: expect.stringContaining("access denied to s3://bucket"),
  });
});

test.each(["MISCONFIGURED", "FAILED"])("a link that is %s exports nothing", async (Lifecycle) => {
  const broken = link({ Lifecycle, FailureDetails: { Message: "the bucket is gone" } });
  expect(await run(links(broken)).result).toEqual({
    kind: "not-exported",
    why: `its link dra-1 is ${Lifecycle}: the bucket is gone`,
  });
});

test("a link that an interrupted run has left changing is waited for; one that breaks by that exports nothing", async () => {
  const changing = links(link({ S3: {}, Lifecycle: "UPDATING" }));
  const good = run(changing, links(idle), openTasks(), created(), task("SUCCEEDED"));
  expect(await good.result).toMatchObject({ kind: "exported" });
  expect((await run(changing, links(link({ Lifecycle: "MISCONFIGURED" })), openTasks()).result).kind).toBe(
    "not-exported",
  );
});

test("without a link, or with one that is being deleted, nothing can be exported", async () => {
  expect(await run(links()).result).toEqual({ kind: "not-exported", why: "it is linked to no bucket" });
  expect(await run(links(link({ Lifecycle: "DELETING" }))).result).toMatchObject({ kind: "not-exported" });
});

test("a file system that FSx does not have is gone", async () => {
  const error = { name: "FileSystemNotFound", message: "no", status: 400 };
  expect(await run({ ...links(), output: undefined, error } as Answer).result).toEqual({ kind: "gone" });
});

test("fails in words when FSx refuses", async () => {
  const error = { name: "AccessDeniedException", message: "no", status: 400 };
  const refused = { ...created(), output: undefined, error } as Answer;
  await expect(run(links(idle), openTasks(), refused).result).rejects.toThrow(
    "fsx:CreateDataRepositoryTask is not permitted",
  );
});
