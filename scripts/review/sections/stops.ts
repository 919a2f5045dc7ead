import type { ChangeSet, SectionFinding } from "./change-set";
import { renamed } from "./renamed";
import { grafanaLoginGone } from "./grafana-login";
import { grafanaHides } from "./grafana-stores";
import { logsMissed } from "./log-stores";
import { tracesMissed } from "./trace-stores";
import { collectivesMissed } from "./job-profilers";
import { metricsMissed } from "./metric-stores";
import { untold } from "./stops-alerts";
import { stoppedByAccess } from "./stops-access";
import { stoppedByCluster } from "./stops-cluster";
import { stoppedByClock } from "./stops-hours";
import { stoppedByConfig } from "./stops-config";
import { queuesChanged } from "./stops-queues";
import { sharingChanged } from "./stops-sharing";
import { stoppedByLimits } from "./stops-limits";
import { stoppedByNetwork } from "./stops-network";
import { capacityGone, newTemplates, stoppedMachines } from "./stops-machines";
import { stoppedNodeGroups } from "./stops-node-groups";
import { poolsChanged } from "./stops-pools";
import { stoppedByReleases } from "./stops-releases";
import { startedLater } from "./stops-order";
import { waysOutChanged } from "./stops-outbound";
import { closedWays } from "./stops-login";
import { stoppedByHealth } from "./stops-health";
import { stoppedByNodeHealth } from "./stops-node-health";
import { looserRollout } from "./stops-rollout";
import { pruned } from "./stops-prune";
import { lostRights } from "./stops-rights";
import { stoppedByStorage } from "./stops-storage";
import { teamsChanged } from "./stops-teams";
import { stoppedPeople } from "./stops-people";
import { lostDirectoryGroups } from "./directory-teams";
import { lostTeams } from "./team-access";
import { stoppedVolumes } from "./stops-volumes";
import { weeklyProof } from "./weekly-verify";

/** Whose work stops: nodes, Slurm, the cluster, and the ground that they stand on. */
export function stops(changeSet: ChangeSet): SectionFinding[] {
  const groups = stoppedNodeGroups(changeSet);
  return [
    ...groups,
    ...newTemplates(changeSet),
    ...stoppedMachines(changeSet),
    ...capacityGone(changeSet),
    ...stoppedByConfig(changeSet),
    ...teamsChanged(changeSet),
    ...poolsChanged(changeSet),
    ...queuesChanged(changeSet),
    ...sharingChanged(changeSet),
    ...stoppedByLimits(changeSet),
    ...stoppedByHealth(changeSet),
    ...stoppedByNodeHealth(changeSet),
    ...looserRollout(changeSet),
    ...untold(changeSet),
    ...metricsMissed(changeSet),
    ...logsMissed(changeSet),
    ...grafanaLoginGone(changeSet),
    ...grafanaHides(changeSet),
    ...tracesMissed(changeSet),
    ...collectivesMissed(changeSet),
    ...weeklyProof(changeSet),
    ...waysOutChanged(changeSet),
    ...startedLater(changeSet),
    ...lostRights(changeSet),
    ...pruned(changeSet),
    ...closedWays(changeSet),
    ...stoppedByClock(changeSet),
    ...stoppedByReleases(changeSet, groups),
    ...stoppedByCluster(changeSet),
    ...stoppedByStorage(changeSet),
    ...stoppedVolumes(changeSet),
    ...stoppedPeople(changeSet),
    ...lostTeams(changeSet),
    ...lostDirectoryGroups(changeSet),
    ...stoppedByNetwork(changeSet),
    ...stoppedByAccess(changeSet),
    ...renamed(changeSet),
  ];
}
