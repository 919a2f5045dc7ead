import type { CustomResourceDefinition } from "../../kubernetes/objects";

const integer = { type: "integer", format: "int32" };
const text = { type: "string" };

/** Fields that others than Railyard's people write and read: kept, and not looked at. */
const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

const object = (properties: Readonly<Record<string, object>>, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});

const SPEC = object(
  {
    mpiReplicaSpecs: {
      type: "object",
      additionalProperties: object({ replicas: integer, restartPolicy: text, template: anything }),
    },
    slotsPerWorker: { ...integer, default: 1 },
    runLauncherAsWorker: { type: "boolean", default: false },
    launcherCreationPolicy: { ...text, default: "AtStartup" },
    mpiImplementation: { ...text, default: "OpenMPI", enum: ["OpenMPI", "Intel", "MPICH"] },
    sshAuthMountPath: { ...text, default: "/root/.ssh" },
    runPolicy: object({
      cleanPodPolicy: text,
      ttlSecondsAfterFinished: integer,
      activeDeadlineSeconds: { type: "integer", format: "int64" },
      backoffLimit: integer,
      suspend: { type: "boolean", default: false },
      managedBy: text,
      schedulingPolicy: anything,
    }),
  },
  { required: ["mpiReplicaSpecs"] },
);

/**
 * The kind MPIJob, with the names and defaults of the release's own definition. Pod templates are kept as they are: the operator
 * looks at them, and the API server at the pods.
 * @see https://github.com/kubeflow/mpi-operator/blob/v0.8.0/manifests/base/kubeflow.org_mpijobs.yaml
 */
export const mpiJobKind = (): CustomResourceDefinition => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "mpijobs.kubeflow.org", labels: { app: "mpi-operator" } },
  spec: {
    group: "kubeflow.org",
    scope: "Namespaced",
    names: { kind: "MPIJob", listKind: "MPIJobList", plural: "mpijobs", singular: "mpijob" },
    versions: [
      {
        name: "v2beta1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: object({
            apiVersion: text,
            kind: text,
            metadata: { type: "object" },
            spec: SPEC,
            status: anything,
          }),
        },
      },
    ],
  },
});
