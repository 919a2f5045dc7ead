import type { CollectorPart } from "./collector-config";

/**
 * The number of a job in the name of its file, and that of its task: after a dash, after a dot or at the beginning, and at the end but
 * for a word such as `.out`. Dollar signs are doubled, for a single one names a variable.
 * @see https://slurm.schedmd.com/sbatch.html#SECTION_FILENAME-PATTERN
 */
const JOB = String.raw`(?:^|[-.])(?P<job>\d+(?:_\d+)?)(?:\.[A-Za-z]+)?$$`;

/**
 * Folders that a pattern may lead to: what stands before its first star. A user can write a link that leads elsewhere, and the
 * collector reads as root.
 */
const folders = (patterns: readonly string[]): string[] => [
  ...new Set(patterns.map((pattern) => pattern.slice(0, pattern.indexOf("*")).replace(/[^/]*$/, ""))),
];

/** Files of jobs. None is asked for more often than a file system with many of them bears. */
export const jobReceiver = (patterns: readonly string[]): CollectorPart => ({
  include: patterns,
  exclude_older_than: "168h",
  include_file_path: true,
  include_file_name: true,
  include_file_path_resolved: true,
  start_at: "beginning",
  poll_interval: "10s",
  preserve_leading_whitespaces: true,
  preserve_trailing_whitespaces: true,
  storage: "file_storage",
  retry_on_failure: { enabled: true, max_elapsed_time: 0 },
  operators: [
    {
      type: "filter",
      expr: `not (${folders(patterns)
        .map((folder) => `attributes["log.file.path_resolved"] startsWith ${JSON.stringify(folder)}`)
        .join(" or ")})`,
    },
    { type: "filter", expr: 'body == nil or body matches "^\\\\s*$$"' },
    // a name without a number is of no job
    { type: "regex_parser", parse_from: 'attributes["log.file.name"]', regex: JOB, on_error: "drop_quiet" },
    { type: "move", from: "attributes.job", to: 'resource["slurm.job.id"]' },
    { type: "remove", field: 'attributes["log.file.name"]' },
    { type: "remove", field: 'attributes["log.file.path_resolved"]' },
  ],
});
