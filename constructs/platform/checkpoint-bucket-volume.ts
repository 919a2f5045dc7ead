import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { volumePerNamespace } from "./static-volume";
import type { PlatformComponent } from "./component";

export interface CheckpointBucketVolumeProps {
  readonly bucketName: string;
  /** Region of the bucket. */
  readonly region: string;
  /** What pods may do; the role of the driver must fit (`mountpointStatements`). */
  readonly access: "read" | "read-write" | "read-write-delete";
  /** What of the bucket is mounted: empty for all of it, else with a slash at its end. @default "" */
  readonly prefix?: string;
  /** Namespaces whose pods mount the bucket. Those that are missing are made. */
  readonly namespaces: readonly string[];
  /** Name of the claim in each namespace. @default "checkpoints" */
  readonly claimName?: string;
  /**
   * Network speed that Mountpoint asks S3 for, by the number of its connections (100 Gbps: 250). One value for all nodes that
   * mount the volume. Told, because pods do not reach the metadata service that would tell; untold, it would be 10 Gbps.
   * @default 100: what the card with the address of a P5 node carries
   * @see https://github.com/awslabs/mountpoint-s3-csi-driver/blob/v2.7.0/docs/UPGRADING_TO_V2.md
   */
  readonly throughputGbps?: number;
  /** User and group that own the files that pods see: they write, everybody else reads. @default - root */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** The Mountpoint CSI driver. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

const THROUGHPUT_GBPS = 100;

/** Kubernetes wants a size; a bucket has none. */
const NOMINAL_GIB = 1200;

/**
 * A bucket as a volume and a claim in each namespace. Mountpoint writes whole files from start to end: enough for
 * checkpoints, not for everything that a file system does.
 * @see https://github.com/awslabs/mountpoint-s3-csi-driver/blob/main/examples/kubernetes/static_provisioning/README.md
 */
export class CheckpointBucketVolume extends Construct {
  readonly claimName: string;
  /** For what mounts the claims. */
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: CheckpointBucketVolumeProps) {
    super(scope, id);
    const { claimName = "checkpoints", prefix = "" } = props;
    if (prefix !== "" && !prefix.endsWith("/"))
      throw new Error(`prefix "${prefix}" must end with a slash: Mountpoint mounts folders. Write "${prefix}/".`);
    checkThroughput(props);
    this.claimName = claimName;
    this.dependables = volumePerNamespace(this, props, (namespace) => ({
      claimName,
      driver: "s3.csi.aws.com",
      volumeHandle: `${props.bucketName}-${namespace}-${claimName}`,
      volumeAttributes: { bucketName: props.bucketName },
      mountOptions: mountOptions({ ...props, prefix }),
      capacityGiB: NOMINAL_GIB,
      accessMode: props.access === "read" ? "ReadOnlyMany" : "ReadWriteMany",
    }));
  }
}

function checkThroughput({ throughputGbps }: CheckpointBucketVolumeProps): void {
  if (throughputGbps === undefined || (Number.isInteger(throughputGbps) && throughputGbps >= 1)) return;
  throw new Error(`throughputGbps is ${throughputGbps}; Mountpoint takes a whole number of at least 1. Change it.`);
}

/**
 * The driver splits an option at its first equals sign, and only at a space where there is none.
 * @see https://github.com/awslabs/mountpoint-s3-csi-driver/blob/v2.7.0/pkg/mountpoint/args.go
 */
const prefixOption = (prefix: string): string => `prefix${prefix.includes("=") ? "=" : " "}${prefix}`;

/** @see https://github.com/awslabs/mountpoint-s3/blob/main/doc/CONFIGURATION.md */
function mountOptions(props: CheckpointBucketVolumeProps): string[] {
  const { region, prefix, access, owner, throughputGbps = THROUGHPUT_GBPS } = props;
  return [
    `region ${region}`,
    `maximum-throughput-gbps ${throughputGbps}`,
    ...(prefix === "" || prefix === undefined ? [] : [prefixOption(prefix)]),
    ...(access === "read" ? ["read-only"] : []),
    // replacing a file is a delete and a write to Mountpoint
    ...(access === "read-write-delete" ? ["allow-delete", "allow-overwrite"] : []),
    // without it, only root and whoever mounted may even look
    "allow-other",
    ...(owner ? [`uid=${owner.uid}`, `gid=${owner.gid}`] : []),
  ];
}

/** Whom most images run their jobs as when it is not root; whoever else reads the mounted bucket, but does not write. */
const FIRST_USER = { uid: 1000, gid: 1000 };

/** What the role of the driver reaches: the checkpoints, and the archive where there is one. */
export const checkpointBucketVolumes: PlatformComponent = {
  id: "checkpoint-bucket",
  when: ({ env }) => env.checkpoints?.mountpoint === true || "checkpoints.mountpoint is not true",
  after: ["mountpoint-s3-csi"],
  install: ({ env, jobs }, { scope, id, dependsOn }) => {
    const { bucket, prefix, archive } = env.checkpoints!;
    const volume = { bucketName: bucket.name, region: env.region, access: "read-write", owner: FIRST_USER } as const;
    const mounted = { ...volume, namespaces: [jobs.namespace], dependsOn };
    const volumes = [new CheckpointBucketVolume(scope, id, { ...mounted, prefix })];
    if (archive)
      volumes.push(
        new CheckpointBucketVolume(scope, "archive-bucket", {
          ...mounted,
          prefix: archive.prefix,
          claimName: "archive",
        }),
      );
    return volumes.flatMap(({ dependables }) => dependables);
  },
};
