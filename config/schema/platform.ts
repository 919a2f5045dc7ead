import { z } from "zod";
import { CHARTS } from "../facts/versions";
import { key } from "./key";

const chartNames = Object.keys(CHARTS) as [keyof typeof CHARTS, ...(keyof typeof CHARTS)[]];

/** What runs in the cluster beside Slurm. */
export const platformSchema = z.strictObject({
  helmValues: key(z.partialRecord(z.enum(chartNames), z.record(z.string(), z.unknown())).default({}), {
    description: "Escape hatch: values merged last into a chart's own. Shown in reviews. Never put a secret in them.",
    example: { "gpu-operator": { validator: { plugin: { env: [{ name: "WITH_WORKLOAD", value: "false" }] } } } },
    update: "rolling",
  }),
  loadBalancerController: key(z.boolean().default(true), {
    description: "Install the AWS Load Balancer Controller; load balancers for Slurm login need it.",
    update: "in-place",
  }),
});

/** Metrics and alerts. */
export const monitoringSchema = z.strictObject({
  enabled: key(z.boolean().default(true), {
    description: "Install Prometheus, Alertmanager and Grafana.",
    update: "in-place",
  }),
  retentionDays: key(z.int().min(1).max(365).default(15), {
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
