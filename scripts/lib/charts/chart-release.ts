/** A published version of a chart. */
export interface ChartRelease {
  readonly version: string;
  /** Day on which it came out; null: the repository does not say. */
  readonly releasedOn: string | null;
  /** Oldest Kubernetes minor that it asks for; null: the repository does not say. */
  readonly minKubernetes: string | null;
  /** Its maker has withdrawn it. @default false */
  readonly deprecated?: boolean;
}
