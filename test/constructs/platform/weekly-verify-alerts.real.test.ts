import { weeklyVerifyAlerts } from "../../../constructs/platform/weekly-verify-alerts";
import { describeAlerts } from "../../helpers/alert-cases";

const series = (name: string, cronjob = "weekly", namespace = "railyard-verify"): string =>
  `${name}{namespace="${namespace}",cronjob="${cronjob}",instance="a"}`;
const passed = "kube_cronjob_status_last_successful_time";
const created = "kube_cronjob_created";

// runs of 6 hours: 175 hours after the last one that passed, which are 10,500 minutes
describeAlerts(weeklyVerifyAlerts(6), {
  WeeklyVerifyNotPassed: {
    fires: { [series(created)]: "0x10600", [series(passed)]: "3600x10600" },
    before: "10570m",
    after: "10580m",
    labels: { cronjob: "weekly" },
    value: "7d 7h 20m 0s",
    silent: {
      // it passed a week later; one of others did not
      [series(created)]: "0x10600",
      [series(passed)]: "3600x10000 604800x600",
      [series(passed, "nightly")]: "0x10600",
      [series(passed, "weekly", "team")]: "0x10600",
    },
  },
});

describe("a CronJob of which no run has passed yet", () => {
  describeAlerts(weeklyVerifyAlerts(6), {
    WeeklyVerifyNotPassed: {
      fires: { [series(created)]: "0x10600" },
      before: "10510m",
      after: "10520m",
      labels: { cronjob: "weekly" },
      value: "7d 7h 20m 0s",
      silent: { [series(created)]: "36000x10600" },
    },
  });
});
