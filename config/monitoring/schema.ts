import { z } from "zod";
import { key } from "../kernel/key";

/** Metrics and alerts. */
export const monitoringSchema = z.strictObject({
  enabled: key(z.boolean().default(true), {
    description: "Install Prometheus, Alertmanager and Grafana.",
    update: "in-place",
  }),
  retentionDays: key(z.int().min(1).max(3650).default(15), {
    description: "Days to keep metrics in Prometheus.",
    unit: "days",
    update: "in-place",
  }),
  storageGiB: key(z.int().min(10).max(16384).default(100), {
    description: "Volume of Prometheus.",
    unit: "GiB",
    update: "in-place",
  }),
});
