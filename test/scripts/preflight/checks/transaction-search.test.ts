import { TRANSACTION_SEARCH } from "../../../../scripts/preflight/checks/transaction-search";
import { checked } from "../../../helpers/preflight-check";

const xray = { traces: { to: { kind: "xray" } } };
const verdicts = async (answer: object) =>
  (await checked(TRANSACTION_SEARCH, { "XRay.GetTraceSegmentDestination": answer }, xray)).map(
    ({ verdict }) => verdict,
  );

test("X-Ray takes OpenTelemetry where the account keeps spans in CloudWatch", async () => {
  expect(await verdicts({ Destination: "CloudWatchLogs", Status: "ACTIVE" })).toEqual(["ok"]);
  expect(await verdicts({ Destination: "CloudWatchLogs", Status: "PENDING" })).toEqual(["warning"]);
  expect(await verdicts({ Destination: "XRay", Status: "ACTIVE" })).toEqual(["failed"]);
});

test("an answer that nobody knows is no yes", async () => {
  expect(await verdicts({ Destination: "Elsewhere", Status: "ACTIVE" })).toEqual(["unknown"]);
  expect(await verdicts({ Destination: "CloudWatchLogs", Status: "FAILED" })).toEqual(["unknown"]);
  expect(await verdicts({})).toEqual(["unknown"]);
});

test("nobody is asked where traces go elsewhere", async () => {
  expect(await checked(TRANSACTION_SEARCH, {})).toEqual([]);
  const otlp = { traces: { to: { kind: "otlp", url: "https://tempo.example.com" } } };
  expect(await checked(TRANSACTION_SEARCH, {}, otlp)).toEqual([]);
});
