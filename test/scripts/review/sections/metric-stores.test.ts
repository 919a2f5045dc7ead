import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

const URL = "https://mimir.example.com/api/v1/push";
const mimir = { kind: "prometheus", url: URL };
const stored = (central: object | null, more: object = {}) => ({
  monitoring: { remoteWrite: central ? { central } : {}, ...more },
});
const foundIn = (section: "stops" | "security", given: Reviewed) =>
  findingsOf(section, given)
    .filter(({ address }) => address?.startsWith("sample-platform.config.monitoring.remoteWrite"))
    .map(({ severity, title, details }) => [severity, title, ...(details ?? [])]);

test("whoever gets metrics of the cluster is told", () => {
  expect(foundIn("security", { before: {}, after: stored(mimir) })).toEqual([
    ["warning", `All metrics of the cluster go to ${URL}.`, expect.stringContaining("users")],
  ]);
  const [[, title, , only] = []] = foundIn("security", {
    before: {},
    after: stored({ ...mimir, metrics: ["up", "DCGM_*"] }),
  });
  expect([title, only]).toEqual([`Some metrics of the cluster go to ${URL}.`, "Only up and DCGM_*."]);
  expect(foundIn("security", { before: stored(mimir) })).toEqual([]);
  expect(foundIn("security", { before: {}, after: stored(mimir, { enabled: false }) })).toEqual([]);
});

test("whoever gets none any more, or fewer, is told", () => {
  const gone = ["warning", `${URL} gets no metrics of the cluster any more.`, expect.any(String)];
  const before = stored(mimir);
  expect(foundIn("stops", { before, after: stored(null) })).toEqual([gone]);
  expect(foundIn("stops", { before, after: stored({ ...mimir, url: "https://other.example.com" }) })).toEqual([gone]);
  expect(foundIn("stops", { before, after: stored(mimir, { enabled: false }) })).toEqual([gone]);
  expect(foundIn("stops", { before, after: stored({ ...mimir, metrics: ["up"] }) })).toEqual([
    ["warning", `Fewer metrics go to ${URL}.`, "Only up."],
  ]);
  const [[, title, detail] = []] = foundIn("stops", {
    before: stored({ ...mimir, metrics: ["up", "DCGM_*"] }),
    after: stored({ ...mimir, metrics: ["up"], except: ["upper"] }),
  });
  expect([title, detail]).toEqual([
    `Fewer metrics go to ${URL}.`,
    "No longer sent: DCGM_* and upper, but for what another name has.",
  ]);
});

test("another login is told, and what comes to the same or to more is not", () => {
  const before = stored({ ...mimir, metrics: ["up"] });
  const login = { kind: "bearer", secretName: "metrics-store" };
  expect(foundIn("stops", { before, after: stored({ ...mimir, metrics: ["up"], login }) })).toEqual([
    ["warning", `Prometheus writes to ${URL} as somebody else.`, expect.any(String)],
  ]);
  expect(foundIn("stops", { before, after: stored({ ...mimir, metrics: ["up", "DCGM_*"] }) })).toEqual([]);
  const renamed = { monitoring: { remoteWrite: { other: { ...mimir, metrics: ["up"] } } } };
  expect(foundIn("stops", { before, after: renamed })).toEqual([]);
});
