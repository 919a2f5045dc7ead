import { owned, TOLERATES, type OwnedValue } from "./row";

const ONE_SOURCE = "preflight, Slurm and Kueue read the labels of layers that its engine for Kubernetes gives";
const WHERE = "it is asked of nodes that pools with layers have";

/** What tells where nodes stand. */
export const PLACEMENT_VALUES: readonly OwnedValue[] = owned("topograph", [
  ["engine", ONE_SOURCE, "cluster.layersFrom"],
  ["provider", WHERE, "cluster.topograph.provider"],
  [
    "config.credentialsSecret",
    "preflight looks for the Secret that config names",
    "cluster.topograph.provider.secretName",
  ],
  ["nodeDataBroker.enabled", "nodes without its annotations get no labels", "nothing: it is on"],
  ["nodeDataBroker.nodeSelector", WHERE, "nodeGroups.<group>.labels"],
  ["nodeDataBroker.affinity", WHERE, "nodeGroups.<group>.labels"],
  ["nodeDataBroker.tolerations", TOLERATES, "nodeGroups.<group>.taints"],
  ["nodeDataBroker.securityContext", "ibnetdiscover could not open devices of the host", "cluster.topograph.provider"],
  [
    "nodeDataBroker.podSecurityContext",
    "ibnetdiscover could not open devices of the host",
    "cluster.topograph.provider",
  ],
  [
    "nodeDataBroker.volumes",
    "the list replaces that of Railyard: ibnetdiscover would find no devices",
    "cluster.topograph.provider",
  ],
  [
    "nodeDataBroker.volumeMounts",
    "the list replaces that of Railyard: ibnetdiscover would find no devices",
    "cluster.topograph.provider",
  ],
  ["nodeObserver.topograph.trigger", "labels would not follow nodes that come and go", "nodeGroups.<group>.labels"],
]);
