import type { ResolvedAlerting, ResolvedRoute } from "../../config/monitoring/resolve";
import type { PlannedAbsence } from "../../config/monitoring/planned-absence";
import type { HelmValues } from "../core/helm-values";
import { COST_LABEL } from "../platform/cost-rules";
import { INHIBITIONS } from "./inhibition";
import { muted, others, timeInterval } from "./mutes";
import { receiverValues } from "./receivers";

export interface AlarmTopicRef {
  readonly topicArn: string;
  /** Region of the topic. */
  readonly region: string;
  /** Name of the environment, up to 20 characters: one topic may hear of several. */
  readonly environment: string;
}

export interface Routing extends Pick<ResolvedAlerting, "receivers" | "routes"> {
  /** Name of the environment: one receiver may hear of several. */
  readonly environment: string;
  /** Topic of alarms, which hears of everything. Null, undefined: there is none. */
  readonly topic?: AlarmTopicRef | null | undefined;
  /** Nodes that go as planned. @default - none do */
  readonly absences?: readonly PlannedAbsence[];
}

const RECEIVER = "railyard-alarms";

/**
 * SNS refuses a subject of 100 characters and more, and the alert with it; Alertmanager's own has the values of all labels.
 * Names of groups have up to 20 characters, those of teams up to 30.
 * @see https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 */
const subject = (environment: string): string =>
  `${environment}: {{ .GroupLabels.SortedPairs.Values | join " " }} ({{ .Status }})`;

/** What nobody is told of, unless a route asks for it: the one that always sounds, the one that only keeps others down, and information. */
const SILENT: readonly HelmValues[] = [
  { receiver: "null", matchers: ['alertname =~ "Watchdog|InfoInhibitor"'] },
  { receiver: "null", matchers: ['severity = "info"'] },
];

/**
 * What Alertmanager does with alerts. Each route that fits tells its receivers, and the topic of alarms hears of everything
 * beside them. Lists of ours replace those of the chart, its rules of inhibition stay.
 * @see https://prometheus.io/docs/alerting/latest/configuration/#route
 */
export function alertmanagerConfig({ environment, receivers, routes, topic, absences = [] }: Routing): HelmValues {
  if (!topic && routes.length === 0) return { inhibit_rules: INHIBITIONS };
  return {
    route: {
      receiver: topic ? RECEIVER : "null",
      // one message for all that a broken switch or file system sets off; of an alert's labels the subject has its name alone
      group_by: ["alertname"],
      group_wait: "1m",
      group_interval: "15m",
      repeat_interval: "12h",
      routes: [
        ...routes.flatMap(routeValues).flatMap((route) => [...muted(route, absences), others(route, absences)]),
        ...SILENT,
        ...(topic ? [costRoute()] : []),
        ...(topic ? muted({ receiver: RECEIVER }, absences) : []),
        // a route that fits keeps alerts from the one at the root
        ...(topic && routes.length > 0 ? [{ receiver: RECEIVER }] : []),
      ],
    },
    receivers: [
      { name: "null" },
      ...(topic ? [topicReceiver(topic)] : []),
      ...Object.entries(receivers).map(([name, receiver]) => receiverValues(name, receiver, environment)),
    ],
    inhibit_rules: INHIBITIONS,
    ...(absences.length > 0 && { time_intervals: absences.map(timeInterval) }),
  };
}

/** Alerts about money come one for each group and team. */
function costRoute(): HelmValues {
  return {
    receiver: RECEIVER,
    matchers: Object.entries(COST_LABEL).map(([label, value]) => `${label} = "${value}"`),
    group_by: ["alertname", "node_group", "team"],
    group_wait: "2m",
    group_interval: "30m",
    repeat_interval: "12h",
  };
}

const topicReceiver = ({ topicArn, region, environment }: AlarmTopicRef): HelmValues => ({
  name: RECEIVER,
  sns_configs: [
    {
      // without keys the AWS SDK finds those of Pod Identity
      sigv4: { region },
      topic_arn: topicArn,
      subject: subject(environment),
      send_resolved: true,
    },
  ],
});

const oneOf = (label: string, values: readonly string[]): string => `${label} =~ "${values.join("|")}"`;

/** Where an alert has its team: in a label, or in the namespace of its pod, which the exporter of GPUs calls `exported_namespace`. */
const ofTeams = (teams: readonly string[]): string[][] => [
  [oneOf("team", teams)],
  ['team = ""', oneOf("namespace", teams)],
  ['team = ""', `namespace !~ "${teams.join("|")}"`, oneOf("exported_namespace", teams)],
];

/** A route for each receiver, and for each place of its teams; the next ones are looked at, too. */
function routeValues({ to, severities, teams, alerts, groupBy, repeatHours }: ResolvedRoute): HelmValues[] {
  const matchers = [oneOf("severity", severities), ...(alerts ? [oneOf("alertname", alerts)] : [])];
  const places = teams ? ofTeams(teams) : [[]];
  return to.flatMap((receiver) =>
    places.map((place) => ({
      receiver,
      matchers: [...matchers, ...place],
      group_by: [...groupBy],
      repeat_interval: `${Math.round(repeatHours * 60)}m`,
      continue: true,
    })),
  );
}
