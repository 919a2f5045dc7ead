import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { KubernetesObjects } from "./kubernetes-objects";
import type { PlatformComponent } from "./component";
import type { StorageClassObject } from "../kubernetes/objects";

/** Class of claims that name none. */
export const DEFAULT_STORAGE_CLASS = "gp3";

export interface StorageClassProps {
  /** Name that claims give. @default `DEFAULT_STORAGE_CLASS` */
  readonly name?: string;
  /** Whether claims that name no class get it. Exactly one class of a cluster should. @default true */
  readonly isDefault?: boolean;
  /** Key of the volumes; the role of the EBS CSI driver must be allowed to use it. @default - the EBS key of AWS */
  readonly kmsKeyArn?: string;
  /** What becomes of a volume whose claim is deleted. @default "Delete" */
  readonly reclaimPolicy?: "Delete" | "Retain";
  /** The EBS CSI driver. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** A class beside the default one, of volumes that a person deletes: for what cannot be made again. */
export const RETAINED = {
  name: "gp3-retained",
  isDefault: false,
  reclaimPolicy: "Retain",
} as const satisfies StorageClassProps;

/**
 * A class of encrypted gp3 volumes. EKS makes no default class: without one, claims that name none wait for ever.
 * A volume is made when its first pod is placed, in the zone of that pod.
 * @see https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/parameters.md
 */
export class StorageClass extends Construct {
  /** For claims: charts name it, they do not rely on the default. */
  readonly storageClassName: string;
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: StorageClassProps) {
    super(scope, id);
    const { name = DEFAULT_STORAGE_CLASS } = props;
    const { dependable } = new KubernetesObjects(this, "class", {
      release: `storage-class-${name}`,
      namespace: "kube-system",
      createNamespace: false,
      objects: [storageClass(name, props)],
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    this.storageClassName = name;
    this.dependable = dependable;
  }
}

function storageClass(name: string, props: StorageClassProps): StorageClassObject {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: {
      name,
      annotations: { "storageclass.kubernetes.io/is-default-class": String(props.isDefault ?? true) },
    },
    provisioner: "ebs.csi.aws.com",
    // parameters are strings, booleans too
    parameters: { type: "gp3", encrypted: "true", ...(props.kmsKeyArn !== undefined && { kmsKeyId: props.kmsKeyArn }) },
    volumeBindingMode: "WaitForFirstConsumer",
    allowVolumeExpansion: true,
    reclaimPolicy: props.reclaimPolicy ?? "Delete",
  };
}

/** Every environment has both. */
export const defaultStorageClass: PlatformComponent = {
  id: "storage-class",
  when: () => true,
  install: (_, { scope, id }) => [new StorageClass(scope, id, {}).dependable],
};

export const retainedStorageClass: PlatformComponent = {
  id: "retained-storage-class",
  when: () => true,
  install: (_, { scope, id }) => [new StorageClass(scope, id, RETAINED).dependable],
};
