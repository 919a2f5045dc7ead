/** What a data repository task of FSx for Lustre is asked for. */
export type RepositoryTaskKind = "import" | "export" | "release";

const guide = "https://docs.aws.amazon.com/fsx/latest/LustreGuide";
const api = "https://docs.aws.amazon.com/fsx/latest/APIReference";

/** Where the facts of this file were read. */
export const REPOSITORY_TASK_SOURCES = {
  create: `${api}/API_CreateDataRepositoryTask.html`,
  /** Only what has been exported is released, and only what nobody read or wrote for longer. */
  release: `${api}/API_ReleaseConfiguration.html`,
  /** The last access is the newest of atime, mtime and ctime; no task on Lustre 2.10. */
  releasing: `${guide}/file-release.html`,
  /** Automatic exports and tasks that export exclude each other. */
  exports: `${guide}/export-changed-data-meta-dra.html`,
  /** Automatic imports and tasks that import do not. */
  imports: `${guide}/importing-files-dra.html`,
  /** relatime: the time of a read is written when some hours have passed since the one before. */
  accessTimes: `${guide}/mounting-ec2-instance.html`,
  report: `${api}/API_CompletionReport.html`,
  failures: `${guide}/failed-tasks.html`,
  status: `${api}/API_DataRepositoryTask.html`,
  permissions: "https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonfsx.html",
} as const;

/** `Type` of the request. FSx runs one task of a file system at a time (`DataRepositoryTaskExecuting`). */
export const REPOSITORY_TASK_TYPES = {
  import: "IMPORT_METADATA_FROM_REPOSITORY",
  export: "EXPORT_TO_REPOSITORY",
  release: "RELEASE_DATA_FROM_FILESYSTEM",
} as const satisfies Readonly<Record<RepositoryTaskKind, string>>;

/** The one format and scope of reports that there are. */
export const REPOSITORY_TASK_REPORT = { Format: "REPORT_CSV_20191124", Scope: "FAILED_FILES_ONLY" } as const;

/** Of one path in a request. */
export const REPOSITORY_TASK_PATH = {
  maxCharacters: 4096,
  /** What none may have. */
  refused: ["\0", "\r", "\n", "\u0085", "\u2028", "\u2029"],
} as const;
