import { all, type Exporter, TARGET } from "./metrics";

/** What checks of drift tell, which a pod takes over. */
export const DRIFT_EXPORTER: Exporter = {
  version: "constructs/training/files/railyard_drift.py",
  source: "docs/datasets.md",
  labels: [...TARGET, "dataset"],
  metrics: all(
    [],
    [
      "railyard_drift_drifted",
      "railyard_drift_columns",
      "railyard_drift_columns_drifting",
      "railyard_drift_rows",
      "railyard_drift_psi_max",
      "railyard_drift_ks_max",
      "railyard_drift_last_check_timestamp_seconds",
    ],
  ),
};
