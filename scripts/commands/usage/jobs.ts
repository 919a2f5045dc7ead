import { ExpectedError } from "../../lib/errors/expected-error";
import { gpusOf, readTres } from "./tres";

/** What a job, or one try of a job that was requeued, held within the time that is told of. */
export interface UsedBy {
  readonly job: string;
  readonly user: string;
  /** Slurm's account: a team, or one that an administrator made. */
  readonly account: string;
  readonly partition: string;
  readonly qos: string;
  readonly state: string;
  /** Seconds in which it held what it has; those in which it was suspended are none of them. */
  readonly seconds: number;
  readonly cpus: number;
  /** GPUs by type. */
  readonly gpus: ReadonlyMap<string, number>;
  /** As Slurm writes them: `h100-[0,2]`. */
  readonly nodes: string;
  /** What its owner wrote with `--comment`. */
  readonly comment: string;
}

/**
 * Columns of sacct. The last one is a number: text of users, which may have lines of its own, stands before it.
 * @see https://slurm.schedmd.com/sacct.html
 */
export const JOB_COLUMNS = [
  "JobIDRaw",
  "User",
  "Account",
  "Partition",
  "QOS",
  "State",
  "AllocTRES",
  "NodeList",
  "Comment",
  "ElapsedRaw",
] as const;

/**
 * Reads what sacct printed. A record that is not understood is refused: a sum without it would be wrong, and nobody would know.
 * @param separator what stands between columns; nobody could know it beforehand, so that no comment has it
 * @throws ExpectedError
 */
export function readJobs(text: string, separator: string): UsedBy[] {
  const jobs: UsedBy[] = [];
  const cells = text.split(separator);
  let first = cells.shift() ?? "";
  while (cells.length > 0) {
    const record = [first, ...cells.splice(0, JOB_COLUMNS.length - 2)];
    const [, seconds, next = ""] = /^(\d+)\n([\s\S]*)$/.exec(cells.shift() ?? "") ?? [];
    jobs.push(jobOf(record, seconds));
    first = next;
  }
  if (first.trim() !== "") throw misread(first);
  return jobs.filter(({ seconds }) => seconds > 0);
}

function jobOf(record: readonly string[], seconds: string | undefined): UsedBy {
  const [
    job = "",
    user = "",
    account = "",
    partition = "",
    qos = "",
    state = "",
    alloc = "",
    nodes = "",
    comment = "",
  ] = record;
  const tres = readTres(alloc);
  if (seconds === undefined || tres === null || !/^\d[\w.+]*$/.test(job)) throw misread(record.join(" "));
  return {
    job,
    user,
    account,
    partition,
    qos,
    state: state.replace(/ by \d+$/, ""),
    // what waits has nothing
    seconds: tres.size === 0 ? 0 : Number(seconds),
    cpus: tres.get("cpu") ?? 0,
    gpus: gpusOf(tres),
    nodes,
    comment,
  };
}

const misread = (what: string): ExpectedError =>
  new ExpectedError(
    `What sacct printed is not understood at ${JSON.stringify(what.slice(0, 120))}: nothing is counted, since a sum without it would be wrong.`,
  );
