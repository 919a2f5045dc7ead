import { JOB_CAPACITY_RULES } from "../../../config/slurm/job-capacity-rules";
import { maxJobsOf, slurmctldDemand } from "../../../config/slurm/job-capacity";
import { SLURM_JOBS } from "../../../config/facts/slurm-jobs";
import { SYSTEM_PODS } from "../../../config/facts/system-pods";
import { slurmConf } from "../../../constructs/slurm/slurm-conf";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { sample, type Change } from "../../helpers/environment";
import { problemsWith } from "../../helpers/loading";
import { ruleCases } from "../../helpers/rule-cases";
import { FLEET } from "../../helpers/slurm-fleet";

/** 2,048 nodes with 16,384 GPUs. */
const fleet = (maxJobs: number): Change => ({ ...FLEET, slurm: { ...FLEET.slurm, maxJobs } });

ruleCases(JOB_CAPACITY_RULES, {
  "slurm/jobs-below-gpus": {
    severity: "warning",
    trips: [
      {
        when: "fewer jobs than GPUs",
        change: fleet(10_000),
        at: ["slurm", "maxJobs"],
        message: ["10000 jobs", "16384 GPUs"],
        fix: ["ten jobs to each GPU"],
      },
      {
        when: "as many jobs as GPUs, of which none can wait",
        change: fleet(16_384),
        at: ["slurm", "maxJobs"],
        message: ["16384 jobs"],
      },
    ],
    passes: [
      { when: "more jobs than GPUs", change: fleet(16_385) },
      { when: "what follows from the GPUs", change: FLEET },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/submitted-above-jobs": {
    severity: "warning",
    trips: [
      {
        when: "as many as slurmctld knows",
        change: { slurm: { maxJobs: 20_000, qos: { standard: { submittedPerUser: 20_000 } } } },
        at: ["slurm", "qos", "standard", "submittedPerUser"],
        message: ["20000 jobs in standard", "knows 20000"],
      },
    ],
    passes: [
      { when: "fewer", change: { slurm: { maxJobs: 20_000, qos: { standard: { submittedPerUser: 19_999 } } } } },
      { when: "no limit", change: { slurm: { qos: { standard: {} } } } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
});

describe("jobs that slurmctld knows", () => {
  const envOf = (change: Change) => sample(change).env;

  test("are ten for each GPU of the cluster, and as many as Slurm's own where there are few GPUs", () => {
    expect(maxJobsOf(envOf(FLEET))).toBe(163_840);
    expect(maxJobsOf(envOf({}))).toBe(10_000);
    expect(maxJobsOf(envOf({ slurm: { maxJobs: 50_000 } }))).toBe(50_000);
  });

  test("are no more than a few hundred thousand", () => {
    const { nodeGroups } = envOf(FLEET);
    const twice = { slurm: envOf(FLEET).slurm, nodeGroups: [...nodeGroups, ...nodeGroups] };
    expect(maxJobsOf(twice)).toBe(SLURM_JOBS.most);
    expect(problemsWith({ slurm: { maxJobs: 200_001 } }).join()).toMatch(/slurm\.maxJobs: must be at most 200000/);
  });

  test("have memory for the record of each, beyond what every slurmctld asks for", () => {
    expect(slurmctldDemand(envOf({}))).toEqual(SYSTEM_PODS.slurmctld);
    expect(slurmctldDemand(envOf({ slurm: { maxJobs: 1000 } }))).toEqual(SYSTEM_PODS.slurmctld);
    const more = Math.ceil((153_840 * SLURM_JOBS.bytes) / 1024 ** 2);
    expect(slurmctldDemand(envOf(FLEET))).toEqual({
      ...SYSTEM_PODS.slurmctld,
      memoryMiB: SYSTEM_PODS.slurmctld.memoryMiB + more,
      limitMiB: SYSTEM_PODS.slurmctld.limitMiB + more,
    });
  });

  test("are in slurm.conf where they are not Slurm's own, and arrays keep theirs", () => {
    const confOf = (change: Change) => {
      const env = envOf(change);
      return slurmConf(slurmLayout(env, env.slurm!));
    };
    expect(confOf(FLEET)).toMatchObject({ MaxJobCount: "163840" });
    expect(confOf({ slurm: { maxJobs: 20_000 } })).toMatchObject({ MaxJobCount: "20000" });
    expect(confOf({})).not.toHaveProperty("MaxJobCount");
    for (const change of [FLEET, {}]) expect(confOf(change)).not.toHaveProperty("MaxArraySize");
  });
});
