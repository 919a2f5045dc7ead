import { tracesSection, tracesSheet } from "../../../../scripts/commands/describe/traces-section";
import { sample } from "../../../helpers/environment";

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

test("a price that nobody knows is told as unknown", () => {
  expect(rows({ to: { kind: "xray" } })["price"]).toContain("unknown");
  expect(rows({ to: { kind: "otlp", url: "https://tempo.example.com" } })["price"]).toContain("unknown");
});

test("nothing is told where nobody keeps traces", () => expect(tracesSection(tracesSheet(sample().env))).toEqual([]));
