import { SLURM_QOS_JOB_RULES } from "../../../config/slurm/qos-job-rules";
import { ruleCases } from "../../helpers/rule-cases";

const slurm = (qos: object, train: object = {}) => ({
  slurm: { qos, partitions: { train: { nodeGroups: ["h100"], default: true, ...train } } },
});
const qos = (given: object) => ({ slurm: { qos: given } });
const prep = { slurm: { partitions: { prep: { nodeGroups: ["cpu"], maxHours: 12, defaultHours: 1 } } } };

ruleCases(SLURM_QOS_JOB_RULES, {
  "slurm/qos-usual-time": {
    severity: "warning",
    trips: [
      {
        when: "less than jobs get that ask for none",
        change: qos({ fast: { maxHours: 4 } }),
        at: ["slurm", "qos", "fast", "maxHours"],
        message: ["4 hours", "24 hours in train: they are refused"],
        fix: ['timeLimit: "default"'],
      },
      {
        when: "less than jobs get in one of the partitions",
        change: { slurm: { qos: { fast: { maxHours: 4 } }, ...prep.slurm } },
        at: ["slurm", "qos", "fast", "maxHours"],
        message: ["24 hours in train: they are refused"],
      },
    ],
    passes: [
      { when: "as much as jobs get", change: qos({ fast: { maxHours: 24 } }) },
      {
        when: "the plugin gives jobs the time of their QOS",
        change: { slurm: { qos: { fast: { maxHours: 4 } }, submit: { timeLimit: "default" } } },
      },
      { when: "the plugin asks for a time", change: { slurm: { qos: { fast: { maxHours: 4 } }, submit: {} } } },
    ],
  },
  "slurm/qos-gpu-hours-below-job": {
    severity: "warning",
    trips: [
      {
        when: "less than a job on one GPU counts",
        change: qos({ fast: { gpuHours: 1 } }),
        at: ["slurm", "qos", "fast", "gpuHours"],
        message: ["1 GPU hours", "counts 24"],
        fix: ["gpuHours: 24 or more"],
      },
      {
        when: "less than its own longest job counts",
        change: qos({ fast: { gpuHours: 3, maxHours: 4 } }),
        at: ["slurm", "qos", "fast", "gpuHours"],
        message: ["counts 4"],
      },
      {
        when: "less than a node counts, where jobs have whole nodes",
        change: slurm({ fast: { gpuHours: 24 } }, { nodeSharing: "none" }),
        at: ["slurm", "qos", "fast", "gpuHours"],
        message: ["the 8 GPUs of a node", "counts 192 in train"],
        fix: ["gpuHours: 192 or more"],
      },
    ],
    passes: [
      { when: "as much as that", change: qos({ fast: { gpuHours: 24 } }) },
      { when: "each job must say its time", change: { slurm: { qos: { fast: { gpuHours: 1 } }, submit: {} } } },
      { when: "its jobs are shorter", change: qos({ fast: { gpuHours: 4, maxHours: 4 } }) },
      {
        when: "it is for CPU nodes",
        change: { slurm: { ...prep.slurm, qos: { fast: { gpuHours: 1, partitions: ["prep"] } }, submit: {} } },
      },
    ],
  },
  "slurm/qos-below-node": {
    severity: "warning",
    trips: [
      {
        when: "a job may have less than each has",
        change: slurm({ fast: { gpusPerJob: 4 } }, { nodeSharing: "none" }),
        at: ["slurm", "qos", "fast", "gpusPerJob"],
        message: ["gpusPerJob of fast is 4", "the 8 GPUs of a node"],
        fix: ["gpusPerJob: 8 or more"],
      },
      {
        when: "all of its jobs may have less than one has",
        change: slurm({ fast: { gpus: 7 } }, { nodeSharing: "none" }),
        at: ["slurm", "qos", "fast", "gpus"],
        message: ["gpus of fast is 7"],
      },
    ],
    passes: [
      { when: "jobs share nodes", change: slurm({ fast: { gpusPerJob: 4 } }) },
      { when: "a whole node", change: slurm({ fast: { gpusPerJob: 8 } }, { nodeSharing: "none" }) },
      { when: "no GPUs at all", change: slurm({ fast: { gpus: 0 } }, { nodeSharing: "none" }) },
    ],
  },
  "slurm/qos-jobs-above-submitted": {
    severity: "warning",
    trips: [
      {
        when: "more may run than be there",
        change: qos({ fast: { jobsPerUser: 10, submittedPerUser: 5 } }),
        at: ["slurm", "qos", "fast", "jobsPerUser"],
        message: ["10 jobs", "5 may be there"],
        fix: ["jobsPerUser: 5 or less"],
      },
    ],
    passes: [
      { when: "fewer", change: qos({ fast: { jobsPerUser: 5, submittedPerUser: 10 } }) },
      { when: "one of them alone", change: qos({ fast: { jobsPerUser: 5 } }) },
    ],
  },
});
