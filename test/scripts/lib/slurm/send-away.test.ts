import { minutesOf, SendAway } from "../../../../scripts/lib/slurm/send-away";

interface Job {
  state: string;
  limit: string;
  readonly elapsed: string;
  /** What scontrol requeue says against it. */
  readonly stays?: string;
}

/** A Slurm with jobs; what is asked of it is kept. */
function slurm(jobs: Record<string, Job>) {
  const changes: string[] = [];
  const words: string[] = [];
  const program = (...args: readonly string[]): Promise<string> => {
    const [name, verb = "", id = "", change = ""] = args;
    if (name === "squeue") {
      const ids = args
        .find((arg) => arg.startsWith("--jobs="))!
        .slice("--jobs=".length)
        .split(",");
      const short = args.includes("--format=%A|%T");
      const rows = ids.flatMap((one) => {
        const job = jobs[one];
        return job ? [short ? `${one}|${job.state}` : `${one}|${job.elapsed}|${job.limit}|${job.state}`] : [];
      });
      return rows.length > 0 ? Promise.resolve(rows.join("\n")) : Promise.reject(new Error("Invalid job id specified"));
    }
    changes.push(args.slice(1).join(" "));
    const job = jobs[verb === "requeue" ? id : id.slice("JobId=".length)];
    if (!job) return Promise.reject(new Error("Invalid job id specified"));
    if (verb === "requeue") {
      if (job.stays !== undefined) return Promise.reject(new Error(job.stays));
      job.state = "PENDING";
    } else job.limit = change.slice("TimeLimit=".length);
    return Promise.resolve("");
  };
  const away = new SendAway(program, 1000, (text) => words.push(text));
  return { jobs, changes, words, away };
}

const running = (limit = "7-00:00:00", more: Partial<Job> = {}): Job => ({
  state: "RUNNING",
  elapsed: "1:30:10",
  limit,
  ...more,
});
const MINUTES = 60_000;

test("nothing is changed before its time", async () => {
  const { away, changes } = slurm({ 7: running() });
  await away.look(["7"], 999);
  expect(changes).toEqual([]);
});

test("a job gets its signal by its limit, goes back to the queue, and has the limit that it asked for again", async () => {
  const { away, changes, jobs } = slurm({ 7: running() });
  await away.look(["7"], 1000);
  // 91 minutes, ten to save, and one
  expect(changes).toEqual(["update JobId=7 TimeLimit=102"]);
  await away.look(["7"], 1000 + 9 * MINUTES);
  expect(changes).toHaveLength(1);
  await away.look(["7"], 1000 + 10 * MINUTES);
  expect(changes.slice(1)).toEqual(["requeue 7", "update JobId=7 TimeLimit=7-00:00:00"]);
  await away.end();
  expect([changes.length, jobs["7"]]).toEqual([3, { ...running(), state: "PENDING" }]);
});

test("one that queues itself again gets its limit back, too, and one without a limit none", async () => {
  const { away, jobs } = slurm({ 7: running(), 8: running("UNLIMITED") });
  await away.look(["7", "8"], 1000);
  expect([jobs["7"]!.limit, jobs["8"]!.limit]).toEqual(["102", "102"]);
  jobs["7"]!.state = jobs["8"]!.state = "PENDING";
  await away.look([], 1000 + MINUTES);
  expect([jobs["7"]!.limit, jobs["8"]!.limit]).toEqual(["7-00:00:00", "UNLIMITED"]);
});

test("one that may not be queued again keeps its limit and goes on; one that ends by itself keeps all", async () => {
  const { away, jobs, words, changes } = slurm({
    7: running("2-00:00:00", { stays: "Requested operation is presently disabled" }),
    8: running("1:35:00"),
  });
  await away.look(["7", "8"], 1000);
  expect(changes).toEqual(["update JobId=7 TimeLimit=102"]);
  await away.look(["7"], 1000 + 10 * MINUTES);
  expect(jobs["7"]).toMatchObject({ state: "RUNNING", limit: "2-00:00:00" });
  expect(words.at(-1)).toBe(
    "Slurm: job 7 cannot go back to the queue, and goes on: Requested operation is presently disabled",
  );
  await away.look(["7"], 1000 + 20 * MINUTES);
  expect(changes.filter((change) => change.startsWith("requeue"))).toEqual(["requeue 7"]);
});

test("an interruption gives every limit back, and jobs that have ended are none of its concern", async () => {
  const { away, jobs } = slurm({ 7: running(), 8: running() });
  await away.look(["7", "8"], 1000);
  delete jobs["8"];
  await away.end();
  expect(jobs["7"]).toEqual(running());
});

test.each([
  ["1-02:03:04", 1564],
  ["2:03:00", 123],
  ["3:01", 4],
  ["0:00", 0],
])("%s is %d minutes", (text, minutes) => expect(minutesOf(text)).toBe(minutes));
