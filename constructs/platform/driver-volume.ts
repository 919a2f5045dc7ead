import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { volumePerNamespace } from "./static-volume";

export interface DriverVolumeProps {
  /** Name of the driver (`CSIDriver`). */
  readonly driver: string;
  /** How it knows the volume. */
  readonly handle: string;
  /** What else it is told. @default - nothing */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Secret that it gets when it mounts. @default - none */
  readonly secret?: { readonly name: string; readonly namespace: string };
  /** File system of a device that it mounts. @default - the driver knows */
  readonly fsType?: string;
  /** @default - none */
  readonly mountOptions?: readonly string[];
  /** @default false */
  readonly readOnly?: boolean;
  /** One whose pods mount it: Kubernetes takes volumes of one handle for one volume. It is made where it is missing. */
  readonly namespaces: readonly string[];
  /** Name of the claim. */
  readonly claimName: string;
  /** What mounts it. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Kubernetes wants a size, and these drivers enforce none. It never changes: claims on static volumes cannot grow. */
const NOMINAL_GIB = 1200;

/** Storage of somebody that a driver mounts, as a volume and a claim. */
export class DriverVolume extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: DriverVolumeProps) {
    super(scope, id);
    const { driver, handle, attributes = {}, secret, fsType, mountOptions = [], readOnly, claimName } = props;
    if (props.namespaces.length > 1)
      throw new Error(
        `volume "${claimName}" is for ${props.namespaces.join(" and ")}; Kubernetes takes volumes of one handle for one volume. Give it one namespace.`,
      );
    this.dependables = volumePerNamespace(this, props, () => ({
      claimName,
      driver,
      volumeHandle: handle,
      volumeAttributes: attributes,
      ...(secret && { secret }),
      ...(fsType !== undefined && { fsType }),
      mountOptions,
      capacityGiB: NOMINAL_GIB,
      accessMode: readOnly ? "ReadOnlyMany" : "ReadWriteMany",
    }));
  }
}
