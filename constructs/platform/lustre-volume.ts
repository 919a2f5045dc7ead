import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { volumePerNamespace } from "./static-volume";

export interface LustreVolumeProps {
  readonly fileSystemId: string;
  readonly dnsName: string;
  /** Of the file system. The driver falls back to `fsx`, which no PERSISTENT_2 or SCRATCH_2 file system has. */
  readonly mountName: string;
  /** Namespaces whose pods mount the file system. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** Name of the claim in each namespace. */
  readonly claimName: string;
  /** The FSx CSI driver. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * Kubernetes wants a size, and nobody enforces it. It never changes: a claim on storage that was not provisioned for it
 * cannot grow, so that an upgrade would fail when the file system has grown.
 * @see https://github.com/nebius/soperator/pull/1786
 */
const NOMINAL_GIB = 1200;

/** `noatime` must not be among them: it breaks the release of files that are archived in S3. */
const MOUNT_OPTIONS = ["flock", "relatime"];

/**
 * The environment's file system as a volume and a claim in each namespace.
 * @see https://github.com/kubernetes-sigs/aws-fsx-csi-driver/blob/master/examples/kubernetes/static_provisioning/README.md
 */
export class LustreVolume extends Construct {
  /** For what mounts the claims. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: LustreVolumeProps) {
    super(scope, id);
    const { claimName } = props;
    if (props.mountName === "")
      throw new Error("mountName is empty: pods would mount a file system that is not there. Give the file system's.");
    this.dependables = volumePerNamespace(this, props, (namespace) => ({
      claimName,
      driver: "fsx.csi.aws.com",
      volumeHandle: `${props.fileSystemId}-${namespace}`,
      volumeAttributes: { dnsname: props.dnsName, mountname: props.mountName },
      mountOptions: MOUNT_OPTIONS,
      capacityGiB: NOMINAL_GIB,
      accessMode: "ReadWriteMany",
    }));
  }
}
