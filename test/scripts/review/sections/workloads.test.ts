import type { Change } from "../../../helpers/environment";
import { findingsOf } from "../../../helpers/reviewed";

const pretrain = (more: Change = {}): Change => ({ workloads: { pretrain: { params: "70B", tokens: "1T", ...more } } });
const findings = (before: Change, after: Change) =>
  findingsOf("capacity", { before, after })
    .filter(({ title }) => title.startsWith("Workload "))
    .map(({ severity, title, details }) => ({ severity, title, details }));

test("fewer nodes take longer, and a faster file system holds less up", () => {
  const [fewer, ...others] = findings(pretrain(), { ...pretrain(), nodeGroups: { h100: { nodes: 2 } } });
  expect(others).toEqual([]);
  expect(fewer).toMatchObject({
    severity: "info",
    title: "Workload pretrain takes another time or money, by estimate.",
  });
  const days = /^time: ([\d.,]+) .* → ([\d.,]+) /
    .exec(fewer!.details[0]!)!
    .slice(1)
    .map((text) => Number(text.replace(",", "")));
  expect(days[1]! / days[0]!).toBeGreaterThan(1.8);
  const faster = findings(pretrain(), { ...pretrain(), lustre: { throughput: 1000 } });
  expect(faster[0]!.details).toContainEqual("a checkpoint holds it up: 104.5 s → 26.1 s");
});

test("a training that no longer fits is a warning that says why", () => {
  const [gone] = findings(pretrain(), { ...pretrain(), nodeGroups: { h100: { nodes: 1 } } });
  expect(gone).toMatchObject({
    severity: "warning",
    title: expect.stringMatching(/^Workload pretrain does not run on what this leaves: 70B parameters do not fit/),
  });
});

test("what changes nothing for a training, and environments without one, are not told", () => {
  expect(findings(pretrain(), { ...pretrain(), teams: { vision: { gpus: 8 } } })).toEqual([]);
  expect(findings({}, { nodeGroups: { h100: { nodes: 2 } } })).toEqual([]);
});
