import type { ApiObject } from "./api";

/** Annotation by which the scheduler says on which node a claim is needed. */
const CHOSEN_NODE = "volume.kubernetes.io/selected-node";

/**
 * The volume that the driver of a class would make for a claim; null: the claim waits, for a pod that is given a node, for a
 * volume that is named or made by hand, or for a class that is not there.
 */
export function volumeFor({ metadata, spec }: ApiObject, classes: readonly ApiObject[]): object | null {
  const { storageClassName, volumeName, resources, accessModes, volumeMode, selector } = spec as ClaimSpec;
  const found = classes.find((one) => one.metadata.name === storageClassName);
  if (!found || volumeName || selector || found["provisioner"] === "kubernetes.io/no-provisioner") return null;
  const waits = found["volumeBindingMode"] === "WaitForFirstConsumer";
  if (waits && metadata.annotations?.[CHOSEN_NODE] === undefined) return null;
  const { name, namespace, uid } = metadata;
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: `pvc-${uid}`,
      annotations: { "pv.kubernetes.io/provisioned-by": String(found["provisioner"]) },
    },
    spec: {
      accessModes,
      volumeMode,
      capacity: resources?.requests,
      storageClassName,
      persistentVolumeReclaimPolicy: found["reclaimPolicy"] ?? "Delete",
      claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid },
      csi: { driver: found["provisioner"], volumeHandle: `pvc-${uid}` },
    },
  };
}

/** Whether the driver would delete a volume: its claim is gone, and nothing keeps it. */
export const isReleased = ({ spec, status }: Pick<ApiObject, "spec" | "status">): boolean =>
  status?.phase === "Released" && spec?.persistentVolumeReclaimPolicy === "Delete" && spec.csi !== undefined;

interface ClaimSpec {
  readonly storageClassName?: string;
  readonly volumeName?: string;
  readonly volumeMode?: string;
  readonly accessModes?: readonly string[];
  readonly selector?: object;
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}
