import type { Receiver } from "../../../config/monitoring/receiver-schema";
import type { ResolvedRoute } from "../../../config/monitoring/resolve";
import { INHIBITIONS } from "../../../constructs/alerts/inhibition";
import { alertmanagerConfig, type Routing } from "../../../constructs/alerts/routing";
import { COST_LABEL } from "../../../constructs/platform/cost-rules";
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
