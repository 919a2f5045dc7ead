import { BURST_QOS_PREFIX, TEAM_QOS_PREFIX } from "../facts/slurm-qos";
import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { GRAFANA_RULES } from "./grafana-rules";
import { NCCL_INSPECTOR_RULES } from "./nccl-rules";
import { GRAFANA_STORE_RULES } from "./grafana-store-rules";
import { REMOTE_WRITE_RULES } from "./remote-write-rules";
import { ROUTE_ALERT_RULES } from "./route-alert-rules";
import { ROUTE_RULES } from "./route-rules";
import { slosSchema } from "./slo-schema";
import { MONITORING_STORAGE_RULES } from "./storage-rules";
import { TOPIC_RULES } from "./topic-rules";

const telemetryUnread: Rule = {
  id: "monitoring/telemetry-unread",
  title: "Somebody reads the telemetry of the GPUs.",
  severity: "warning",
  why: "The exporter runs on every node, but nothing stores what it says or sounds an alarm: a lost GPU is found by the job that dies.",
  source: "https://docs.nvidia.com/datacenter/dcgm/latest/gpu-telemetry/dcgm-exporter.html",
  *check({ env: { monitoring, gpu, nodeGroups } }) {
    if (monitoring.enabled || !gpu.operator || gpu.dcgm === "off" || !nodeGroups.some((g) => g.gpus)) return;
    yield {
      path: ["monitoring", "enabled"],
      message: `monitoring is off, but gpu.dcgm is "${gpu.dcgm}": nothing that Railyard installs reads it`,
      fix: 'write enabled: true, or gpu: { dcgm: "off" }; ignore this rule if a Prometheus of your own reads it',
    };
  },
};

const PROMISED = slosSchema.parse({});

const startOfNobody: Rule = {
  id: "monitoring/slo-qos",
  title: "How soon jobs start is promised of QOS that exist.",
  severity: "error",
  why: "No job has a QOS that is not there: the promise would be kept for ever, and say nothing.",
  source: "https://slurm.schedmd.com/qos.html",
  *check({ env: { monitoring, slurm } }) {
    const names = slurm?.qos.map(({ name }) => name) ?? [];
    for (const name of Object.keys(monitoring.slos.jobStart)) {
      if (names.includes(name)) continue;
      const ofTeam = [TEAM_QOS_PREFIX, BURST_QOS_PREFIX].some((start) => name.startsWith(start));
      yield {
        path: ["monitoring", "slos", "jobStart", name],
        message: slurm
          ? ofTeam
            ? `${name} would be the QOS of one team, and promises are of QOS that all may have: ${orList(names)}`
            : `there is no QOS ${JSON.stringify(name)}; there are ${orList(names)}`
          : "there is no slurm, so no job has a QOS",
        fix: slurm
          ? ofTeam
            ? "write standard, which stands for the everyday jobs of all teams"
            : (didYouMean(name, names) ?? "name one of them")
          : "take it out",
      };
    }
  },
};

const slosWithoutMonitoring: Rule = {
  id: "monitoring/slos-without-monitoring",
  title: "What is promised is measured.",
  severity: "warning",
  why: "Without monitoring nobody counts what of a promise is kept: no alert and no dashboard follows these targets.",
  source: "https://sre.google/workbook/alerting-on-slos/",
  *check({ env: { monitoring } }) {
    if (monitoring.enabled) return;
    const { jobStart, ...shares } = monitoring.slos;
    for (const name of Object.keys(jobStart))
      yield {
        path: ["monitoring", "slos", "jobStart", name],
        message: `monitoring is off, so nobody measures how soon jobs of ${name} start`,
        fix: "write enabled: true, or take it out",
      };
    for (const [name, target] of Object.entries(shares)) {
      if (target === "off" || target === PROMISED[name as keyof typeof PROMISED]) continue;
      yield {
        path: ["monitoring", "slos", name],
        message: `monitoring is off, so nobody measures whether ${target} % are kept`,
        fix: "write enabled: true, or take it out",
      };
    }
  },
};

export const MONITORING_RULES: readonly Rule[] = [
  telemetryUnread,
  startOfNobody,
  slosWithoutMonitoring,
  ...MONITORING_STORAGE_RULES,
  ...ROUTE_RULES,
  ...ROUTE_ALERT_RULES,
  ...TOPIC_RULES,
  ...REMOTE_WRITE_RULES,
  ...GRAFANA_RULES,
  ...NCCL_INSPECTOR_RULES,
  ...GRAFANA_STORE_RULES,
];
