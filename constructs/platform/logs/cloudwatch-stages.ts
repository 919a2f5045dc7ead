import type { LogSubject } from "../../../config/logs/logs";
import type { CollectorPart } from "./collector-config";

/** Stream of a line: names of streams have no colon and no star, and neither have these. */
const STREAMS: Readonly<Record<LogSubject, string>> = {
  pods: '[resource.attributes["k8s.namespace.name"], resource.attributes["k8s.pod.name"], resource.attributes["k8s.container.name"]]',
  nodes: '[resource.attributes["k8s.node.name"], resource.attributes["unit"]]',
  jobs: '[resource.attributes["slurm.job.id"]]',
};

/**
 * A line that is JSON and names a group goes to that group: so the exporter takes metrics in logs. A pod could send its
 * lines elsewhere, and where it may not, hold up those of all others. Such a line is no JSON any more when a word stands before it.
 * Names are matched in any case, and may be escaped.
 * @see https://github.com/open-telemetry/opentelemetry-collector-contrib/blob/v0.158.0/exporter/awscloudwatchlogsexporter/exporter.go
 */
const NAMES_A_GROUP = String.raw`(?i)log_?group_?name|\\\\u`;

/** What CloudWatch needs to know of each line. */
export const cloudWatchStages = (subjects: readonly LogSubject[]): CollectorPart =>
  Object.fromEntries(
    subjects.map((subject) => [
      `transform/${subject}`,
      {
        error_mode: "ignore",
        log_statements: [
          `set(resource.attributes["service.instance.id"], Concat(${STREAMS[subject]}, "/"))`,
          `set(log.body, Concat(["log:", log.body], " ")) where IsString(log.body) and IsMatch(log.body, "${NAMES_A_GROUP}")`,
        ],
      },
    ]),
  );
