import { MONITORING_STORAGE_RULES } from "../../../config/monitoring/storage-rules";
import { ruleCases } from "../../helpers/rule-cases";

const kept = (monitoring: object) => ({ monitoring });

ruleCases(MONITORING_STORAGE_RULES, {
  "monitoring/volume-too-small": {
    severity: "warning",
    trips: [
      {
        when: "a year on the smallest volume",
        change: kept({ retentionDays: 365, storageGiB: 10 }),
        at: ["monitoring", "storageGiB"],
        message: ["10 GiB keep 8 GiB", "365 days"],
        fix: ["storageGiB: 46 or retentionDays: 75"],
      },
    ],
    passes: [
      { when: "the size that it told", change: kept({ retentionDays: 365, storageGiB: 46 }) },
      { when: "the days that it told", change: kept({ retentionDays: 75, storageGiB: 10 }) },
      { when: "no Prometheus", change: kept({ enabled: false, retentionDays: 365, storageGiB: 10 }) },
    ],
  },
});
