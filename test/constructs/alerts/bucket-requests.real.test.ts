import { bucketRequestAlerts } from "../../../constructs/alerts/bucket-requests";
import { describeAlerts } from "../../helpers/alert-cases";

const of = (metric: string): string => `aws_s3_${metric}_sum{name="lab",dimension_FilterId="EntireBucket"}`;
const requests = (failed: string, all: string = "1000x30") => ({
  [of("5xx_errors")]: failed,
  [of("all_requests")]: all,
});
/** What CloudWatch has nothing of: nobody asks anything of the bucket. */
const NOTHING = Array.from({ length: 31 }, () => "NaN").join(" ");

describeAlerts(bucketRequestAlerts(), {
  CheckpointBucketErrors: {
    fires: requests("20x30"),
    before: "14m",
    after: "16m",
    labels: { name: "lab" },
    value: "2%",
    // a few, and none where there are no requests
    silent: {
      ...requests("9x30"),
      [of("5xx_errors").replace("lab", "idle")]: NOTHING,
      [of("all_requests").replace("lab", "idle")]: NOTHING,
    },
  },
});
