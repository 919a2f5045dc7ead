import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const loki = (more: object = {}, rest: object = {}) => ({
  logs: { to: { kind: "loki", url: "https://loki.example.com", ...more }, ...rest },
});
const cloudwatch = (more: object = {}, rest: object = {}) => ({
  logs: { to: { kind: "cloudwatch", ...more }, ...rest },
});
const titles = (section: "stops" | "security", given: Reviewed): string[] =>
  findingsOf(section, given)
    .filter(({ address }) => address?.startsWith("sample-platform.config.logs"))
    .map(({ title }) => title);

test("whoever reads logs of the cluster from now on is told", () => {
  expect(titles("security", { before: {}, after: cloudwatch() })).toEqual(["Logs of pods and nodes go to CloudWatch."]);
  expect(titles("security", { before: {}, after: loki({}, { nodes: false }) })).toEqual([
    "Logs of pods go to Loki at https://loki.example.com.",
  ]);
  expect(titles("security", { before: cloudwatch({}, { nodes: false }), after: cloudwatch() })).toEqual([
    "Logs of nodes go to CloudWatch.",
  ]);
  expect(
    titles("security", {
      before: cloudwatch({}, { exceptNamespaces: ["vision", "text"] }),
      after: cloudwatch({}, { exceptNamespaces: ["text"] }),
    }),
  ).toEqual(["Logs of pods of vision go to CloudWatch."]);
  expect(titles("security", { before: loki(), after: loki({ tenant: "other" }) })).toHaveLength(1);
  expect(titles("security", { before: cloudwatch(), after: cloudwatch({ retentionDays: 90 }) })).toEqual([]);
  expect(titles("security", { before: cloudwatch(), after: {} })).toEqual([]);
});

test("logs that are not kept any more are told", () => {
  const gone = "CloudWatch gets no logs of the cluster any more.";
  expect(titles("stops", { before: cloudwatch(), after: {} })).toEqual([gone]);
  expect(titles("stops", { before: cloudwatch(), after: loki() })).toEqual([gone]);
  expect(titles("stops", { before: cloudwatch(), after: cloudwatch({}, { nodes: false }) })).toEqual([
    "Logs of nodes are not kept any more.",
  ]);
  expect(titles("stops", { before: cloudwatch(), after: cloudwatch({}, { exceptNamespaces: ["vision"] }) })).toEqual([
    "Logs of pods of vision are not kept any more.",
  ]);
  const login = { kind: "bearer", secretName: "log-store" };
  expect(titles("stops", { before: loki(), after: loki({ login }) })).toEqual([
    "Collectors write to Loki at https://loki.example.com as somebody else.",
  ]);
  expect(titles("stops", { before: cloudwatch(), after: cloudwatch() })).toEqual([]);
  expect(titles("stops", { before: {}, after: cloudwatch() })).toEqual([]);
});

test("files of jobs are told by their names", () => {
  const files = (...jobFiles: string[]) => cloudwatch({}, { jobFiles });
  const [homes, runs] = ["/fsx/homes/*/slurm-*.out", "/fsx/runs/*.log"] as const;
  expect(titles("security", { before: cloudwatch(), after: files(homes) })).toEqual(["Logs of jobs go to CloudWatch."]);
  expect(titles("security", { before: files(homes), after: files(homes, runs) })).toEqual([
    `Logs of jobs in ${runs} go to CloudWatch.`,
  ]);
  expect(titles("stops", { before: files(homes, runs), after: files(homes) })).toEqual([
    `Logs of jobs in ${runs} are not kept any more.`,
  ]);
  expect(titles("stops", { before: files(homes), after: cloudwatch() })).toEqual([
    "Logs of jobs are not kept any more.",
  ]);
});
