import { cloudWatchPage, type Partition } from "../../config/facts/regions";
import type { StoreView } from "./log-lines";

/** Traces of an environment, as the dashboard of a job sees them. */
export interface TracesOnDashboard {
  /** Name of the environment: a store may have traces of several clusters. */
  readonly cluster: string;
  /** Whether panels may ask a Tempo. */
  readonly asks: boolean;
  /** Where X-Ray has the spans, into which a link leads; null: they are elsewhere. */
  readonly xray: { readonly region: string; readonly partition: Partition } | null;
}

/** Attribute of `railyard_telemetry.py` with the number of the job, and that of collectors with the environment. */
const ATTRIBUTES = { job: "railyard.hpc_job", cluster: "k8s.cluster.name" } as const;

/** Traces of one job; nothing where nobody keeps them, or nobody may ask for them. */
export function jobTraces(traces: TracesOnDashboard | null): StoreView {
  if (!traces) return { rows: [], links: [] };
  const { cluster, asks, xray } = traces;
  const { job, cluster: name } = ATTRIBUTES;
  return {
    rows: asks
      ? [
          {
            title: "Traces",
            panels: [
              {
                kind: "traces",
                title: "Steps that were traced",
                description:
                  "Those that the job sends by railyard_telemetry, the newest first. Editors open one by its number.",
                query: `{resource.${job}="$job" && resource.${name}="${cluster}"}`,
              },
            ],
          },
        ]
      : [],
    links: xray
      ? [
          {
            title: "Spans in CloudWatch",
            tooltip:
              "A query in the console of AWS, which asks who you are: CloudWatch asks for money for what it reads, once you run it",
            url: cloudWatchPage({ ...xray, page: spansPage(cluster) }),
          },
        ]
      : [],
  };
}

/** Hours before now in which spans are looked for: somebody who wants others says so in the console. */
const HOURS = 24;

/**
 * Transaction Search keeps spans as lines of the group aws/spans.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Transaction-Search-ingesting-span-log-groups.html
 */
function spansPage(cluster: string): string {
  const of = (attribute: string): string => `\`resource.attributes.${attribute}\``;
  const query = [
    "fields @timestamp, name, durationNano / 1000000 as ms, `attributes.railyard.step` as step, traceId",
    `filter ${of(ATTRIBUTES.cluster)} = "${cluster}" and ${of(ATTRIBUTES.job)} = "JOB"`,
    "sort @timestamp desc",
    "limit 1000",
  ].join(" | ");
  const detail = `~(end~0~start~-${HOURS * 3600}~timeType~'RELATIVE~unit~'seconds~editorString~'${starred(query)}~source~(~'${starred("aws/spans")}))`;
  // in its place Grafana's variable, which must not be written with stars
  return `logsV2:logs-insights$3FqueryDetail$3D${detail.replace("JOB", "${job}")}`;
}

/** As the console writes texts: a star and two digits for whatever is no letter and no digit. */
const starred = (text: string): string =>
  text.replace(/[^\w.-]/g, (sign) => `*${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
