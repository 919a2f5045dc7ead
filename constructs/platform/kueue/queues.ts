import type { KueueOperator } from "../../../config/facts/kueue";
import type { NodeTaint } from "../../core/node-taint";

/** GPUs of equal nodes, as Kueue counts them. */
export interface QueuedPool {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** What a GPU is in requests of pods: itself, or several slices. */
  readonly offers: readonly { readonly resource: string; readonly perGpu: number }[];
  /** Labels of nodes by which jobs are placed, the largest part of the network first; null: nodes come and go. */
  readonly levels: readonly string[] | null;
}

/** A team with a queue. */
export interface QueuedTeam {
  /** Name of the team and of its namespace. */
  readonly name: string;
  /** Weight against other teams. */
  readonly share: number;
  /** GPUs of each pool that are its own. */
  readonly gpus: Readonly<Record<string, number>>;
}

/** What Kueue holds in queues, and for whom. */
export interface Queues {
  readonly pools: readonly QueuedPool[];
  readonly teams: readonly QueuedTeam[];
  readonly sharing:
    | { readonly kind: "quota"; readonly borrowing: boolean }
    | { readonly kind: "history"; readonly halfLifeHours: number };
  /** Kinds of jobs, as Kueue names them: `batch/job`. */
  readonly frameworks: readonly string[];
  /** Operators that are installed beside it. */
  readonly operators: readonly KueueOperator[];
  readonly readyMinutes: number;
  readonly keepFinishedHours: number;
}
