import type { ChartName } from "../../../../config/facts/versions";
import { compareVersions } from "../../../../config/kernel/version-order";
import { Repositories } from "../../../lib/charts/repositories";
import type { FactTable } from "../fact-table";

interface Row {
  readonly repository: string;
  readonly version: string;
}
type File = Readonly<Record<ChartName, Row>>;

/** Days of the pinned releases. Another version is an upgrade, which `railyard upgrade` makes with all that hangs on it. */
export const CHARTS_TABLE: FactTable<File> = {
  name: "charts",
  source: "index.yaml or tags of each chart's repository",
  file: "config/facts/charts.json",
  keptByHand: ["version (railyard upgrade changes it)", "namespace, crds, minKubernetes, source"],
  ask: async ({ fetch }, file) => {
    const repositories = new Repositories(fetch);
    const asked = await Promise.all(
      Object.entries<Row>(file).map(async ([chart, { repository, version }]) => {
        const releases = await repositories.releases(repository, chart, Infinity);
        const pinned = releases.find((one) => compareVersions(one.version, version) === 0);
        return { chart, version, repository, pinned, newest: releases[0]?.version ?? version };
      }),
    );
    return {
      published: asked.flatMap(({ chart, pinned }) =>
        // tags have no days
        pinned?.releasedOn ? [{ path: [chart, "releasedOn"], value: pinned.releasedOn }] : [],
      ),
      stamps: () => [],
      gone: asked.flatMap(({ chart, version, repository, pinned }) =>
        pinned ? [] : [`${chart}: ${repository} has no release ${version}`],
      ),
      notes: asked.flatMap(({ chart, version, pinned, newest }) => [
        ...(pinned?.deprecated ? [`${chart}: its maker has withdrawn ${version}`] : []),
        ...(compareVersions(newest, version) > 0
          ? [`${chart}: ${newest} is out, ${version} is pinned: railyard upgrade`]
          : []),
      ]),
    };
  },
};
