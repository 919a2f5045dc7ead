import { jobScalingAlerts } from "../../../constructs/slurm/job-scaling";
import { jobScalingQuery, type JobScalingQueryProps } from "../../../constructs/slurm/job-scaling-query";
import { Prometheus, type Series } from "../../helpers/prometheus";

const POOL: JobScalingQueryProps = { namespace: "slurm", partitions: ["p"], min: 0, max: 8 };

/** What slurmctld 26.05 tells of each partition: an idle one tells zeros. */
const METRICS = [
  "jobs_max_job_nodes_nohold",
  "jobs_min_job_nodes_nohold",
  "nodes_alloc",
  "nodes_mixed",
  "nodes_idle",
  "nodes_drained",
  "nodes_down",
] as const;
type Metrics = Partial<Record<(typeof METRICS)[number], number>>;

const waiting = (nodes: number): Metrics => ({ jobs_max_job_nodes_nohold: nodes, jobs_min_job_nodes_nohold: nodes });

/** Cases by the name of their partition: what Slurm tells, and how many nodes the pool needs. */
const CASES: Readonly<Record<string, { readonly slurm: Metrics; readonly needed: number; readonly min?: number }>> = {
  nothing: { slurm: {}, needed: 0 },
  "one-large-job": { slurm: waiting(5), needed: 5 },
  "a-job-beside-others": { slurm: { ...waiting(3), nodes_alloc: 2, nodes_mixed: 1 }, needed: 6 },
  "no-job-waits": { slurm: { nodes_alloc: 2, nodes_mixed: 1, nodes_idle: 4 }, needed: 3 },
  "more-than-there-can-be": { slurm: waiting(70), needed: 8 },
  "nodes-that-cannot-serve": { slurm: { ...waiting(4), nodes_drained: 1, nodes_down: 1 }, needed: 6 },
  "drained-and-nobody-waits": { slurm: { nodes_drained: 1, nodes_alloc: 1 }, needed: 1 },
  "idle-beside-a-job": { slurm: { ...waiting(3), nodes_idle: 3 }, needed: 3 },
  "least-number": { slurm: {}, needed: 2, min: 2 },
  "above-the-least-number": { slurm: waiting(5), needed: 5, min: 2 },
};

const seriesOf = (partition: string, slurm: Metrics): Series[] =>
  METRICS.map((name) => ({
    name: `slurm_partition_${name}`,
    labels: { namespace: "slurm", partition },
    values: [slurm[name] ?? 0],
  }));

const NOON = "2026-01-15T12:00:00Z";
const cron = (job: string, next: string): Series => ({
  name: "kube_cronjob_next_schedule_time",
  labels: { namespace: "slurm", cronjob: job },
  values: [Date.parse(next) / 1000],
});
/** Hours that are open at noon, and hours that are not. */
const HOURS = {
  open: { namespace: "slurm", startJob: "open-start", drainJob: "open-drain" },
  closed: { namespace: "slurm", startJob: "closed-start", drainJob: "closed-drain" },
};
const CRON_JOBS = [
  cron("open-start", "2026-01-16T08:00:00Z"),
  cron("open-drain", "2026-01-15T18:30:00Z"),
  cron("closed-start", "2026-01-15T19:00:00Z"),
  cron("closed-drain", "2026-01-16T05:00:00Z"),
];

const isThere = Prometheus.isThere();
if (!isThere && process.env["CI"]) throw new Error("prometheus is not on the PATH: apt-get install prometheus");

(isThere ? describe : describe.skip)("a real Prometheus says how many nodes a pool needs", () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    const cases = Object.entries(CASES).flatMap(([name, { slurm }]) => seriesOf(name, slurm));
    prometheus = await Prometheus.over([...cases, ...seriesOf("p", waiting(4)), ...CRON_JOBS]);
  });
  afterAll(() => prometheus.stop());

  const needed = async (props: Partial<JobScalingQueryProps>) =>
    (await prometheus.ask(jobScalingQuery({ ...POOL, ...props }))).map(({ value }) => value);

  test.each(Object.entries(CASES))("%s", async (partition, { needed: nodes, min = 0 }) => {
    expect(await needed({ partitions: [partition], min })).toEqual([nodes]);
  });

  test("of two partitions with the same nodes, the largest job counts, and each node once", async () => {
    const partitions = ["a-job-beside-others", "one-large-job"];
    expect(await needed({ partitions })).toEqual([3 + 5]);
  });

  test("without an answer of slurmctld there is no number", async () => {
    expect(await needed({ partitions: ["of-another-cluster"] })).toEqual([]);
  });

  test.each([
    ["in the hours", { hours: HOURS.open }, [4]],
    ["outside of them", { hours: HOURS.closed }, [0]],
    ["outside of them, whatever the least number", { hours: HOURS.closed, min: 2 }, [0]],
    ["outside of them while they are paused", { hours: { ...HOURS.closed, pausedUntil: "2026-01-15T12:00:01Z" } }, [4]],
    ["when the pause is over", { hours: { ...HOURS.closed, pausedUntil: NOON } }, [0]],
    ["in the hours while they are paused", { hours: { ...HOURS.open, pausedUntil: "2026-02-01T00:00:00Z" } }, [4]],
    ["before Kubernetes has told of the hours", { hours: { ...HOURS.open, startJob: "not-yet" } }, []],
    ["before the environment expires", { expires: "2026-01-15T12:00:01Z" }, [4]],
    ["from then on", { expires: NOON, min: 2 }, [0]],
  ])("%s", async (_, props, nodes) => {
    expect(await needed(props)).toEqual(nodes);
  });

  test("alerts tell of jobs that keep nodes and cannot start", async () => {
    const names = Object.keys(CASES);
    const [{ rules } = { rules: [] }] = jobScalingAlerts(
      [{ ...POOL, name: "cpu", partitions: names, idleMinutes: 10 }],
      "slurm",
    );
    const found = async (alert: string) => {
      const series = await prometheus.ask(rules.find((rule) => rule.alert === alert)?.expr ?? "");
      return series.map(({ labels, value }) => [labels["partition"], value]);
    };
    expect(await found("SlurmJobLargerThanPool")).toEqual([["more-than-there-can-be", 70]]);
    expect(await found("SlurmNodesIdleWhileJobsWait")).toEqual([["idle-beside-a-job", 3]]);
  });
});

test("every metric is one of Slurm's partitions", () => {
  const query = jobScalingQuery(POOL);
  const used = [...query.matchAll(/slurm_partition_(\w+)\{/g)].map(([, name]) => name);
  expect(new Set(used).size).toBe(5);
  for (const name of used) expect(METRICS).toContain(name);
});
