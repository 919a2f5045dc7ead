import type { RdmaSetup } from "../../../config/fabrics/rdma/setup";

/** Nodes with RDMA cards, and what the operator does for them. */
export interface RdmaPool {
  readonly name: string;
  /** Labels of the nodes. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly rdma: RdmaSetup;
}
