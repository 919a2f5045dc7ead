import { forgottenReleases, sameCharts } from "../../../scripts/control-plane/earlier";
import type { Release } from "../../../scripts/lib/charts/releases";
import { synthesizeInto } from "../../../scripts/lib/synth/synthesize";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

test("definitions of monitoring that config has no more are forgotten, and stay; other releases are removed", () => {
  const [before, now] = [temporary(), temporary()];
  synthesizeInto([sample({}).env], before);
  synthesizeInto([sample({ monitoring: { enabled: false } }).env], now);
  expect(forgottenReleases(before, now)).toEqual(["monitoring/prometheus-operator-crds"]);
  expect(forgottenReleases(before, before)).toEqual([]);
});

test("another version of a chart is named as not tried, where one folder has it", () => {
  const release = (version: string) => ({ name: "a", chart: "c", version }) as unknown as Release;
  expect(sameCharts([release("1")], [release("2")])).toEqual([expect.stringContaining("a was 1 and is 2")]);
  expect(sameCharts([release("1")], [release("1")])).toEqual([]);
});
