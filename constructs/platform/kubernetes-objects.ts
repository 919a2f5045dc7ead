import { join } from "node:path";
import { AssetType, TerraformAsset, type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { HelmChart } from "../core/helm-chart";
import { StateValue } from "../core/state-value";
import type { KubernetesObject } from "../kubernetes/objects";
import type { Written } from "../kubernetes/written";

/** A field of an object of the release. */
export interface KeptField {
  readonly apiVersion: string;
  readonly kind: string;
  /** Of the object, in the release's namespace. */
  readonly name: string;
  /** Keys from the outermost one, such as `["spec", "storage", "storageClassName"]`. */
  readonly path: readonly string[];
}

export interface KubernetesObjectsProps {
  /** Name of the release that carries the objects. Frozen. */
  readonly release: string;
  readonly namespace: string;
  /** @default true */
  readonly createNamespace?: boolean;
  /** Never a Secret with data in it. */
  readonly objects: readonly KubernetesObject[];
  /**
   * Fields that keep the value which the cluster has: those that nobody may change once the object is there, where the value
   * for new ones has changed. Helm looks them up when it installs or upgrades. @default - none
   */
  readonly keep?: readonly KeptField[];
  /**
   * Values of fields that nobody may change once the object is there, and that must follow what they name: when one of them
   * changes, the release is uninstalled and installed anew. @default - none
   */
  readonly replacedBy?: Readonly<Record<string, string>>;
  /** Whether Helm waits until the objects are ready. @default - as every release */
  readonly wait?: boolean;
  /** Seconds to wait until the objects are ready. @default - as every release */
  readonly timeoutSeconds?: number;
  /** Whether Jobs among the objects must be done, and succeed. @default false */
  readonly waitForJobs?: boolean;
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * Kubernetes objects, custom resources among them, as a Helm release of a small chart of our own.
 * `kubernetes_manifest` would ask the cluster for the CRD while planning, and there is no cluster yet.
 */
export class KubernetesObjects extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: KubernetesObjectsProps) {
    super(scope, id);
    const chart = new TerraformAsset(this, "chart", {
      path: join(__dirname, "objects-chart"),
      type: AssetType.DIRECTORY,
    });
    const { replacedBy } = props;
    const { dependable } = new HelmChart(this, "objects", {
      source: { repository: null, chart: `./${chart.path}`, version: null },
      release: props.release,
      namespace: props.namespace,
      ...(props.createNamespace !== undefined && { createNamespace: props.createNamespace }),
      values: {
        objects: props.objects as readonly Written<KubernetesObject>[],
        ...(props.keep && { keep: props.keep.map(({ path, ...field }) => ({ ...field, path: [...path] })) }),
      },
      ...(replacedBy && { replacedBy: new StateValue(this, "replaced-by", replacedBy) }),
      ...(props.timeoutSeconds !== undefined && { timeoutSeconds: props.timeoutSeconds }),
      ...(props.wait !== undefined && { wait: props.wait }),
      ...(props.waitForJobs && { waitForJobs: true }),
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    this.dependable = dependable;
  }
}
