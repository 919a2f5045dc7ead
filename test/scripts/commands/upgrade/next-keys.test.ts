import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { nextKeys } from "../../../../scripts/commands/upgrade/next-keys";
import { planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import { NOW, type Change } from "../../../helpers/environment";
import { liveAnswers, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

function next(change: Change = {}, { live, to }: { live?: LiveVersions; to?: string } = {}) {
  const loaded = loadedSample(change);
  const newest = newestOf(live ? liveAnswers(live) : null);
  const { keys, step } = nextKeys(loaded, planUpgrade({ loaded, newest, to, unanswered: [], now: NOW }), newest);
  return {
    title: step?.title ?? null,
    keys: keys.map(({ path, before, value }) => `${path.join(".")}: ${before} → ${value}`),
  };
}

const pinned = (version: string, release: string): Change => ({
  cluster: { version },
  nodeGroups: { h100: { image: { kind: "al2023", release } } },
});

test("nothing is behind: no key changes", () => {
  expect(next()).toEqual({ title: null, keys: [] });
});

test("of several minors, the next one", () => {
  expect(next({ cluster: { version: "1.34" } })).toEqual({
    title: "Kubernetes 1.34 → 1.35",
    keys: ["cluster.version: 1.34 → 1.35"],
  });
});

test("an image that would be too old comes first, in the minor that the cluster has", () => {
  expect(next(pinned("1.35", "1.32.13-20260714"))).toEqual({
    title: "Images of h100",
    keys: ["nodeGroups.h100.image.release: 1.32.13-20260714 → 1.35.8-20260923"],
  });
  expect(next(pinned("1.35", "1.33.13-20260714")).title).toBe("Kubernetes 1.35 → 1.36");
});

test("images of the minor that the cluster has come when there is no newer one", () => {
  expect(next(pinned("1.36", "1.36.2-20260818")).keys).toEqual([
    "nodeGroups.h100.image.release: 1.36.2-20260818 → 1.36.4-20261003",
  ]);
  const bottlerocket = { nodeGroups: { h100: { image: { kind: "bottlerocket", release: "1.63.0-0a1b2c3d" } } } };
  expect(next(bottlerocket, { live: { bottlerocket: { "1.36": "1.70.0-0a1b2c3d" } } }).keys).toEqual([
    "nodeGroups.h100.image.release: 1.63.0-0a1b2c3d → 1.70.0-0a1b2c3d",
  ]);
});

test("a minor waits for charts that go before it", () => {
  expect(next({}, { to: "1.37", live: { charts: { "gpu-operator": ["v26.11.0"] } } })).toEqual({
    title: null,
    keys: [],
  });
  // those that come after it do not hold it
  expect(next({}, { to: "1.37", live: { charts: { "cert-manager": ["v1.22.0"] } } }).keys).toHaveLength(1);
});
