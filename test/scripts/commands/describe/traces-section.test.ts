import { tracesSection, tracesSheet } from "../../../../scripts/commands/describe/traces-section";
import { logsSection, logsSheet } from "../../../../scripts/commands/describe/logs-section";
import { sample, type Change } from "../../../helpers/environment";

const rows = (traces: object): Record<string, string> =>
  Object.fromEntries(
    tracesSection(tracesSheet(sample({ traces }).env)).flatMap((section) => section.rows as string[][]),
  );

test("who keeps traces, how many, and where programs send them", () => {
  expect(rows({ to: { kind: "xray" } })).toMatchObject({
    "kept in": "AWS X-Ray",
    "of a hundred": "all",
    "sent to": "http://railyard-traces.kube-system.svc:4318/v1/traces",
  });
  expect(rows({ to: { kind: "otlp", url: "https://tempo.example.com" }, samplePercent: 2.5 })).toMatchObject({
    "kept in": "the store at https://tempo.example.com",
    "of a hundred": "2.50",
  });
});

test("how Grafana shows logs and traces is told, and nothing where it does not", () => {
  const lineOf = (change: Change): (string | undefined)[] => {
    const { env } = sample(change);
    return [logsSection(logsSheet(env)), tracesSection(tracesSheet(env))].map(
      (sections) => sections.flatMap(({ rows: all }) => all as string[][]).find(([name]) => name === "in Grafana")?.[1],
    );
  };
  const aws: Change = { logs: { to: { kind: "cloudwatch" } }, traces: { to: { kind: "xray" } } };
  const console = "dashboards lead into the console of AWS";
  const shown = "shown on dashboards, to whoever logs in there";
  expect(lineOf(aws)).toEqual([console, console]);
  expect(lineOf({ ...aws, monitoring: { enabled: false } })).toEqual([undefined, undefined]);
  expect(lineOf({ ...aws, monitoring: { grafana: { logs: { kind: "cloudwatch" } } } })).toEqual([shown, console]);
  const own: Change = {
    logs: { to: { kind: "loki", url: "https://loki.example.com" } },
    traces: { to: { kind: "otlp", url: "https://tempo.example.com" } },
  };
  expect(lineOf(own)).toEqual([undefined, undefined]);
  const tempo = { kind: "tempo", url: "https://tempo.example.com" };
  expect(lineOf({ ...own, monitoring: { grafana: { traces: tempo } } })).toEqual([undefined, shown]);
});

test("a price that nobody knows is told as unknown", () => {
  expect(rows({ to: { kind: "xray" } })["price"]).toContain("unknown");
  expect(rows({ to: { kind: "otlp", url: "https://tempo.example.com" } })["price"]).toContain("unknown");
});

test("nothing is told where nobody keeps traces", () => expect(tracesSection(tracesSheet(sample().env))).toEqual([]));
