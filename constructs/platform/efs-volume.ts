import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { volumePerNamespace } from "./static-volume";

export interface EfsVolumeProps {
  readonly fileSystemId: string;
  /** Pods see its root, and nothing above. */
  readonly accessPointId: string;
  /** Zone whose mount target all nodes use. @default - each node that of its own zone */
  readonly zone?: string;
  /** Namespaces whose pods mount the file system. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** Name of the claim in each namespace. */
  readonly claimName: string;
  /** The EFS CSI driver. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Kubernetes wants a size, and EFS has none. It never changes: claims on static volumes cannot grow. */
const NOMINAL_GIB = 1200;

/**
 * An EFS file system as a volume and a claim in each namespace. Access points are mounted over TLS alone.
 * @see https://github.com/kubernetes-sigs/aws-efs-csi-driver/blob/master/examples/kubernetes/efs/access_points/README.md
 */
export class EfsVolume extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: EfsVolumeProps) {
    super(scope, id);
    const { fileSystemId, accessPointId, claimName, zone } = props;
    if (accessPointId === "")
      throw new Error("accessPointId is empty: pods would see the whole file system. Give that of the file system.");
    this.dependables = volumePerNamespace(this, props, () => ({
      claimName,
      driver: "efs.csi.aws.com",
      // file system, folder below the access point, access point
      volumeHandle: `${fileSystemId}::${accessPointId}`,
      volumeAttributes: { encryptInTransit: "true" },
      mountOptions: zone === undefined ? [] : [`az=${zone}`],
      capacityGiB: NOMINAL_GIB,
      accessMode: "ReadWriteMany",
    }));
  }
}
