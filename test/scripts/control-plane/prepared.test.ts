import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pulledCharts } from "../../../scripts/control-plane/cache";
import { notPrepared } from "../../../scripts/control-plane/prepared";
import { CHARTS } from "../../../config/facts/versions";
import { pulledFolder } from "../../../scripts/lib/charts/chart-folder";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
const DEV = sample().env;

/** A cache in which nothing is, and no Helm. */
const empty = () => ({
  env: { PATH: "/nowhere", XDG_CACHE_HOME: temporary() },
  charts: null as string | null,
});

function chart(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "Chart.yaml"), `name: ${name}\n`);
}

test("everything that would be built or pulled is named, once", () => {
  const lacking = notPrepared([DEV, DEV], empty());
  expect(lacking).toEqual([
    "There is no Helm, neither on the PATH nor in the cache.",
    `The control plane of Kubernetes ${DEV.cluster.version} is not in the cache.`,
    expect.stringMatching(/^Charts that were never pulled: .*kube-prometheus-stack \S+,/),
  ]);
});

test("a chart counts where it was pulled from its own repository, or lies in the folder that is given", () => {
  const props = empty();
  const { repository, version } = CHARTS["kube-prometheus-stack"];
  const release = { folder: null, chart: "kube-prometheus-stack", version, repository };
  const lacks = (settings: typeof props) => notPrepared([DEV], settings).at(-1)!;
  chart(pulledFolder({ ...release, repository: "https://other.example.com" }, pulledCharts(props)), release.chart);
  expect(lacks(props)).toContain("kube-prometheus-stack");
  chart(pulledFolder(release, pulledCharts(props)), release.chart);
  expect(lacks(props)).not.toContain("kube-prometheus-stack");
  // charts of a folder are those of the folder alone
  const charts = temporary();
  expect(lacks({ ...props, charts })).toContain("kube-prometheus-stack");
  chart(join(charts, release.chart), release.chart);
  expect(lacks({ ...props, charts })).not.toContain("kube-prometheus-stack");
});
