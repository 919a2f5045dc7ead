import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const loads = (plugin?: string, more: object = {}) => ({
  monitoring: { ncclInspector: plugin === undefined ? {} : { plugin }, ...more },
});
const found = (section: "stops" | "security", given: Reviewed) =>
  findingsOf(section, given).filter(({ address }) => address?.includes(".config.monitoring.ncclInspector"));
const FILE = "/fsx/lib/libnccl-profiler-inspector.so";

test("code that jobs of all teams load from now on is told, and who may write it", () => {
  const [one, ...others] = found("security", { before: {}, after: loads(FILE) });
  expect(others).toEqual([]);
  expect(one!.title).toBe(`Jobs with GPUs load ${FILE} into their processes.`);
  expect(one!.details.join(" ")).toContain("Whoever may write that file");
  expect(found("security", { before: loads(FILE), after: loads() })[0]!.details.join(" ")).toContain("in the image");
  expect(found("security", { before: loads(FILE), after: loads(FILE, { retentionDays: 20 }) })).toEqual([]);
  expect(found("security", { before: loads(FILE), after: {} })).toEqual([]);
});

test("that nobody learns of collectives any more is told", () => {
  const titles = (given: Reviewed) => found("stops", given).map(({ title }) => title);
  const gone = ["Jobs tell nothing of the bandwidth of their collectives any more."];
  expect(titles({ before: loads(), after: {} })).toEqual(gone);
  expect(titles({ before: loads(), after: loads(FILE) })).toEqual([]);
  expect(titles({ before: {}, after: loads() })).toEqual([]);
});
