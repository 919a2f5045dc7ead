import { enrootConf } from "./enroot-conf";
import { enrootMounts } from "./enroot-mounts";
import { healthCheckScript, nodeExpectations } from "./health-check";
import { instancesScript, listsGres, nodeGresConf } from "./gres-conf";
import { checkFiles, healthFacts, nodeChecksScript } from "./node-checks";
import { ENROOT_MOUNTS, gresKey, hasVariables, nodeFactsKey, variablesKey } from "./node-set";
import { rankOrderScript } from "./rank-order";
import { taskPrologScript } from "./task-prolog";
import { containersOf, hasPyxis, isCut, sharedBy, usedGroups, type SlurmLayout } from "./slurm-types";

/** Scripts and facts that slurmd and login pods mount, by file name. */
export function scriptFiles(layout: SlurmLayout): Record<string, string> {
  const groups = usedGroups(layout);
  const sharedPaths = layout.volumes.map(({ mountPath }) => mountPath);
  const { health } = layout;
  return {
    "health-check.sh": health ? nodeChecksScript() : healthCheckScript(layout.fabrics, sharedPaths),
    ...(health && checkFiles(groups, health)),
    "task-prolog.sh": taskPrologScript(layout.region, {
      variables: groups.some(hasVariables),
      apptainer: containersOf(layout).kind === "apptainer",
      instances: groups.some(isCut),
      gpus: groups.some((group) => group.gpus !== null && !isCut(group)),
      telemetry: layout.scrapesJobs ?? false,
      ...(layout.traces && { traces: layout.traces }),
      ...(layout.profiles !== undefined && { profiles: layout.profiles }),
      ...(layout.ncclInspector !== undefined && { ncclInspector: layout.ncclInspector }),
      proxy: layout.proxy,
    }),
    "railyard-srun": rankOrderScript(),
    "enroot.conf": enrootConf(layout),
    ...(hasPyxis(layout) && { [ENROOT_MOUNTS]: enrootMounts(layout) }),
    ...Object.fromEntries(
      groups.map((group) => [
        nodeFactsKey(group.name),
        nodeExpectations({
          gpus: group.gpus?.count ?? 0,
          fabrics: layout.fabrics.map(({ health: { key } }) => ({
            key,
            devices: key === group.fabric.health?.key ? group.fabric.devices : 0,
          })),
          sharedPaths: sharedBy(group, layout).map(({ mountPath }) => mountPath),
        }) + (health ? healthFacts(group, health) : ""),
      ]),
    ),
    ...(listsGres(groups) &&
      Object.fromEntries(groups.map((group) => [gresKey(group.name), nodeGresConf(group) ?? instancesScript(group)]))),
    ...Object.fromEntries(
      groups.filter(hasVariables).map(({ name, jobEnv }) => [
        variablesKey(name),
        Object.entries(jobEnv)
          .map(([key, value]) => `${key}=${value}\n`)
          .join(""),
      ]),
    ),
  };
}
