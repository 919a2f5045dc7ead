/** A Kubernetes taint, in Kubernetes' spelling. */
export interface NodeTaint {
  readonly key: string;
  /** @default - no value */
  readonly value?: string;
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}
