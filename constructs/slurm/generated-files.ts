import { listsGres } from "./gres-conf";
import { accountsScript } from "./accounts";
import { blockEndScript } from "./block-end-job";
import { settingLines, settingPairs } from "./conf-text";
import { epilogScript } from "./epilog";
import { jobChecks } from "./job-checks";
import { sshdConfig } from "./login-set";
import { membersScript } from "./members-job";
import { CHECKS_EPILOG, CHECKS_PROLOG, momentScript } from "./node-checks";
import { operatorConf } from "./operator-conf";
import { partitions } from "./partitions";
import { prologScript } from "./prolog";
import { reservationsScript } from "./reservations-job";
import { sampleNodes, type SampleSize } from "./sample-nodes";
import { scriptFiles } from "./script-files";
import { slurmConf } from "./slurm-conf";
import { gpuTypes, usedGroups, type SlurmLayout } from "./slurm-types";
import { configFiles } from "./slurm-values";
import { restoreStateScript, saveStateScript } from "./state-scripts";
import { usersList, usersScript } from "./users";

/**
 * Every Slurm file of a cluster by name, as its daemons would read them: slurm.conf with the operator's part, the files
 * beside it, scripts, and for checks a few nodes (`nodes.dynamic`) and the jobs that must run on them (`checks`).
 * @param size how many nodes. @default - a few of each group
 */
export function generatedFiles(layout: SlurmLayout, clusterName: string, size?: SampleSize): Record<string, string> {
  const groups = usedGroups(layout);
  const hasGpus = gpuTypes(groups).length > 0;
  const gpus = hasGpus ? ["10-railyard.sh"] : [];
  const prologs = [...(layout.health ? [CHECKS_PROLOG] : []), ...gpus];
  const epilogs = [...gpus, ...(layout.health ? [CHECKS_EPILOG] : [])];
  const members = membersScript(layout);
  return {
    "slurm.conf": [
      operatorConf({ clusterName, prologs, epilogs, nodeSets: groups.map((g) => g.name) }),
      settingLines(slurmConf(layout)),
      ...partitions(layout).map(({ name, nodeGroups, settings }) => {
        return `PartitionName=${name} Nodes=${nodeGroups.join(",")} ${settingPairs(settings)}\n`;
      }),
    ].join(""),
    ...configFiles(layout),
    ...(hasGpus && {
      "prolog-10-railyard.sh": prologScript(layout, listsGres(groups)),
      "epilog-10-railyard.sh": epilogScript(layout, listsGres(groups)),
    }),
    ...(layout.health && {
      [`prolog-${CHECKS_PROLOG}`]: momentScript("prolog"),
      [`epilog-${CHECKS_EPILOG}`]: momentScript("epilog"),
    }),
    ...scriptFiles(layout),
    users: usersList(layout),
    "users.sh": usersScript(),
    "sshd.conf": sshdConfig(false, layout),
    "accounts.sh": accountsScript(layout),
    ...(members !== null && { "members.sh": members }),
    "state-save.sh": saveStateScript(),
    "state-restore.sh": restoreStateScript(),
    ...(layout.reservations?.length && { "reservations.sh": reservationsScript(layout.reservations) }),
    ...(layout.blockEnds?.length && { "block-end.sh": blockEndScript(layout.blockEnds) }),
    "nodes.dynamic": lines(sampleNodes(layout, size).map(({ name, conf }) => `${name} ${conf}`)),
    checks: lines(jobChecks(layout)),
  };
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
