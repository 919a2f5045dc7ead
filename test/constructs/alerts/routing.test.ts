import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Receiver } from "../../../config/monitoring/receiver-schema";
import type { ResolvedRoute } from "../../../config/monitoring/resolve";
import { RUNBOOKS } from "../../../constructs/alerts/alert";
import { INHIBITIONS } from "../../../constructs/alerts/inhibition";
import { OF_FEWER_NODES, OF_NODES_AWAY } from "../../../constructs/alerts/mutes";
import { alertmanagerConfig, type Routing } from "../../../constructs/alerts/routing";
import { COST_LABEL } from "../../../constructs/platform/cost-rules";
import { ROOT } from "../../helpers/process";
import type { Json } from "../../helpers/synth";

const TOPIC = "arn:aws:sns:eu-west-1:111122223333:dev-alarms";
const config = (routing: Partial<Routing>): Json =>
  alertmanagerConfig({ environment: "dev", receivers: {}, routes: [], ...routing });

describe("the topic of alarms", () => {
  const { route, receivers } = config({ topic: { topicArn: TOPIC, region: "eu-west-1", environment: "dev" } });

  test("about money go to the topic, in its Region, without keys", () => {
    const cost = route.routes.find(({ receiver }: Json) => receiver !== "null");
    expect(cost.receiver).toBe(route.receiver);
    expect(cost.matchers).toEqual(Object.entries(COST_LABEL).map(([name, value]) => `${name} = "${value}"`));
    expect(receivers.find(({ name }: Json) => name === cost.receiver).sns_configs).toEqual([
      { topic_arn: TOPIC, sigv4: { region: "eu-west-1" }, send_resolved: true, subject: expect.any(String) },
    ]);
  });

  test("have a subject that SNS takes, and that tells the environment", () => {
    const cost = receivers.find(({ name }: Json) => name === "railyard-alarms").sns_configs[0];
    expect(cost.subject).toMatch(
      /^dev: \{\{ \.GroupLabels\.SortedPairs\.Values \| join " " \}\} \(\{\{ \.Status \}\}\)$/,
    );
    // the longest names of all, and the labels by which alerts are grouped
    const { group_by } = route.routes.find(({ receiver }: Json) => receiver === "railyard-alarms");
    expect(group_by).toEqual(["alertname", "node_group", "team"]);
    expect(`${"e".repeat(20)}: GpuIdleInPod ${"g".repeat(20)} ${"t".repeat(30)} (resolved)`.length).toBeLessThan(100);
  });

  test("about anything else go there, too, but for those that nobody need look at", () => {
    expect(route.receiver).toBe("railyard-alarms");
    expect(route.group_by).toEqual(["alertname"]);
    const silent = route.routes
      .filter(({ receiver }: Json) => receiver === "null")
      .map(({ matchers }: Json) => matchers);
    expect(silent).toEqual([['alertname =~ "Watchdog|InfoInhibitor"'], ['severity = "info"']]);
    expect(receivers.map(({ name }: Json) => name)).toEqual(["null", "railyard-alarms"]);
  });
});

const oncall: Receiver = {
  kind: "pagerduty",
  secretName: "alert-receivers",
  secretKeyName: "pagerduty-key",
  region: "us",
  resolved: true,
};
const ROUTE: ResolvedRoute = {
  to: ["oncall"],
  severities: ["critical"],
  teams: null,
  alerts: null,
  groupBy: ["alertname"],
  repeatHours: 12,
};
const routed = (route: Partial<ResolvedRoute>, more: Partial<Routing> = {}): Json =>
  config({ receivers: { oncall }, routes: [{ ...ROUTE, ...route }], ...more });
const own = ({ route }: Json): Json[] => route.routes.filter(({ receiver }: Json) => receiver === "oncall");

describe("routes", () => {
  test("let those that come after them hear, too", () => {
    expect(own(routed({ repeatHours: 0.5 }))).toEqual([
      {
        receiver: "oncall",
        matchers: ['severity =~ "critical"'],
        group_by: ["alertname"],
        repeat_interval: "30m",
        continue: true,
      },
    ]);
  });

  test("find a team by its label, by the namespace of its pods, and by that of pods whose GPUs are measured", () => {
    expect(
      own(routed({ teams: ["vision", "video"], alerts: ["GpuIdleInPod"] })).map(({ matchers }) => matchers),
    ).toEqual(
      [
        ['team =~ "vision|video"'],
        ['team = ""', 'namespace =~ "vision|video"'],
        ['team = ""', 'namespace !~ "vision|video"', 'exported_namespace =~ "vision|video"'],
      ].map((place) => ['severity =~ "critical"', 'alertname =~ "GpuIdleInPod"', ...place]),
    );
  });

  test("stand before what nobody is told of, so that they may ask for it", () => {
    const { route } = routed({ severities: ["info"] });
    expect(route.routes.map(({ receiver }: Json) => receiver)).toEqual(["oncall", "null", "null"]);
    expect(route.receiver).toBe("null");
  });

  test("take nothing from the topic of alarms", () => {
    const topic = { topicArn: TOPIC, region: "eu-west-1", environment: "dev" };
    const { route, receivers } = routed({}, { topic });
    expect(route.routes.at(-1)).toEqual({ receiver: "railyard-alarms" });
    expect(receivers.map(({ name }: Json) => name)).toEqual(["null", "railyard-alarms", "oncall"]);
  });

  test("and the topic are neither there: the chart's own stay, with what keeps others down", () => {
    expect(config({})).toEqual({ inhibit_rules: INHIBITIONS });
  });
});

describe("nodes that are away as planned", () => {
  const absences = [
    { name: "hours", what: "hours", allNodes: true, windows: [] },
    { name: "upgrade", what: "maintenance upgrade", allNodes: false, windows: [] },
  ];

  test("mute those alerts alone of each route, and of the topic", () => {
    const topic = { topicArn: TOPIC, region: "eu-west-1", environment: "dev" };
    const { route, time_intervals } = routed({}, { topic, absences });
    const mutes = route.routes.map(({ receiver, mute_time_intervals = null }: Json) => [receiver, mute_time_intervals]);
    expect(mutes).toEqual([
      ["oncall", ["hours"]],
      ["oncall", ["hours", "upgrade"]],
      ["oncall", null],
      ["null", null],
      ["null", null],
      ["railyard-alarms", null],
      ["railyard-alarms", ["hours"]],
      ["railyard-alarms", ["hours", "upgrade"]],
      ["railyard-alarms", null],
    ]);
    expect(time_intervals.map(({ name }: Json) => name)).toEqual(["hours", "upgrade"]);
  });

  test("are named by alerts that there are", () => {
    const chart = ["KubeNodeNotReady", "KubeNodeUnreachable", "KubeNodeReadinessFlapping", "KubeDaemonSetRolloutStuck"];
    const pages = readdirSync(join(ROOT, RUNBOOKS)).map((file) => file.replace(/\.md$/, ""));
    expect([...OF_NODES_AWAY, ...OF_FEWER_NODES].filter((name) => ![...chart, ...pages].includes(name))).toEqual([]);
  });
});
