import type { PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";

/** Frozen. */
const RELEASE = "dataset-accounts";

/** Accounts of pods of teams, to which the storage stack gives the right to read the datasets of their team. */
export const datasetAccounts: PlatformComponent = {
  id: RELEASE,
  after: ["teams"],
  when: ({ datasetTeams }) => datasetTeams.length > 0 || "no team has datasets in buckets",
  install: ({ datasetTeams, jobs: { serviceAccount } }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: RELEASE,
      namespace: "kube-system",
      createNamespace: false,
      objects: datasetTeams.map((namespace) => ({
        apiVersion: "v1",
        kind: "ServiceAccount",
        metadata: { name: serviceAccount, namespace },
      })),
      dependsOn,
    }).dependable,
  ],
};
