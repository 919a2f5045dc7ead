import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { NFS_DRIVER, NFS_PORTS, type NfsVersion } from "../../config/facts/nfs";
import { volumePerNamespace } from "./static-volume";

export interface NfsVolumeProps {
  /** Name or address of the server. */
  readonly server: string;
  /** What it exports: the path after the colon of a mount. */
  readonly exportPath: string;
  readonly version: NfsVersion;
  /** @default tcp */
  readonly transport?: "tcp" | "rdma";
  /** Connections of a node to the server: 1 to 16. @default - one */
  readonly connections?: number;
  /** @default false */
  readonly readOnly?: boolean;
  /** Whether the kubelet mounts it with mount.nfs of its host, and no driver does. @default false */
  readonly byKubelet?: boolean;
  /** Namespaces whose pods mount it. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** Name of the claim in each namespace. */
  readonly claimName: string;
  /** What mounts it. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Kubernetes wants a size, and a server enforces none. It never changes: claims on static volumes cannot grow. */
const NOMINAL_GIB = 1200;

/**
 * Options of a mount. `hard`, so that a server which does not answer stops a job and loses none of its files.
 * @see https://man7.org/linux/man-pages/man5/nfs.5.html
 */
export function nfsMountOptions(
  props: Pick<NfsVolumeProps, "version" | "transport" | "connections" | "readOnly">,
): string[] {
  const { version, transport = "tcp", connections, readOnly } = props;
  return [
    `nfsvers=${version}`,
    `proto=${transport}`,
    ...(transport === "rdma" ? [`port=${NFS_PORTS.rdma}`] : []),
    "hard",
    ...(connections === undefined ? [] : [`nconnect=${connections}`]),
    ...(readOnly ? ["ro"] : []),
  ];
}

/**
 * What an NFS server exports, as a volume and a claim in each namespace.
 * @see https://github.com/kubernetes-csi/csi-driver-nfs/blob/v4.13.4/deploy/example/pv-nfs-csi.yaml
 */
export class NfsVolume extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: NfsVolumeProps) {
    super(scope, id);
    const { server, exportPath, claimName, readOnly = false, byKubelet = false } = props;
    this.dependables = volumePerNamespace(this, props, (namespace) => ({
      claimName,
      ...(byKubelet
        ? { nfs: { server, path: exportPath, readOnly } }
        : {
            driver: NFS_DRIVER,
            // the kubelet takes volumes of one handle for one volume
            volumeHandle: `${server}#${exportPath}#${namespace}.${claimName}`,
            volumeAttributes: { server, share: exportPath },
          }),
      mountOptions: nfsMountOptions(props),
      capacityGiB: NOMINAL_GIB,
      accessMode: readOnly ? "ReadOnlyMany" : "ReadWriteMany",
    }));
  }
}
