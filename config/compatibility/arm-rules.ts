import { installs } from "../components/charts";
import { ARM_IMAGES } from "../facts/arm-images";
import { CHARTS, type ChartName } from "../facts/versions";
import type { Rule } from "../kernel/rule";
import { groupPath } from "../pools/written-groups";
import type { SiteEnvironment } from "../sites/environment";

/** Whether a chart installs definitions alone, and so no pod. */
const isDefinitions = (chart: ChartName): boolean => /-crds?$/.test(chart);

/** Charts of an environment of whose images nobody has read for what machines they are built. */
const unread = (env: SiteEnvironment): ChartName[] =>
  (Object.keys(CHARTS) as ChartName[]).filter(
    (chart) => !isDefinitions(chart) && ARM_IMAGES[chart] === undefined && installs(env, chart),
  );

/** Images for the machines that pods land on. */
export const ARM_RULES: readonly Rule[] = [
  {
    id: "platform/arm64-images",
    title: "It is known that what runs on Arm nodes has images for them.",
    severity: "warning",
    why: "A pod whose image is for amd64 alone ends with an exec format error: without a driver's daemon a node offers no GPUs or mounts no volume.",
    source: "https://kubernetes.io/docs/concepts/containers/images/#multi-architecture-images-with-image-indexes",
    *check({ env }) {
      const charts = unread(env);
      if (charts.length === 0) return;
      for (const pool of env.nodeGroups) {
        if (pool.hardware.arch !== "arm64") continue;
        yield {
          path: groupPath(pool, pool.machines.kind === "aws" ? "instanceType" : "server"),
          message: `${pool.name} has arm64 nodes, and nobody has read whether the images of ${charts.join(", ")} are built for them`,
          fix: "look at the images on a node (`crane manifest`), and name this rule in ignoreRules with what you found",
        };
      }
    },
  },
];
