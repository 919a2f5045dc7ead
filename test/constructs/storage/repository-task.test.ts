import { repositoryTaskRequest } from "../../../constructs/storage/repository-task";

const folder = { fileSystemId: "fs-0123456789abcdef0", path: "/checkpoints", bucket: "models", prefix: "checkpoints/" };

test("a release names its folder from the mount point and the days, and says where its report is", () => {
  expect(repositoryTaskRequest("release", folder, 14)).toEqual({
    Type: "RELEASE_DATA_FROM_FILESYSTEM",
    FileSystemId: "fs-0123456789abcdef0",
    Paths: ["checkpoints"],
    ReleaseConfiguration: { DurationSinceLastAccess: { Unit: "DAYS", Value: 14 } },
    Report: {
      Enabled: true,
      Path: "s3://models/checkpoints/.railyard/tasks",
      Format: "REPORT_CSV_20191124",
      Scope: "FAILED_FILES_ONLY",
    },
  });
});

test.each([
  ["import", "/checkpoints", ["s3://models/checkpoints/"]],
  ["export", "/a/b/", ["a/b"]],
  ["export", "/", undefined],
])("a task that is to %s of %s names %j", (kind, path, paths) => {
  const request = repositoryTaskRequest(kind as "import" | "export", { ...folder, path }, null);
  expect(request.Paths).toEqual(paths);
  expect(request).not.toHaveProperty("ReleaseConfiguration");
});

test("a release of the whole file system says so: no path at all would be an accident", () => {
  expect(repositoryTaskRequest("release", { ...folder, path: "/" }, 14).Paths).toEqual(["/"]);
});

test.each(["/a\nb", "/a\u0000b", "/a\u2028b", `/${"a".repeat(5000)}`])(
  "a path that FSx does not take is refused",
  (path) => {
    expect(() => repositoryTaskRequest("export", { ...folder, path }, null)).toThrow("Link another folder");
  },
);

test("days are those of a release, and of nothing else", () => {
  expect(() => repositoryTaskRequest("release", folder, null)).toThrow("a release has days");
  expect(() => repositoryTaskRequest("export", folder, 3)).toThrow("no other task has");
});
