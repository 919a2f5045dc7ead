/** Time in which nodes are for nobody, or for some teams alone. */
export interface SlurmReservationProps {
  readonly name: string;
  readonly kind: "maintenance" | "teams";
  /** Seconds since 1970. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Partition whose nodes are reserved. Null: all nodes. */
  readonly partition: string | null;
  /** None for maintenance. */
  readonly teams: readonly string[];
}

/** A group whose nodes go with their Capacity Block. */
export interface SlurmBlockEnd {
  readonly group: string;
  /** When its nodes go, seconds since 1970. */
  readonly endSeconds: number;
}
