/** What an XID asks for. */
export type XidAction =
  /** The board, or its node, is worth replacing. */
  | "replace"
  /** The node is to be started anew. */
  | "reboot"
  /** The GPU is to be reset, with all others of its NVSwitches. */
  | "reset"
  /** The program is to be looked at: the GPU is well. */
  | "program"
  /** Worth watching: one alone means little. */
  | "watch";

/** Where the table of XIDs comes from: what a driver tells of changes from branch to branch. */
export const XID_SOURCE = {
  url: "https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html",
  of: "driver branch 590",
  /** Month in which it was read. */
  asOf: "2026-11",
} as const;

/**
 * XIDs by what they ask for. 74 is the link's, of which the board is replaced when it comes again; 154 says itself which
 * of a reset and a new start it wants.
 * @see {@link XID_SOURCE}
 */
export const XIDS: Readonly<Record<XidAction, readonly number[]>> = {
  replace: [54, 74],
  reboot: [79, 151, 154, 168],
  reset: [48, 64, 95, 109, 110, 119, 120, 136, 140, 143, 155, 156, 158],
  program: [13, 31, 43, 94, 126],
  watch: [63, 92, 121, 144, 145, 146, 147, 148, 149, 150, 162, 163, 164, 165],
};

/** XIDs after which no job should begin on the node: those which say something of its hardware. */
export const HARDWARE_XIDS: readonly number[] = [...XIDS.replace, ...XIDS.reboot, ...XIDS.reset].toSorted(
  (a, b) => a - b,
);
