import type { ChangeSet, SectionFinding } from "./change-set";
import { openedAccess } from "./security-access";
import { openedClusters, openedRules } from "./security-ingress";
import { openedPolicies } from "./security-policies";
import { openedLogin, openedServices } from "./security-services";
import { openedSettings } from "./security-settings";
import { openedWays } from "./security-routes";
import { openedObjects } from "./security-objects";
import { openedReleases } from "./security-releases";
import { strangers } from "./security-strangers";
import { grafanaLogin } from "./grafana-login";
import { grafanaShows, grafanaTells } from "./grafana-stores";
import { logsLeave } from "./log-stores";
import { tracesLeave } from "./trace-stores";
import { jobsLoad } from "./job-profilers";
import { metricsLeave } from "./metric-stores";
import { gainedDirectoryGroups } from "./directory-teams";
import { gainedTeams } from "./team-access";
import { weeklyAccount } from "./weekly-verify";
import { watched } from "./security-watch";

/** What opens, and what closes: traffic, endpoints, rights, protection. */
export function security(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...openedRules(changeSet),
    ...openedClusters(changeSet),
    ...openedLogin(changeSet),
    ...openedServices(changeSet),
    ...openedPolicies(changeSet),
    ...openedAccess(changeSet),
    ...gainedTeams(changeSet),
    ...gainedDirectoryGroups(changeSet),
    ...weeklyAccount(changeSet),
    ...metricsLeave(changeSet),
    ...logsLeave(changeSet),
    ...grafanaLogin(changeSet),
    ...grafanaShows(changeSet),
    ...grafanaTells(changeSet),
    ...tracesLeave(changeSet),
    ...jobsLoad(changeSet),
    ...strangers(changeSet),
    ...openedReleases(changeSet),
    ...openedObjects(changeSet),
    ...openedWays(changeSet),
    ...openedSettings(changeSet),
    ...watched(changeSet),
  ];
}
