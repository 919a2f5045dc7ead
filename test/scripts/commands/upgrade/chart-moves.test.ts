import { CHARTS, type ChartName } from "../../../../config/facts/versions";
import { chartMoves, chartsOf, earlyMinor } from "../../../../scripts/commands/upgrade/chart-moves";
import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { liveAnswers, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

const moves = (charts: readonly ChartName[], releases: LiveVersions["charts"], minor = "1.36") =>
  chartMoves(charts, newestOf(liveAnswers({ charts: releases ?? {} })), minor);

test("charts are those that the environment installs", () => {
  const own = chartsOf(loadedSample().resolved);
  expect(own).toContain("gpu-operator");
  expect(own).not.toContain("aws-dranet");
  expect(chartsOf(loadedSample({ slurm: null }).resolved)).not.toContain("slurm");
});

test("a chart moves to the newest, never back, and stays where it is the newest", () => {
  const [cert] = moves(["cert-manager"], { "cert-manager": ["v1.22.0", "v1.21.1"] });
  expect(cert).toMatchObject({ newest: "v1.22.0", to: { version: "v1.22.0" }, releasedOn: "2026-11-01", held: "" });
  expect(moves(["cert-manager"], { "cert-manager": ["v1.21.1", "v1.20.0"] })[0]).toMatchObject({ to: null, held: "" });
  expect(moves(["cert-manager"], { "cert-manager": ["v1.20.0"] })[0]?.to).toBeNull();
});

test("a chart that asks for a newer Kubernetes is held, and the newest that fits is taken", () => {
  const releases = { "cert-manager": ["v1.23.0 >=1.37", "v1.22.0"] };
  expect(moves(["cert-manager"], releases)[0]).toMatchObject({
    newest: "v1.23.0",
    to: { version: "v1.22.0" },
    held: "cert-manager v1.23.0 requires Kubernetes 1.37 and later, and the cluster has 1.36",
  });
  expect(moves(["cert-manager"], releases, "1.37")[0]).toMatchObject({ to: { version: "v1.23.0" }, held: "" });
  expect(moves(["cert-manager"], { "cert-manager": ["v1.23.0 >=1.37"] })[0]).toMatchObject({ to: null });
});

test("charts of one maker go together", () => {
  const slurm = ["slurm-operator-crds", "slurm-operator", "slurm"] as const;
  const releases = {
    "slurm-operator-crds": ["1.3.0", "1.2.2"],
    "slurm-operator": ["1.3.0", "1.2.2"],
    slurm: ["1.2.2"],
  };
  const found = moves(slurm, releases);
  expect(found.map(({ to }) => to?.version)).toEqual(["1.2.2", "1.2.2", "1.2.2"]);
  expect(found.map(({ held }) => held)).toEqual([
    "slurm has no 1.3.0, and both go together",
    "slurm has no 1.3.0, and both go together",
    "",
  ]);
  // one of them that is not asked for does not hold the others
  expect(moves(["slurm-operator"], releases)[0]?.to?.version).toBe("1.3.0");
});

test("the GPU Operator goes to the next release only", () => {
  const releases = (versions: string[]) => moves(["gpu-operator"], { "gpu-operator": versions })[0];
  expect(releases(["v27.1.0", "v26.11.0", "v26.7.1", "v26.7.0"])).toMatchObject({
    newest: "v27.1.0",
    to: { version: "v26.11.0" },
    held: expect.stringContaining("only the next release may follow 26.7: 26.11 comes before 27.1"),
  });
  expect(releases(["v26.11.2", "v26.11.0"])).toMatchObject({ to: { version: "v26.11.2" }, held: "" });
});

test("what is not answered is unknown; with facts alone, the pinned one is the newest", () => {
  expect(moves(["slurm"], {})[0]).toMatchObject({ newest: null, to: null });
  expect(chartMoves(["slurm"], newestOf(null), "1.36")[0]).toMatchObject({ newest: CHARTS.slurm.version, to: null });
});

test("a chart is moved before the minor that only its new version fits", () => {
  const [move] = moves(["gpu-operator"], { "gpu-operator": ["v26.11.0"] }, "1.37");
  // 26.7 is tested up to 1.36; of 26.11 nothing is known
  expect(earlyMinor(move!, ["1.35", "1.36", "1.37"])).toBe("1.37");
  expect(earlyMinor(move!, ["1.35", "1.36"])).toBeNull();
  expect(earlyMinor({ ...move!, to: null }, ["1.36", "1.37"])).toBeNull();
});

test("a chart that asks for the new minor comes after it", () => {
  const [move] = moves(["gpu-operator"], { "gpu-operator": ["v26.11.0 >=1.37"] }, "1.37");
  expect(earlyMinor(move!, ["1.36", "1.37"])).toBeNull();
});

test("a release that its maker has withdrawn is never moved to, and a chart that ends so is told", () => {
  const live = liveAnswers({ charts: { "cert-manager": ["v1.23.0", "v1.22.0"] } });
  const ending = (...deprecated: string[]) => {
    const { value, source } = live.charts.get("cert-manager")!;
    const releases = value.map((each) => ({ ...each, deprecated: deprecated.includes(each.version) }));
    const charts = new Map([["cert-manager" as const, { value: releases, source }]]);
    return chartMoves(["cert-manager"], newestOf({ ...live, charts }), "1.36")[0];
  };
  expect(ending("v1.22.0")).toMatchObject({ newest: "v1.23.0", to: { version: "v1.23.0" }, held: "" });
  expect(ending("v1.23.0")).toMatchObject({
    newest: "v1.22.0",
    to: { version: "v1.22.0" },
    held: "its maker has withdrawn the chart (v1.23.0 is deprecated): look for what comes in its place",
  });
  expect(ending("v1.23.0", "v1.22.0")).toMatchObject({ newest: CHARTS["cert-manager"].version, to: null });
});
