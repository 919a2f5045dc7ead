import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { volumePerNamespace } from "./static-volume";

export interface HostVolumeProps {
  /**
   * Folder of every host, below where it has mounted the file system. It lies on that file system: a host that has not mounted it
   * has no such folder, and its kubelet refuses the pod instead of writing to the host's own disk.
   */
  readonly path: string;
  /** Namespaces whose pods see it. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** Name of the claim in each namespace. */
  readonly claimName: string;
  /** What must be there before. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Kubernetes wants a size, and nobody enforces it. It never changes: claims on static volumes cannot grow. */
const NOMINAL_GIB = 1200;

/**
 * A file system that all hosts have mounted, as a volume and a claim in each namespace.
 * @see https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types
 */
export class HostVolume extends Construct {
  /** For what mounts the claims. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: HostVolumeProps) {
    super(scope, id);
    const { path, claimName } = props;
    this.dependables = volumePerNamespace(this, props, () => ({
      claimName,
      hostFolder: path,
      mountOptions: [],
      capacityGiB: NOMINAL_GIB,
      accessMode: "ReadWriteMany",
    }));
  }
}
