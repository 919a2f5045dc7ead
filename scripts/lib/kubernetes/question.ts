/** One question to the Kubernetes API. */
export interface ClusterQuestion {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with its query: `/api/v1/nodes?limit=500`. */
  readonly path: string;
  /** Names, labels and annotations alone: what objects hold, such as secrets, does not leave the cluster. @default false */
  readonly metadataOnly?: boolean;
  readonly body?: object;
}

/** What came of it. */
export interface ClusterReply {
  /** HTTP status; null: nothing answered. */
  readonly status: number | null;
  /** JSON, or text where it is none: words of whoever answered, or why nothing did. */
  readonly body: unknown;
}

/** Asks the API of one cluster. It never fails but where it is interrupted: no answer is a reply. */
export type AskCluster = (question: ClusterQuestion) => Promise<ClusterReply>;
