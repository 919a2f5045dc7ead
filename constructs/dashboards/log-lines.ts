import { cloudWatchPage } from "../../config/facts/regions";
import type { LogSubject } from "../../config/logs/logs";
import type { LogGroups } from "../../config/monitoring/grafana-stores";
import type { DashboardLink, LogQuery, Row } from "./dashboard";

/** Logs of an environment, as dashboards see them. */
export interface LogsOnDashboard {
  /** Name of the environment: a Loki may have lines of several clusters. */
  readonly cluster: string;
  /** What is kept. */
  readonly subjects: readonly LogSubject[];
  /** What panels ask; null: they may ask nothing. */
  readonly asks: LogQuery["store"] | null;
  /** Groups of CloudWatch, into which links lead; null: logs are elsewhere. */
  readonly groups: LogGroups | null;
}

/** What a dashboard shows of a store outside of the cluster, and where it leads. */
export interface StoreView {
  readonly rows: readonly Row[];
  readonly links: readonly DashboardLink[];
}

interface Lines {
  readonly subject: LogSubject;
  readonly title: string;
  readonly description: string;
  /** Label of Loki that says who writes. */
  readonly service: string;
  /** Label by which lines are found, and the variable with its value. */
  readonly by: { readonly label: string; readonly variable: string };
  /** Stream in its group of CloudWatch; a variable as in a link. */
  readonly stream: string;
  /** What lines must have in them. */
  readonly with?: string;
}

const KERNEL = {
  subject: "nodes",
  service: "kernel",
  by: { label: "k8s_node_name", variable: "node" },
  stream: "${node}/kernel",
} as const;

/** Lines as `constructs/platform/logs` sends them. */
export const LINES = {
  job: {
    subject: "jobs",
    title: "What the job prints",
    description:
      "Lines of its files, the newest first, with the time at which they were read. A task of an array whose file bears the number of the array (%A_%a) is under that number, and not here.",
    service: "slurm-job",
    by: { label: "slurm_job_id", variable: "job" },
    stream: "${job}",
  },
  kernel: {
    ...KERNEL,
    title: "The kernel's log",
    description: "Of this node, the newest first: XIDs, links that go down, memory that ran out.",
  },
  xids: {
    ...KERNEL,
    title: "XIDs in the kernel's log of its node",
    description: "As the driver writes them, of all GPUs of the node: the PCI address says of which.",
    with: "Xid",
  },
} as const satisfies Readonly<Record<string, Lines>>;

/** Lines of one job, of one node or of the GPUs of one node; nothing where they are not kept, or nobody may ask for them. */
export function logLines(logs: LogsOnDashboard | null, of: keyof typeof LINES): StoreView {
  const lines: Lines = LINES[of];
  if (!logs?.subjects.includes(lines.subject)) return { rows: [], links: [] };
  const query = queryOf(logs, lines);
  return {
    rows: query
      ? [
          {
            title: "Logs",
            // CloudWatch asks for money for all that a question reads, at each refresh
            closed: query.store === "cloudwatch",
            panels: [{ kind: "logs", title: lines.title, description: lines.description, query }],
          },
        ]
      : [],
    links: logs.groups ? [consoleLink(logs.groups, lines)] : [],
  };
}

/** What a Loki is asked for lines of a job or a node. @param value its number or name, or the variable that has it */
export const lokiQuery = (of: Lines, cluster: string, value: string): string =>
  `{service_name="${of.service}", k8s_cluster_name="${cluster}"}${of.with === undefined ? "" : ` |= "${of.with}"`} | ${of.by.label}="${value}"`;

function queryOf({ asks, cluster, groups }: LogsOnDashboard, lines: Lines): LogQuery | null {
  const { by, stream, with: text } = lines;
  if (asks === "loki") return { store: "loki", expr: lokiQuery(lines, cluster, `$${by.variable}`) };
  const group = groups?.groups.find(({ subject }) => subject === lines.subject);
  if (asks !== "cloudwatch" || !groups || !group) return null;
  return {
    store: "cloudwatch",
    region: groups.region,
    group,
    expr: `fields @timestamp, @message | filter @logStream = "${stream}"${text === undefined ? "" : ` and @message like /${text}/`} | sort @timestamp desc`,
  };
}

/** The console writes a slash as `$252F`: it reads its address twice. */
const twice = (path: string): string => path.replaceAll("/", "$252F");

function consoleLink({ region, partition, groups }: LogGroups, { subject, stream }: Lines): DashboardLink {
  const name = groups.find((group) => group.subject === subject)?.name ?? "";
  return {
    title: "Logs in CloudWatch",
    tooltip: "Lines in the console of AWS, which asks who you are",
    url: cloudWatchPage({
      region,
      partition,
      page: `logsV2:log-groups/log-group/${twice(name)}/log-events/${twice(stream)}`,
    }),
  };
}
