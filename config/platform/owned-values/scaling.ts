import { NAMES, onlyOff, onlyOn, owned, type OwnedValue } from "./row";

const JOBS_END = "Karpenter would end nodes with jobs behind Slurm's back";
const OFF = "nothing: leave it off";

/** What starts nodes and ends them. */
export const SCALING_VALUES: readonly OwnedValue[] = [
  ...owned("karpenter", [
    ["settings.clusterName", "the controller's rights are for nodes of this cluster alone", "nothing: it follows"],
    ["settings.interruptionQueue", "nobody would hear that AWS takes a spot node", "nothing: it follows"],
    ["settings.featureGates.nodeRepair", JOBS_END, OFF, onlyOff],
    ["settings.featureGates.spotToSpotConsolidation", JOBS_END, OFF, onlyOff],
    [
      "settings.featureGates.reservedCapacity",
      "pools in reservations would start no node",
      "nothing: it is on",
      onlyOn,
    ],
    [
      "settings.featureGates.nodeOverlay",
      "nodes with huge pages would not be started for pods that ask for them",
      "fabric",
    ],
    ["serviceAccount.name", "its role in AWS is for one account of pods", "nothing: it follows"],
    ["nodeSelector", "the controller could stand on a node that it ends", "nothing: it stands on the system nodes"],
    ["fullnameOverride", NAMES, "nothing: it follows"],
  ]),
  ...owned("keda", [
    ["crds.install", "there would be no ScaledObjects, and no pool would follow the jobs", "nothing: it is on", onlyOn],
    ["watchNamespace", "NodeSets of Slurm would no longer be scaled", "nothing: it is Slurm's namespace"],
    ["serviceAccount.operator.name", "it could take the last node from a pool with jobs", "nothing: it follows"],
    ["metricsServer.enabled", "pools would stay at one node", "nothing: it is on", onlyOn],
  ]),
];
