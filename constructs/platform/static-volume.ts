import { type ITerraformDependable } from "cdktf";
import { type Construct } from "constructs";
import { KubernetesObjects } from "./kubernetes-objects";
import type { PersistentVolume, PersistentVolumeClaim } from "../kubernetes/objects";

/** How a driver knows a volume. */
interface DriverVolume {
  readonly driver: string;
  /** Names the volume to the driver. Unlike in every namespace, though it is the same storage. */
  readonly volumeHandle: string;
  readonly volumeAttributes: Readonly<Record<string, string>>;
  /** File system on it, where the driver mounts a device. @default - the driver knows */
  readonly fsType?: string;
  /** Secret that the driver gets when it mounts. @default - none */
  readonly secret?: { readonly name: string; readonly namespace: string };
}

/** A folder that all hosts have, on a file system that they have mounted. */
interface HostVolume {
  /** A host without it gets no pod: its kubelet refuses to start one. */
  readonly hostFolder: string;
}

/** What an NFS server exports, mounted by the kubelet with mount.nfs of its host. */
interface NfsSource {
  readonly nfs: { readonly server: string; readonly path: string; readonly readOnly: boolean };
}

/** Where the files of a volume are. */
type Source = DriverVolume | HostVolume | NfsSource;

/** A volume that exists already, for the pods of one namespace. */
export type StaticVolume = AnyStaticVolume & Source;

interface AnyStaticVolume {
  readonly namespace: string;
  /** Name of the claim in the namespace; the volume is named after it and the namespace. */
  readonly claimName: string;
  readonly mountOptions: readonly string[];
  /** Told to Kubernetes, which wants a number; nobody enforces it. */
  readonly capacityGiB: number;
  readonly accessMode: "ReadWriteMany" | "ReadOnlyMany";
}

const MAX_NAME = 253;

/**
 * A persistent volume and the claim that has it. Both name each other and an empty storage class, so that no other claim
 * takes the volume and no provisioner makes another one. `Retain`: deleting the claim never touches the storage.
 */
export function staticVolume(volume: StaticVolume): [PersistentVolume, PersistentVolumeClaim] {
  const { namespace, claimName, capacityGiB, accessMode } = volume;
  const name = `${namespace}-${claimName}`;
  if (name.length > MAX_NAME)
    throw new Error(`volume name "${name}" has ${name.length} characters; Kubernetes takes ${MAX_NAME}`);
  const storage = `${capacityGiB}Gi`;
  return [
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name },
      spec: {
        capacity: { storage },
        accessModes: [accessMode],
        volumeMode: "Filesystem",
        persistentVolumeReclaimPolicy: "Retain",
        storageClassName: "",
        claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name: claimName },
        mountOptions: volume.mountOptions,
        ...sourceOf(volume),
      },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: claimName, namespace },
      spec: {
        accessModes: [accessMode],
        storageClassName: "",
        volumeName: name,
        resources: { requests: { storage } },
      },
    },
  ];
}

function sourceOf(volume: StaticVolume): Pick<NonNullable<PersistentVolume["spec"]>, "csi" | "hostPath" | "nfs"> {
  if ("hostFolder" in volume) return { hostPath: { path: volume.hostFolder, type: "Directory" } };
  if ("nfs" in volume) return { nfs: volume.nfs };
  const { driver, volumeHandle, volumeAttributes, fsType, secret, accessMode } = volume;
  return {
    csi: {
      driver,
      volumeHandle,
      volumeAttributes,
      ...(fsType !== undefined && { fsType }),
      ...(secret && { nodePublishSecretRef: secret, controllerPublishSecretRef: secret }),
      ...(accessMode === "ReadOnlyMany" && { readOnly: true }),
    },
  };
}

/** What nobody may change in a volume or its claim. */
function identityOf(volume: StaticVolume): Readonly<Record<string, string>> {
  const { accessMode } = volume;
  const mode: Readonly<Record<string, string>> = accessMode === "ReadWriteMany" ? {} : { accessMode };
  if ("hostFolder" in volume) return { path: volume.hostFolder, ...mode };
  if ("nfs" in volume) return { server: volume.nfs.server, path: volume.nfs.path, ...mode };
  const { fsType, secret } = volume;
  return {
    volumeHandle: volume.volumeHandle,
    ...volume.volumeAttributes,
    ...(fsType !== undefined && { fsType }),
    ...(secret && { secret: `${secret.namespace}/${secret.name}` }),
    ...mode,
  };
}

/** One release with volume and claim for each namespace: pods only see claims of their own. */
export function volumePerNamespace(
  scope: Construct,
  props: { readonly namespaces: readonly string[]; readonly dependsOn?: readonly ITerraformDependable[] },
  volumeIn: (namespace: string) => Omit<AnyStaticVolume, "namespace"> & Source,
): readonly ITerraformDependable[] {
  return props.namespaces.map((namespace) => {
    const volume = volumeIn(namespace);
    return new KubernetesObjects(scope, namespace, {
      release: `volume-${volume.claimName}`,
      namespace,
      objects: staticVolume({ ...volume, namespace }),
      // The API server lets nobody change where a volume points to: another file system is another volume. Helm waits until
      // no pod holds the claim.
      replacedBy: identityOf({ ...volume, namespace }),
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    }).dependable;
  });
}
