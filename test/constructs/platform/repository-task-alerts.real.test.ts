import { repositoryTaskAlerts } from "../../../constructs/platform/repository-task-alerts";
import { describeAlerts } from "../../helpers/alert-cases";

const of = (name: string, cronjob = "repository-release"): string =>
  `kube_cronjob_${name}{namespace="slurm",cronjob="${cronjob}",instance="a"}`;
const alerts = repositoryTaskAlerts("slurm", [
  { cronJob: "repository-release", cron: "0 4 * * *" },
  { cronJob: "repository-export", cron: null },
]);

describeAlerts(alerts, {
  RepositoryTaskFails: {
    // due at the tenth minute, at work for ten, and not done
    fires: {
      [of("created")]: "0x60",
      [of("status_last_successful_time")]: "0x60",
      [of("status_last_schedule_time")]: "0x9 600x50",
      [of("status_active")]: "0x9 1x9 0x40",
    },
    before: "30m",
    after: "40m",
    labels: { cronjob: "repository-release" },
    value: "600",
    silent: {
      // one that was done, one that is at work for long, one that is none of these
      [of("created")]: "0x60",
      [of("status_last_successful_time")]: "0x19 1200x40",
      [of("status_last_schedule_time")]: "0x9 600x50",
      [of("status_active")]: "0x9 1x9 0x40",
      [of("created", "repository-export")]: "0x60",
      [of("status_last_schedule_time", "repository-export")]: "600x60",
      [of("status_active", "repository-export")]: "1x60",
      [of("created", "checkpoint-pruner")]: "0x60",
      [of("status_last_schedule_time", "checkpoint-pruner")]: "600x60",
    },
  },
});

describe("one that has never been done", () => {
  describeAlerts(alerts, {
    RepositoryTaskFails: {
      fires: { [of("created")]: "60x60", [of("status_last_schedule_time")]: "600x60", [of("status_active")]: "0x60" },
      before: "10m",
      after: "20m",
      labels: { cronjob: "repository-release" },
      value: "600",
      // on demand alone: it was never due
      silent: { [of("created")]: "60x60", [of("status_active")]: "0x60" },
    },
  });
});

describe("one of which no run is made any more", () => {
  describeAlerts(repositoryTaskAlerts("slurm", [{ cronJob: "repository-release", cron: "0 4 * * 0,3" }]), {
    RepositoryTaskFails: {
      // from Wednesday to Sunday are four days, and a run may take fourteen hours
      fires: {
        [of("created")]: "0x7000",
        [of("status_last_schedule_time")]: "600x7000",
        [of("status_last_successful_time")]: "1200x7000",
        [of("status_active")]: "0x7000",
      },
      before: "6619m",
      after: "6640m",
      labels: { cronjob: "repository-release" },
      value: "397200",
      silent: {
        [of("created")]: "0x7000",
        [of("status_last_schedule_time")]: "600x7000",
        [of("status_last_successful_time")]: "1200x7000",
        [of("status_active")]: "1x7000",
      },
    },
  });
});
