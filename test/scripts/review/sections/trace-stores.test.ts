import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const otlp = (more: object = {}, rest: object = {}) => ({
  traces: { to: { kind: "otlp", url: "https://tempo.example.com", ...more }, ...rest },
});
const xray = { traces: { to: { kind: "xray" } } };
const titles = (section: "stops" | "security", given: Reviewed): string[] =>
  findingsOf(section, given)
    .filter(({ address }) => address?.startsWith("sample-platform.config.traces"))
    .map(({ title }) => title);

test("whoever reads traces of the cluster from now on is told", () => {
  expect(titles("security", { before: {}, after: xray })).toEqual(["Traces of jobs and services go to AWS X-Ray."]);
  expect(titles("security", { before: xray, after: otlp() })).toEqual([
    "Traces of jobs and services go to the store at https://tempo.example.com.",
  ]);
  expect(titles("security", { before: otlp(), after: otlp({ tenant: "other" }) })).toHaveLength(1);
  expect(titles("security", { before: otlp(), after: otlp({}, { samplePercent: 10 }) })).toEqual([]);
  expect(titles("security", { before: xray, after: {} })).toEqual([]);
});

test("traces that are not kept any more are told", () => {
  const gone = "AWS X-Ray gets no traces of the cluster any more.";
  expect(titles("stops", { before: xray, after: {} })).toEqual([gone]);
  expect(titles("stops", { before: xray, after: otlp() })).toEqual([gone]);
  expect(titles("stops", { before: otlp(), after: otlp({}, { samplePercent: 10 }) })).toEqual([
    "10 of a hundred traces are kept, and not 100.",
  ]);
  const login = { kind: "bearer", secretName: "trace-store" };
  expect(titles("stops", { before: otlp(), after: otlp({ login }) })).toEqual([
    "Collectors of traces write to the store at https://tempo.example.com as somebody else.",
  ]);
  expect(titles("stops", { before: xray, after: xray })).toEqual([]);
  expect(titles("stops", { before: {}, after: xray })).toEqual([]);
});
