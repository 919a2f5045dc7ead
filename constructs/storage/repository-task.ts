import {
  REPOSITORY_TASK_PATH,
  REPOSITORY_TASK_REPORT,
  REPOSITORY_TASK_TYPES,
  type RepositoryTaskKind,
} from "../../config/facts/repository-tasks";

/** The folder of a file system that is linked to a prefix of a bucket. */
export interface LinkedFolder {
  /** `fs-…`; may be a token. */
  readonly fileSystemId: string;
  /** Absolute, from the root of the file system; `/` is all of it. */
  readonly path: string;
  readonly bucket: string;
  /** With a slash at its end, or empty for the whole bucket. */
  readonly prefix: string;
}

/** Below the prefix: the only place where FSx writes reports is what is linked. Pruner and agent pass over names with a dot. */
const REPORTS = ".railyard/tasks";

const { maxCharacters: MOST, refused: REFUSED } = REPOSITORY_TASK_PATH;

/** Where FSx writes which files a task could not do: in a folder of the task's id. */
export const reportPath = ({ bucket, prefix }: LinkedFolder): string => `s3://${bucket}/${prefix}${REPORTS}`;

/**
 * The request that makes a task, as `CreateDataRepositoryTask` takes it.
 * @param afterDays of a release: days since a file was read or written
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryTask.html
 */
export function repositoryTaskRequest(kind: RepositoryTaskKind, folder: LinkedFolder, afterDays: number | null) {
  if ((afterDays !== null) !== (kind === "release"))
    throw new Error(`a task that is to ${kind} was given ${afterDays} days: a release has days, and no other task has`);
  const Paths = pathsOf(kind, folder);
  for (const path of Paths)
    if (path.length > MOST || REFUSED.some((character) => path.includes(character)))
      throw new Error(
        `path ${JSON.stringify(path)} of a data repository task ends a line, or is longer than ${MOST} characters. Link another folder.`,
      );
  return {
    Type: REPOSITORY_TASK_TYPES[kind],
    FileSystemId: folder.fileSystemId,
    ...(Paths.length > 0 && { Paths }),
    ...(afterDays !== null && {
      ReleaseConfiguration: { DurationSinceLastAccess: { Unit: "DAYS", Value: afterDays } },
    }),
    Report: { Enabled: true, Path: reportPath(folder), ...REPOSITORY_TASK_REPORT },
  };
}

/** An import names what is in the bucket; others name folders from the mount point, a release of all of it a slash. */
function pathsOf(kind: RepositoryTaskKind, { path, bucket, prefix }: LinkedFolder): string[] {
  if (kind === "import") return [`s3://${bucket}/${prefix}`];
  const relative = path.replace(/^\/+|\/+$/g, "");
  if (relative !== "") return [relative];
  return kind === "release" ? ["/"] : [];
}

/**
 * Paths, unit and number of a request, as the AWS CLI writes `to_string` of them: an open task that says the same does what is
 * asked for. Without spaces, and what is not ASCII as `\\u`.
 */
export function askedOf({ Paths = [], ReleaseConfiguration }: ReturnType<typeof repositoryTaskRequest>): string {
  const { Unit = null, Value = null } = ReleaseConfiguration?.DurationSinceLastAccess ?? {};
  return JSON.stringify([Paths, Unit, Value]).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
