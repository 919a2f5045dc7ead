import type { PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";

/** The account of jobs, to which the storage stack gives their role in AWS. */
export const jobsAccount: PlatformComponent = {
  id: "jobs",
  when: ({ jobsHaveRole }) => jobsHaveRole || "there are no checkpoints, and no datasets in buckets",
  install: ({ jobs: { namespace, serviceAccount } }, { scope, id }) => [
    new KubernetesObjects(scope, id, {
      release: "jobs",
      namespace,
      objects: [{ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: serviceAccount, namespace } }],
    }).dependable,
  ],
};
