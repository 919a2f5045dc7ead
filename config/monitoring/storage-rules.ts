import { PROMETHEUS_STORAGE } from "../facts/series";
import type { Rule } from "../kernel/rule";
import { metricsSize } from "./series";
import { MAX_STORAGE_GIB } from "./schema";

const volumeTooSmall: Rule = {
  id: "monitoring/volume-too-small",
  title: "The volume of Prometheus holds metrics for as long as config says.",
  severity: "warning",
  why: "Prometheus drops its oldest metrics before the volume is full: what happened in the first of the days cannot be looked up.",
  source: PROMETHEUS_STORAGE.source,
  *check({ env }) {
    const size = metricsSize(env);
    if (!size || size.gib.most <= size.keptGiB) return;
    const { retentionDays, storageGiB, gib, keptGiB, neededGiB, daysHeld } = size;
    const days = daysHeld > 0 ? `retentionDays: ${daysHeld}` : null;
    const room = neededGiB <= MAX_STORAGE_GIB ? `storageGiB: ${neededGiB}` : null;
    const choices = [room, days].filter((one) => one !== null).join(" or ");
    yield {
      path: ["monitoring", "storageGiB"],
      message: `${storageGiB} GiB keep ${keptGiB} GiB of metrics, and ${retentionDays} days of the ${size.series} series that were counted take ${gib.least.toFixed(1)} to ${gib.most.toFixed(1)} GiB at full size`,
      fix: `write ${choices || "fewer days"}; what was not counted comes on top: see docs/monitoring.md, also on how a volume that is there grows`,
    };
  },
};

export const MONITORING_STORAGE_RULES: readonly Rule[] = [volumeTooSmall];
