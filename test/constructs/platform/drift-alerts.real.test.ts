import { driftAlerts } from "../../../constructs/platform/drift-alerts";
import { describeAlerts } from "../../helpers/alert-cases";

const of = (metric: string, dataset = "events", instance = "a"): string =>
  `railyard_drift_${metric}{dataset="${dataset}",instance="${instance}"}`;
const LAST = "last_check_timestamp_seconds";
const alerts = driftAlerts([
  { dataset: "events", everyHours: 24 },
  { dataset: "faces", everyHours: 24 },
  { dataset: "clicks", everyHours: 1 },
]);
// what others are checked in their time
const others = { [of(LAST, "faces")]: "0+60x3000", [of(LAST, "clicks")]: "0+60x3000" };

describeAlerts(alerts, {
  DatasetDrifted: {
    fires: {
      [of("drifted")]: "0x9 1x50",
      [of("columns_drifting")]: "0x9 2x50",
      // of another one that does not drift
      [of("drifted", "faces")]: "0x60",
      [of("columns_drifting", "faces")]: "0x60",
    },
    before: "12m",
    after: "20m",
    labels: { dataset: "events" },
    value: "2",
    // columns that drift below what all of a dataset takes, and one whose form changed for a moment
    silent: { [of("drifted")]: "0x60", [of("columns_drifting")]: "2x60", [of("drifted", "faces")]: "0x9 1x2 0x50" },
  },
  DatasetDriftUnchecked: {
    // the last one was at the beginning: 24 hours, and 6 of waiting
    fires: { ...others, [of(LAST)]: "0x3000" },
    before: "30h30m",
    after: "31h30m",
    labels: { dataset: "events" },
    value: "111600",
    silent: { ...others, [of(LAST)]: "0x1400 84000x1600" },
  },
});

describe("a check that was never made", () => {
  describeAlerts(alerts, {
    DatasetDrifted: {
      // a column is gone: none of those that are there drifts
      fires: { [of("drifted")]: "1x60", [of("columns_drifting")]: "0x60" },
      before: "2m",
      after: "10m",
      labels: { dataset: "events" },
      value: "0",
      silent: {},
    },
    DatasetDriftUnchecked: {
      fires: { ...others },
      before: "30m",
      after: "2h",
      labels: { dataset: "events" },
      value: "1",
      // the pod that tells of it starts anew
      silent: { ...others, [of(LAST)]: "0x9 _x40 3000x3000" },
    },
  });
});
