import { z } from "zod";
import { key } from "../kernel/key";
import { grafanaSchema } from "./grafana-schema";
import { ncclInspectorSchema } from "./nccl-schema";
import { remoteWriteSchema } from "./remote-write-schema";
import { slosSchema } from "./slo-schema";
import { receiversSchema, routesSchema } from "./route-schema";

/** The largest volume of Prometheus, GiB. */
export const MAX_STORAGE_GIB = 16384;

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
  storageGiB: key(z.int().min(10).max(MAX_STORAGE_GIB).default(100), {
    description: "Volume of Prometheus.",
    unit: "GiB",
    update: "in-place",
  }),
  diskWear: key(z.boolean().default(false), {
    description:
      "Whether local NVMe disks are asked how worn they are, by nvme-cli of each host. A privileged container beside the node exporter asks: nothing with fewer rights may send a command to a disk. Disks of EBS are left out; whether instance stores of EC2 answer is unknown.",
    update: "in-place",
    source: "https://github.com/linux-nvme/nvme-cli/blob/v2.11/Documentation/nvme-smart-log.txt",
  }),
  ncclInspector: ncclInspectorSchema,
  slos: key(slosSchema.prefault({}), {
    description:
      "Service level objectives: what users of the cluster are promised. Alerts sound when what is left for failures is spent so fast that it will not last.",
    example: { nodeAvailability: 95 },
    update: "in-place",
    source: "https://sre.google/workbook/alerting-on-slos/",
  }),
  mutePlanned: key(z.boolean().default(true), {
    description:
      "Whether nobody is told of nodes that go as planned: around the hours of schedule, in maintenance of slurm.reservations, and at the end of Capacity Blocks. What still holds afterwards is told then.",
    update: "in-place",
    source: "https://prometheus.io/docs/alerting/latest/configuration/#time_interval-0",
  }),
  receivers: receiversSchema,
  routes: routesSchema,
  remoteWrite: remoteWriteSchema,
  grafana: key(grafanaSchema.prefault({}), {
    description: "Grafana, and who may log in there.",
    defaultNote: "the administrator, by kubectl port-forward",
    update: "in-place",
  }),
});
