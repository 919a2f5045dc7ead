import type { Scene, Told } from "./scene";
import { renamed } from "./renamed";
import { stoppedByAccess } from "./stops-access";
import { stoppedByCluster } from "./stops-cluster";
import { stoppedByClock } from "./stops-hours";
import { stoppedByConfig } from "./stops-config";
import { stoppedByNetwork } from "./stops-network";
import { capacityGone, newTemplates, stoppedMachines } from "./stops-machines";
import { stoppedNodeGroups } from "./stops-node-groups";
import { stoppedByReleases } from "./stops-releases";
import { stoppedByStorage } from "./stops-storage";
import { stoppedPeople } from "./stops-people";
import { stoppedVolumes } from "./stops-volumes";

/** Whose work stops: nodes, Slurm, the cluster, and the ground that they stand on. */
export function stops(scene: Scene): Told[] {
  const groups = stoppedNodeGroups(scene);
  return [
    ...groups,
    ...newTemplates(scene),
    ...stoppedMachines(scene),
    ...capacityGone(scene),
    ...stoppedByConfig(scene),
    ...stoppedByClock(scene),
    ...stoppedByReleases(scene, groups),
    ...stoppedByCluster(scene),
    ...stoppedByStorage(scene),
    ...stoppedVolumes(scene),
    ...stoppedPeople(scene),
    ...stoppedByNetwork(scene),
    ...stoppedByAccess(scene),
    ...renamed(scene),
  ];
}
