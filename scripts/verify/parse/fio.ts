import { z } from "zod";
import { jsonOf } from "./json-output";
import { UnreadableOutputError } from "./unreadable";

const PROGRAM = "fio";

/** What all jobs of a run of fio did together. */
export interface FioRun {
  readonly readBytesPerSecond: number;
  readonly writeBytesPerSecond: number;
  readonly readIops: number;
  readonly writeIops: number;
  /** Bytes that were read and written. */
  readonly bytes: number;
  /** Of the job that took longest, s. */
  readonly seconds: number;
  /** Whether the page cache of the client was left out by every job: without it, a read may never have left the node. */
  readonly direct: boolean;
}

const side = z.looseObject({ io_bytes: z.number(), bw_bytes: z.number(), iops: z.number(), runtime: z.number() });
const options = z.record(z.string(), z.unknown()).optional();
const report = z.looseObject({
  "fio version": z.string(),
  "global options": options,
  jobs: z.array(
    z.looseObject({ jobname: z.string(), error: z.number(), "job options": options, read: side, write: side }),
  ),
});

/**
 * What `fio --output-format=json` prints.
 * @throws {UnreadableOutputError} also where a job ended with an error
 * @see https://fio.readthedocs.io/en/latest/fio_doc.html#json-output
 */
export function parseFio(text: string): FioRun {
  const { jobs, "global options": shared } = jsonOf(PROGRAM, text, report);
  if (jobs.length === 0) throw new UnreadableOutputError(PROGRAM, "has no job");
  const failed = jobs.find(({ error }) => error !== 0);
  if (failed)
    throw new UnreadableOutputError(PROGRAM, `has the job ${failed.jobname}, which ended with error ${failed.error}`);
  const sum = (of: (job: (typeof jobs)[number]) => number) => jobs.reduce((total, job) => total + of(job), 0);
  const run: FioRun = {
    readBytesPerSecond: sum(({ read }) => read.bw_bytes),
    writeBytesPerSecond: sum(({ write }) => write.bw_bytes),
    readIops: sum(({ read }) => read.iops),
    writeIops: sum(({ write }) => write.iops),
    bytes: sum(({ read, write }) => read.io_bytes + write.io_bytes),
    seconds: Math.max(...jobs.map(({ read, write }) => Math.max(read.runtime, write.runtime))) / 1000,
    direct: jobs.every(
      (job) => String((job["job options"] ?? {})["direct"] ?? (shared ?? {})["direct"] ?? "0") === "1",
    ),
  };
  if (run.bytes === 0) throw new UnreadableOutputError(PROGRAM, "read and wrote nothing");
  return run;
}
