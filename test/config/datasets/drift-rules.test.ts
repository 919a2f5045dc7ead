import { DRIFT_RULES } from "../../../config/datasets/drift-rules";
import { ruleCases } from "../../helpers/rule-cases";

const of = (format: string) => ({
  datasets: { events: { place: { kind: "bucket", name: "lab", prefix: "events/" }, format, drift: {} } },
});

ruleCases(DRIFT_RULES, {
  "datasets/drift-format": {
    severity: "error",
    trips: [{ change: of("tfrecord"), at: ["datasets", "events", "drift"], fix: ["Parquet"] }],
    passes: [{ change: of("parquet") }],
  },
});
